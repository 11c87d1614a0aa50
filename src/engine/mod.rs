//! The engine as a host sees it: set a position, go, stop.
//!
//! The variant is chosen at run time, but the search is compiled separately for each
//! variant. All questions about the rules go to a [`GameRecord`]; only the searcher is a
//! trait object. Tasks run on the engine's own thread, and searches also on the threads of
//! the searcher's pool, so a call waits for a search only if its documentation states it. In a
//! program with one thread, tasks run on that of the host ([`TaskHost`]).
//!
//! A new engine has neither threads nor a transposition table: they are created by the
//! first task that needs them, or by a setting that differs from the current one. If they
//! can't be created, the setting is refused, or the answer to the search is an
//! [`EngineEvent::Error`] and a legal turn.

mod answer;
mod any_searcher;
mod bench;
#[cfg(test)]
mod bench_instruction_sets;
mod board_text;
mod error;
mod evaluation_text;
mod event;
mod game_session;
#[cfg(feature = "conversation")]
pub(crate) mod kept_setup;
mod search_task;
mod sent_positions;
mod strength;
mod table_scores;
mod task;
mod thread;

use std::sync::Arc;

pub use crate::eval::network::{Network, NetworkError};
pub use crate::eval::wdl::{Chances, WdlCurve, WdlKnot};
pub use crate::eval::{EvaluationFamily, Networks};
pub use crate::search::{
    Bound, Control, Handicap, Limits, Poll, SearchHost, SearchInfo, SearchProgress, SearchSettings,
    reserve_cores,
};
pub use crate::tables::{Packs, TableSource};
pub use answer::{Answer, SearchEvents};
#[cfg_attr(not(feature = "cli"), doc(hidden))]
#[cfg(feature = "cli")]
pub(crate) use bench::measure;
pub use bench::{BENCH_DEPTH, bench_positions, bench_variants};
pub use error::EngineError;
pub(crate) use evaluation_text::evaluation_text;
pub use event::{EngineEvent, Listener, ProbeResult, PvLine, TurnNotation};
pub use search_task::RootFilter;
pub use strength::{ELO_MAX, ELO_MIN, Strength, random_seed};
pub use thread::{EngineTask, TaskHost, TaskState, run_to_end};

use crate::base::Score;
use crate::game::{GameRecord, Variant, for_position};
use crate::search::MAY_SHRINK;
use crate::util::clock::Instant;
use any_searcher::{AnySearcher, new_searcher};
use board_text::board_text;
use game_session::GameSession;
use search_task::SearchTask;
use task::TaskContext;
use thread::EngineThread;

/// An engine for one host.
pub struct Engine {
    /// The game that the host has set up.
    session: GameSession,
    searcher: Box<dyn AnySearcher>,
    threads: usize,
    hash_megabytes: usize,
    networks: Networks,
    endgame_tables: TableSource,
    search_settings: SearchSettings,
    strength: Strength,
    notation: TurnNotation,
    /// The control of the most recent task.
    control: Control,
    /// Whether searches share the processor cores with those of other engines.
    shares_cores: bool,
    thread: EngineThread,
}

/// The default size of the transposition table, in megabytes.
pub const DEFAULT_HASH: usize = 16;

impl Engine {
    /// Creates an engine at the start position of the default variant, with one
    /// search thread and a transposition table of [`DEFAULT_HASH`] megabytes.
    pub fn new() -> Self {
        Self::with_hash(DEFAULT_HASH)
    }

    /// Creates an engine as [`Engine::new`] does, but with a transposition table of
    /// this size in megabytes.
    pub fn with_hash(hash_megabytes: usize) -> Self {
        let variant = Variant::default();
        let networks = Networks::default();
        let endgame_tables = TableSource::default();
        Self {
            session: GameSession::new(variant),
            searcher: new_searcher(variant, 1, hash_megabytes, &networks, &endgame_tables),
            threads: 1,
            hash_megabytes,
            networks,
            endgame_tables,
            search_settings: SearchSettings::default(),
            strength: Strength::default(),
            notation: TurnNotation::default(),
            control: Control::new(),
            shares_cores: false,
            thread: EngineThread::default(),
        }
    }

    /// Makes tasks run on the thread of this host rather than on one of the engine. Call this before
    /// the first task.
    pub fn use_host_thread(&mut self, host: Arc<dyn TaskHost>) {
        self.thread = EngineThread::of_host(host);
    }

    /// Makes searches share the processor cores with those of the other engines of
    /// this process for which this was called: together they never run more threads
    /// at a time than there are cores, or those left by [`reserve_cores`].
    pub const fn share_cores(&mut self) {
        self.shares_cores = true;
    }

    /// Returns the variant being played.
    pub const fn variant(&self) -> Variant {
        self.game().variant()
    }

    /// Returns the record of the game: the position that was set and the turns
    /// played from there.
    pub const fn game(&self) -> &GameRecord {
        self.session.game()
    }

    /// Changes the variant and sets its start position; does nothing if `variant` is the
    /// current one. If the threads and the table already exist, those for the new
    /// variant are created at once.
    ///
    /// # Errors
    /// Returns an error if the system can't provide the memory or the threads; the
    /// variant and the game are then unchanged.
    pub fn set_variant(&mut self, variant: Variant) -> Result<(), EngineError> {
        if variant != self.variant() {
            let mut searcher = new_searcher(
                variant,
                self.threads,
                self.hash_megabytes,
                &self.networks,
                &self.endgame_tables,
            );
            if self.searcher.is_created() {
                // There may not be enough memory for two tables.
                if MAY_SHRINK {
                    self.searcher.release();
                }
                searcher.create()?;
            }
            self.searcher = searcher;
            self.session = GameSession::new(variant);
        }
        Ok(())
    }

    /// Sets the number of search threads. Waits for a running search.
    ///
    /// # Errors
    /// Returns an error if the system can't start the threads; the old ones remain.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        self.searcher.set_threads(threads)?;
        self.threads = threads;
        Ok(())
    }

    /// Sets the size of the transposition table in megabytes. Waits for a running
    /// search.
    ///
    /// # Errors
    /// Returns an error if the system can't allocate the memory; the old table
    /// remains.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), EngineError> {
        self.searcher.resize_hash(megabytes)?;
        self.hash_megabytes = megabytes;
        Ok(())
    }

    /// Returns the network that evaluates the current variant.
    pub fn network(&self) -> &Network {
        let family = EvaluationFamily::of_variant(self.variant());
        self.networks.get(family)
    }

    /// Returns the networks, for another engine that evaluates with them.
    pub fn networks(&self) -> Networks {
        self.networks.clone()
    }

    /// Uses a network for the variants of its family, and discards the results of earlier
    /// searches. Waits for a running search.
    pub fn insert_network(&mut self, network: Arc<Network>) {
        let mut networks = self.networks.clone();
        networks.insert(network);
        self.set_networks(networks);
    }

    /// Uses these networks, and discards the results of earlier searches. Waits for a
    /// running search.
    pub fn set_networks(&mut self, networks: Networks) {
        self.searcher.set_network(&networks);
        self.networks = networks;
    }

    /// Uses these endgame tables, and discards the results of earlier searches. Waits for a
    /// running search.
    pub fn set_endgame_tables(&mut self, tables: TableSource) {
        self.searcher.set_endgame_tables(&tables);
        self.endgame_tables = tables;
    }

    /// Returns where the endgame tables are.
    pub const fn endgame_tables(&self) -> &TableSource {
        &self.endgame_tables
    }

    /// Sets the number of lines (MultiPV) that later searches report.
    pub const fn set_multipv(&mut self, lines: usize) {
        self.search_settings.multipv = lines;
    }

    /// Sets the playing strength of later searches.
    pub const fn set_strength(&mut self, strength: Strength) {
        self.strength = strength;
    }

    /// Returns the settings of later searches, apart from the playing strength.
    pub const fn search_settings(&self) -> &SearchSettings {
        &self.search_settings
    }

    /// Returns the settings of later searches, so that they can be changed.
    pub const fn search_settings_mut(&mut self) -> &mut SearchSettings {
        &mut self.search_settings
    }

    /// Sets the notation in which turns are read and written.
    pub const fn set_notation(&mut self, notation: TurnNotation) {
        self.notation = notation;
    }

    /// Returns the notation in which turns are read and written.
    pub const fn notation(&self) -> TurnNotation {
        self.notation
    }

    /// Discards the results of earlier searches, and the positions that were set one
    /// at a time. Waits for a running search.
    pub fn clear(&mut self) {
        self.searcher.clear();
        self.session.forget_sent_positions();
    }

    /// Sets the position for later tasks, given as a position in SPN or FEN, or `None` for the
    /// start position, and the turns played from there. Lifts all bans.
    ///
    /// # Errors
    /// Returns an error if `text` is not a position of the variant or a turn is not
    /// legal; the position is then unchanged.
    pub fn set_position(
        &mut self,
        text: Option<&str>,
        turns: &[String],
    ) -> Result<(), EngineError> {
        self.session.set_position(text, turns, self.notation)
    }

    /// Sets the game for later tasks: its variant, its turns and its current position.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`Engine::set_variant`]; nothing is then changed.
    pub fn set_game(&mut self, game: &GameRecord) -> Result<(), EngineError> {
        self.set_variant(game.variant())?;
        self.session.set_game(game.clone());
        Ok(())
    }

    /// Gives the move to the other side, forgets the earlier positions, and lifts all bans.
    ///
    /// # Errors
    /// Returns an error if the resulting position is not valid.
    pub fn flip(&mut self) -> Result<(), EngineError> {
        self.session.flip()
    }

    /// Bans these turns from later searches, in addition to those already banned,
    /// until a position is set.
    ///
    /// # Errors
    /// Returns an error if one of the turns is not legal; none of them is then
    /// banned.
    pub fn ban(&mut self, turns: &[String]) -> Result<(), EngineError> {
        self.session.ban(turns, self.notation)
    }

    /// Returns whether turns are banned in the current position.
    pub fn has_bans(&self) -> bool {
        !self.session.banned().is_empty()
    }

    /// Looks up a position, given as in [`Engine::set_position`], in the transposition table;
    /// returns `None` if the table has no entry for it. Waits for a running search.
    ///
    /// # Errors
    /// Returns an error if `text` is not a position of the variant or a turn is not
    /// legal.
    pub fn probe(
        &self,
        text: Option<&str>,
        turns: &[String],
    ) -> Result<Option<ProbeResult>, EngineError> {
        let game = self.session.read_game(text, turns, self.notation)?;
        self.searcher.probe(&game)
    }

    /// Returns the curve that gives the chances of win, draw and loss for a score in
    /// the current position.
    pub fn wdl_curve(&self) -> WdlCurve {
        WdlCurve::for_variant(self.variant(), self.game().man_count())
    }

    /// Returns the static evaluation of the current position for the side to move, in
    /// centipawns.
    pub fn static_score(&self) -> Score {
        for_position!(self.game(), position => self.network().score(position))
    }

    /// Starts a search of the current position. Texts in `root_filter` that are not legal
    /// turns are reported with [`EngineEvent::Error`] and ignored.
    pub fn search(&mut self, limits: Limits, root_filter: RootFilter, listener: Listener) {
        let task = SearchTask {
            game: self.game().without_history(),
            earlier_keys: self.session.earlier_keys().to_vec(),
            banned: self.session.banned().to_vec(),
            limits,
            root_filter,
            settings: SearchSettings {
                handicap: self.strength.handicap(),
                ..self.search_settings
            },
            notation: self.notation,
            started: Instant::now(),
            context: self.new_task(listener),
        };
        match self.thread.queue() {
            Ok(queue) => queue.push(self.searcher.search_task(task)),
            Err(error) => task.refuse(&error.into()),
        }
    }

    /// Starts a search of the current position, and returns its events. [`Engine::stop`] ends
    /// it early.
    pub fn search_events(&mut self, limits: Limits) -> SearchEvents {
        let (listener, events) = SearchEvents::new();
        self.search(limits, RootFilter::default(), listener);
        events
    }

    /// Searches the current position, and waits for the answer. `should_stop` is polled
    /// at least every 10 ms, and returns `true` to end the search early; `on_line` receives
    /// each line that the search reports. Without a limit, the search continues to the maximum
    /// depth. On the thread of a host, the host must run the task at once, and ends it early itself.
    ///
    /// # Errors
    /// Returns an error if the search can't run, or if a text in `root_filter` is not a
    /// legal turn.
    pub fn search_and_wait(
        &mut self,
        limits: Limits,
        root_filter: RootFilter,
        should_stop: &dyn Fn() -> bool,
        on_line: &mut dyn FnMut(&PvLine),
    ) -> Result<Answer, EngineError> {
        let (listener, events) = SearchEvents::new();
        self.search(limits, root_filter, listener);
        events.wait(&self.control, should_stop, on_line)
    }

    /// Searches the current position, and waits for the answer, as
    /// [`Engine::search_and_wait`] does.
    ///
    /// # Errors
    /// Returns an error if the search can't run.
    pub fn best_turn(&mut self, limits: Limits) -> Result<Answer, EngineError> {
        self.search_and_wait(limits, RootFilter::default(), &|| false, &mut |_| {})
    }

    /// Starts a perft: a count of the leaves of the game tree at this depth, in plies.
    pub fn perft(&mut self, depth: u32, listener: Listener) {
        let game = self.game().without_history();
        self.start_task(listener, move |context| task::perft(&game, depth, context));
    }

    /// Starts the benchmark: searches of fixed positions to `depth` plies. Each variant
    /// has its own positions, but the variants of Shatra share theirs. The node count
    /// is the signature of the search.
    pub fn bench(&mut self, depth: usize, listener: Listener) {
        let variant = self.variant();
        let networks = self.networks.clone();
        self.start_task(listener, move |context| {
            bench::run(variant, &networks, depth, context);
        });
    }

    /// Stops the running task, which then sends its answer.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// Tells the running ponder search that the expected turn was played.
    pub fn ponder_hit(&self) {
        self.control.ponder_hit();
    }

    /// Returns a diagram of the position, with its notation, key, result and legal
    /// turns.
    pub fn board_text(&self) -> String {
        board_text(self.game())
    }

    /// Returns a text table of the static evaluation and its components.
    pub fn evaluation_text(&self) -> String {
        for_position!(self.game(), position => evaluation_text(self.network(), position))
    }

    /// Starts a task that is not a search. It ends with [`EngineEvent::Done`], even if it
    /// panics.
    fn start_task(&mut self, listener: Listener, task: impl FnOnce(&TaskContext) + Send + 'static) {
        let context = self.new_task(listener);
        match self.thread.queue() {
            Ok(queue) => {
                let mut task = Some(task);
                queue.push(Box::new(move || {
                    let _done_guard = context.done_guard();
                    if let Some(task) = task.take() {
                        task(&context);
                    }
                    TaskState::Done
                }));
            }
            Err(error) => context.fail(&error.into()),
        }
    }

    /// Returns the context of a new task, whose control becomes the current one.
    fn new_task(&mut self, listener: Listener) -> TaskContext {
        self.control = match self.thread.host_control() {
            Some(control) => control,
            None if self.shares_cores => Control::sharing_cores(),
            None => Control::new(),
        };
        TaskContext {
            control: self.control.clone(),
            listener,
        }
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

/// Stops the running task, whose answer nobody will read; the threads end once it has
/// stopped.
impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("variant", &self.variant())
            .finish_non_exhaustive()
    }
}
