//! The engine as a host sees it: set a position, go, stop.
//!
//! The game is chosen at run time, but the search is compiled for
//! each game. All questions about the rules go to a [`GameRecord`]; only the searcher
//! is a trait object. Searches run on the engine's own thread (and from there on the
//! pool of the search), so a call waits for a search to end only where its
//! documentation says so.
//!
//! A new engine owns neither threads nor a table: they are created by the first task,
//! or by a setting that differs from the current one. If the system refuses them, the
//! setting is refused, or the search is answered with an [`Event::Error`] and a
//! legal turn.

mod any_searcher;
mod bench;
#[cfg(test)]
mod bench_vectors;
mod board_text;
mod error;
mod evaluation_text;
mod event;
mod game_session;
mod lazy_searcher;
mod perft_task;
mod search_task;
mod shown_positions;
mod strength;
mod task_params;
mod thread;

use std::time::Instant;

pub use crate::game::Variant;
pub use bench::{BENCH_DEPTH, bench_positions};
pub use error::EngineError;
pub use event::{Event, Line, Listener, Notation, ProbeResult};
pub use strength::{ELO_MAX, ELO_MIN, Strength};

use crate::base::Score;
use crate::eval::StaticEvaluation;
use crate::eval::wdl::WdlCurve;
use crate::game::{GameRecord, for_position};
use crate::search::{Control, Limits, SearchSettings};
use any_searcher::{AnySearcher, new_searcher};
use board_text::board_text;
use evaluation_text::evaluation_text;
use game_session::GameSession;
use task_params::TaskParams;
use thread::EngineThread;

/// An engine for one host.
pub struct Engine {
    session: GameSession,
    searcher: Box<dyn AnySearcher>,
    threads: usize,
    hash_megabytes: usize,
    search_settings: SearchSettings,
    strength: Strength,
    notation: Notation,
    /// The control of the task started last.
    control: Control,
    /// Whether the searches share the cores with those of other engines.
    shares_cores: bool,
    thread: EngineThread,
}

/// The default size of the table, in megabytes.
pub const DEFAULT_HASH: usize = 16;

impl Engine {
    /// Returns an engine at the start position of the default game, with one
    /// thread and a table of [`DEFAULT_HASH`] megabytes.
    pub fn new() -> Self {
        Self::with_hash(DEFAULT_HASH)
    }

    /// Returns an engine like that of [`Engine::new`], but with a table of this size
    /// in megabytes.
    pub fn with_hash(hash_megabytes: usize) -> Self {
        let variant = Variant::default();
        Self {
            session: GameSession::new(variant),
            searcher: new_searcher(variant, 1, hash_megabytes),
            threads: 1,
            hash_megabytes,
            search_settings: SearchSettings::default(),
            strength: Strength::default(),
            notation: Notation::default(),
            control: Control::new(),
            shares_cores: false,
            thread: EngineThread::default(),
        }
    }

    /// Shares the cores of the machine with the other engines of this process that
    /// do so: they never use more threads at a time than there are cores.
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

    /// Changes the variant and sets its start position, unless the variant is the
    /// current one. If the threads and the table have been created, the new ones are
    /// created at once.
    ///
    /// # Errors
    /// Returns an error if the system refuses memory or threads; the old variant
    /// and its game stay.
    pub fn set_variant(&mut self, variant: Variant) -> Result<(), EngineError> {
        if variant != self.variant() {
            let mut searcher = new_searcher(variant, self.threads, self.hash_megabytes);
            if self.searcher.is_created() {
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
    /// Returns an error if the system refuses the threads; the old ones stay.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        self.searcher.set_threads(threads)?;
        self.threads = threads;
        Ok(())
    }

    /// Sets the size of the table in megabytes. Waits for a running search.
    ///
    /// # Errors
    /// Returns an error if the system refuses the memory; the old table stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), EngineError> {
        self.searcher.resize_hash(megabytes)?;
        self.hash_megabytes = megabytes;
        Ok(())
    }

    /// Sets the number of lines that the next searches report.
    pub const fn set_multipv(&mut self, lines: usize) {
        self.search_settings.multipv = lines;
    }

    /// Sets the playing strength of the next searches.
    pub const fn set_strength(&mut self, strength: Strength) {
        self.strength = strength;
    }

    /// Returns the settings of the next searches, apart from their strength.
    pub const fn search_settings(&self) -> &SearchSettings {
        &self.search_settings
    }

    /// Returns the settings of the next searches, for changing them.
    pub const fn search_settings_mut(&mut self) -> &mut SearchSettings {
        &mut self.search_settings
    }

    /// Sets the notation in which turns are read and written from now on.
    pub const fn set_notation(&mut self, notation: Notation) {
        self.notation = notation;
    }

    /// Discards the results of earlier searches. Waits for a running search.
    pub fn clear(&mut self) {
        self.searcher.clear();
        self.session.forget_shown();
    }

    /// Sets the position for the next task: a position text (SPN or FEN) or the
    /// start of the game, and the turns played from there.
    ///
    /// # Errors
    /// Returns an error if the text is not a position of the variant or a turn is
    /// not legal; the old position stays.
    pub fn set_position(
        &mut self,
        text: Option<&str>,
        turns: &[String],
    ) -> Result<(), EngineError> {
        self.session.set_position(text, turns, self.notation)
    }

    /// Makes it the other side's move.
    ///
    /// # Errors
    /// Returns an error if the result is not a valid position.
    pub fn flip(&mut self) -> Result<(), EngineError> {
        self.session.flip()
    }

    /// Bans these turns from the next searches, in addition to those banned before,
    /// until another position is set.
    ///
    /// # Errors
    /// Returns an error if one of the turns is not legal; then none of them is
    /// banned.
    pub fn ban(&mut self, turns: &[String]) -> Result<(), EngineError> {
        self.session.ban(turns, self.notation)
    }

    /// Returns the result of earlier searches of a position, given as in
    /// [`Engine::set_position`]. Waits for a running search.
    ///
    /// # Errors
    /// Returns an error if the text is not a position of the variant or a turn is
    /// not legal.
    pub fn probe(
        &self,
        text: Option<&str>,
        turns: &[String],
    ) -> Result<Option<ProbeResult>, EngineError> {
        let game = self.session.read_game(text, turns, self.notation)?;
        self.searcher.probe(&game)
    }

    /// Returns the curve of the chances of win, draw and loss by score for the
    /// current position.
    pub fn curve(&self) -> WdlCurve {
        WdlCurve::of(self.variant(), self.game().man_count())
    }

    /// Returns the static evaluation for the side to move.
    pub fn static_score(&self) -> Score {
        for_position!(self.game(), position => position.static_score())
    }

    /// Starts a search of the current position. `root_turns` restricts it to
    /// these turns, if there are any.
    pub fn search(&mut self, limits: Limits, root_turns: &[String], listener: Listener) {
        let params = self.task_params(limits, root_turns, listener);
        let task = self.session.search_task(params);
        match self.thread.queue() {
            Ok(queue) => queue.run(self.searcher.search(task)),
            Err(error) => task.refuse(&error.into()),
        }
    }

    /// Starts a perft: a count of the leaves at this depth.
    pub fn perft(&mut self, depth: u32, listener: Listener) {
        let params = self.task_params(Limits::default(), &[], listener);
        match self.thread.queue() {
            Ok(queue) => {
                let game = self.session.game().clone();
                queue.run(Box::new(move || perft_task::run(&game, depth, &params)));
            }
            Err(error) => params.fail(&error.into()),
        }
    }

    /// Starts the benchmark: a search to `depth` of fixed positions, either of
    /// the game or, for any rule set of Shatra, of all of Shatra. Its node
    /// count is the signature of the search.
    pub fn bench(&mut self, depth: usize, listener: Listener) {
        let params = self.task_params(Limits::depth(depth), &[], listener);
        let variant = self.variant();
        match self.thread.queue() {
            Ok(queue) => queue.run(Box::new(move || bench::run(variant, &params))),
            Err(error) => params.fail(&error.into()),
        }
    }

    /// Stops the running task, which then sends its answer.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// Reports to the running search that the expected turn was played.
    pub fn ponder_hit(&self) {
        self.control.ponderhit();
    }

    /// Returns a diagram of the position with its text, key and legal turns.
    pub fn board(&self) -> String {
        board_text(self.game())
    }

    /// Returns a table of the static evaluation and its components, as text.
    pub fn evaluation(&self) -> String {
        for_position!(self.game(), position => evaluation_text(position))
    }

    fn task_params(
        &mut self,
        limits: Limits,
        root_turns: &[String],
        listener: Listener,
    ) -> TaskParams {
        self.control = if self.shares_cores {
            Control::sharing_cores()
        } else {
            Control::new()
        };
        TaskParams {
            limits,
            root_turns: root_turns.to_vec(),
            settings: SearchSettings {
                handicap: self.strength.handicap(),
                ..self.search_settings
            },
            notation: self.notation,
            started: Instant::now(),
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

/// Stops the search, whose answer will not be read; the threads end once the
/// search has stopped.
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
