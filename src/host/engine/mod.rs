//! The engine of one host: the options that the host sets and the searches that it starts.
//!
//! The session uses only the `Backend` interface of the protocol crate, which the module
//! `backend` implements. This module converts the limits of a `go` command into those of a
//! search, according to the host's settings.

mod annotation;
mod backend;
mod books;
mod event_sender;
mod facts;
mod game_files;
mod host_log;
mod lag;
mod options;
mod own_book;
mod refusal;
mod restart_guess;
mod settings;
mod tasks;
mod verdict;
mod work;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use batyr_protocol::{Clock, Dialect, GoLimits, SideClock, Task, TaskId};

pub use event_sender::EventListener;
pub use settings::FULL_LEVEL;

use annotation::{Annotation, AnnotationHandle};
use books::Books;
use event_sender::{EventSender, SharedState, baring_turns};
use host_log::HostLog;
use refusal::Refusal;
use restart_guess::RestartGuess;
use settings::PlaySettings;
use work::WaitingTask;

use super::limits::HostLimits;
use super::system::System;
use crate::base::Color;
use crate::base::score::DRAW;
use crate::engine::{Engine, EngineError, EngineEvent, Listener, RootFilter};
use crate::eval::EvaluationFamily;
use crate::eval::network::{MAX_NETWORK_BYTES, Network};
use crate::game::{GameRecord, Variant};
use crate::search::Limits;
use crate::util::clock::Instant;
use crate::util::sync::{lock, processors};

/// The number of turns without progress after which a draw may be offered.
const STALE_HALFMOVES: u32 = 24;

/// The engine of one host.
pub struct HostedEngine {
    engine: Engine,
    listener: EventListener,
    limits: HostLimits,
    system: Arc<dyn System>,
    host_log: HostLog,
    settings: PlaySettings,
    dialect: Dialect,
    /// Whether the host has chosen the variant. Until then, a USHI position may change it.
    is_variant_chosen: bool,
    /// Whether to send the additional messages of `debug on`.
    debug: bool,
    /// What the engine shares with the senders of its events.
    shared: Arc<SharedState>,
    /// Whether the host seems to start a new process for each jump.
    restart_guess: RestartGuess,
    /// Stops the last annotation.
    annotation: AnnotationHandle,
    books: Books,
    /// Whether to play from a book.
    plays_from_book: bool,
    /// Whether the host has named the file of a network.
    names_network: bool,
    /// Whether the host has said which endgame tables to use.
    names_tables: bool,
    /// The task that waits for files.
    waiting: Option<WaitingTask>,
}

impl HostedEngine {
    /// Creates an engine for a host with these limits. Its events go to `listener`.
    pub fn new(limits: HostLimits, system: Arc<dyn System>, listener: EventListener) -> Self {
        let mut engine = Engine::with_hash(limits.default_hash());
        if limits.shares_cores {
            engine.share_cores();
        }
        if let Some(host) = system.task_host() {
            engine.use_host_thread(host);
        }
        Self {
            engine,
            listener,
            limits,
            system,
            host_log: HostLog::default(),
            settings: PlaySettings::default(),
            dialect: Dialect::default(),
            is_variant_chosen: false,
            debug: false,
            shared: Arc::default(),
            restart_guess: RestartGuess::new(Instant::now()),
            annotation: AnnotationHandle::default(),
            books: Books::default(),
            plays_from_book: false,
            names_network: false,
            names_tables: false,
            waiting: None,
        }
    }

    /// Sets the number of search threads, up to the host's maximum; 0 means one for each
    /// core.
    fn set_threads(&mut self, threads: usize) -> Result<(), Refusal> {
        let threads = if threads == 0 { processors() } else { threads };
        let allowed = threads.min(self.limits.max_threads);
        Ok(self.engine.set_threads(allowed)?)
    }

    /// Chooses the variant, with the rules that the host has chosen; does nothing for `None`.
    fn choose_variant(&mut self, variant: Option<Variant>) -> Result<(), Refusal> {
        if let Some(variant) = variant {
            self.engine
                .set_variant(self.settings.with_chosen_rules(variant))?;
            self.is_variant_chosen = true;
        }
        Ok(())
    }

    /// Chooses the variant that has this version number in ShatraBase; does nothing if no
    /// variant has it.
    fn choose_version(&mut self, version: &str) -> Result<(), Refusal> {
        let version = version.parse().ok();
        let has_version = |variant: &Variant| variant.ushi_version() == version;
        self.choose_variant(version.and_then(|_| Variant::ALL.into_iter().find(has_version)))
    }

    /// Selects Fairy-Stockfish's rules or the engine's own.
    fn set_fairy_rules(&mut self, on: bool) -> Result<(), Refusal> {
        let previous = std::mem::replace(&mut self.settings.fairy_rules, on);
        let variant = self.settings.with_chosen_rules(self.engine.variant());
        self.engine.set_variant(variant).map_err(|error| {
            self.settings.fairy_rules = previous;
            error.into()
        })
    }

    /// Continues the debug log in the file at `path`; closes the log if `path` is empty.
    fn open_debug_log(&mut self, path: &str) -> Result<(), Refusal> {
        let opened = self.system.open_debug_log(path);
        opened.map_err(|error| Refusal::DebugLog(path.to_owned(), error))
    }

    /// Loads the network in a file, or restores those that are part of the program if `path` is
    /// empty. A network for a family other than that of the chosen variant
    /// is refused. Before the host has chosen a variant, any network is accepted.
    fn load_network(&mut self, path: &str) -> Result<(), Refusal> {
        if path.is_empty() {
            self.names_network = false;
            self.engine.set_networks(self.system.shipped_networks());
            return Ok(());
        }
        let bytes = self.system.read_file(path, MAX_NETWORK_BYTES);
        let bytes = bytes.map_err(|error| Refusal::UnreadableNetwork(path.to_owned(), error))?;
        let network = if self.is_variant_chosen {
            let chosen = EvaluationFamily::of_variant(self.engine.variant());
            Network::read_for(&bytes, chosen)
        } else {
            Network::read(&bytes)
        };
        let network = network.map_err(|error| Refusal::Network(path.to_owned(), error))?;
        self.names_network = true;
        self.engine.insert_network(Arc::new(network));
        Ok(())
    }

    /// Selects the first variant of ShatraBase that accepts a USHI position, unless the current
    /// variant does. Call this only while the host has not chosen a variant.
    fn select_variant_for(&mut self, spn: &str) -> Result<(), EngineError> {
        let accepts = |variant: &Variant| variant.ushi_version().is_some() && variant.accepts(spn);
        if !self.engine.variant().accepts(spn)
            && let Some(variant) = Variant::ALL.into_iter().find(accepts)
        {
            self.engine.set_variant(variant)?;
        }
        Ok(())
    }

    /// Returns the clocks of White and Black in a `go` command.
    fn clocks(&self, go: &GoLimits) -> [SideClock; 2] {
        match go.clock {
            Clock::Colors { white, black } => [white, black],
            Clock::Players { own, opponent, .. } => match self.engine.game().side_to_move() {
                Color::White => [own, opponent],
                Color::Black => [opponent, own],
            },
        }
    }

    /// Converts the limits of a `go` command into those of a search.
    fn search_limits(&self, go: &GoLimits) -> Limits {
        let clocks = self.clocks(go);
        let overhead = self.settings.move_overhead(self.dialect);
        let is_host_on_clock = self.dialect.properties().host_is_on_clock;
        let meter = lock(&self.shared.lag);
        Limits {
            depth: go.depth.map(|depth| depth as usize),
            nodes: go.nodes,
            movetime: go.movetime.map(Duration::from_millis),
            mate: go.mate,
            clock: clocks.map(|clock| clock.time),
            increment: clocks.map(|clock| clock.increment.unwrap_or(0)),
            moves_to_go: go.movestogo,
            overhead,
            lag: meter.lag(if is_host_on_clock {
                self.expected_lag()
            } else {
                Duration::ZERO
            }),
            searches_jumps: is_host_on_clock,
            lag_is_assumed: is_host_on_clock && !meter.is_measured(),
            infinite: go.infinite,
            ponder: go.ponder,
        }
    }

    /// Returns the time that the host is expected to take from the clock with each search,
    /// until that time is measured: what the host sets (`Move Overhead`) or, for a host that seems
    /// to start a process for each jump, what such hosts are known to take.
    fn expected_lag(&self) -> Duration {
        match (self.settings.move_overhead, self.restart_guess.lag()) {
            (None, Some(lag)) => lag,
            _ => self.settings.move_overhead(self.dialect),
        }
    }

    /// Records that a position was set.
    fn record_position(&mut self) {
        let game = self.engine.game();
        let is_start = || game.key() == GameRecord::new(game.variant()).key();
        self.restart_guess.record_position(is_start);
    }

    /// Starts the search that a `go` command requests.
    fn search(&mut self, go: GoLimits, listener: Listener) {
        self.shared.draw_offered.store(go.draw, Ordering::Relaxed);
        self.shared.pondering.store(go.ponder, Ordering::Relaxed);
        self.engine.set_strength(self.settings.strength());
        let is_analysis = self.settings.analyse || go.infinite;
        let contempt = if is_analysis {
            DRAW
        } else {
            self.settings.contempt
        };
        let repetition_draw = self.settings.repetition_draw(self.dialect);
        let settings = self.engine.search_settings_mut();
        (settings.contempt, settings.repetition_draw) = (contempt, repetition_draw);
        let side = self.engine.game().side_to_move();
        let own = self.clocks(&go)[side.index()];
        // A ponder search does not use the engine's time.
        let clock = own.time.filter(|_| !go.ponder && !go.infinite);
        let now = Instant::now();
        let increment = own.increment.unwrap_or(0);
        lock(&self.shared.lag).record_go(side, clock, increment, now);
        if clock.is_some() {
            self.restart_guess.record_clocked_search(now);
        }
        if self.play_from_book(&go, &listener) {
            return;
        }
        let limits = self.search_limits(&go);
        if self.debug {
            let variant = self.engine.variant().id();
            let limits = describe_limits(&limits);
            listener(EngineEvent::Text(format!("searching {variant}, {limits}")));
        }
        let root_filter = RootFilter {
            only: go.searchmoves,
            ignored: go.ignoremoves,
        };
        self.engine.search(limits, root_filter, listener);
    }

    /// Starts an annotation, with the networks, the tables and the limits of the searches.
    fn annotate(&mut self, id: TaskId, mut annotation: Annotation) -> Result<(), Refusal> {
        annotation.use_files(self.engine.networks(), self.engine.endgame_tables().clone());
        annotation.keep_to(&self.limits);
        let host = self.system.task_host();
        let (work, handle) = annotation.into_work(id, Arc::clone(&self.listener), host);
        let started = self.system.start_work("annotation", work);
        started.map_err(Refusal::Thread)?;
        self.annotation = handle;
        Ok(())
    }

    fn event_sender(&self, id: TaskId, task: &Task) -> EventSender {
        // An analysis needs no verdict on ending the game.
        let is_play = matches!(task, Task::Search(go) if !go.infinite);
        let needs_verdict = is_play && !self.settings.analyse;
        let several_lines = self.engine.search_settings().multipv > 1;
        EventSender {
            listener: Arc::clone(&self.listener),
            id,
            wdl: self.settings.show_wdl.then(|| self.engine.wdl_curve()),
            shows_rank: several_lines || self.dialect.properties().multipv_of_one,
            needs_verdict,
            shared: Arc::clone(&self.shared),
            max_draw_score: DRAW + self.settings.draw_margin,
            is_stale: self.engine.game().halfmove_clock() >= STALE_HALFMOVES,
            baring_turns: baring_turns(self.engine.game()),
        }
    }
}

/// Returns a readable description of the main limits that are set.
fn describe_limits(limits: &Limits) -> String {
    let [white, black] = limits.clock;
    let descriptions = [
        limits.depth.map(|depth| format!("depth {depth}")),
        limits.nodes.map(|nodes| format!("nodes {nodes}")),
        limits.movetime.map(|time| format!("movetime {time:?}")),
        limits.mate.map(|moves| format!("mate {moves}")),
        white.map(|time| format!("clock of White {time} ms")),
        black.map(|time| format!("clock of Black {time} ms")),
        limits.infinite.then(|| "infinite".to_owned()),
        limits.ponder.then(|| "ponder".to_owned()),
    ];
    let descriptions: Vec<String> = descriptions.into_iter().flatten().collect();
    descriptions.join(", ")
}

// The arrays of clocks rely on this order of the colours.
const _: () = assert!(Color::White.index() == 0 && Color::Black.index() == 1);

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use batyr_protocol::{BackendEvent, Session};

    use super::*;
    use crate::host::system::NoSystem;

    /// Returns a session with an engine of its own, and the receiver of the engine's events.
    fn session_with_events() -> (Session<HostedEngine>, Receiver<(TaskId, BackendEvent)>) {
        let (sender, events) = channel();
        let listener = Arc::new(move |id, event| drop(sender.send((id, event))));
        let engine = HostedEngine::new(HostLimits::owner(), Arc::new(NoSystem), listener);
        (Session::new(engine), events)
    }

    /// Returns the lag that the engine allows for after successive searches with these
    /// clock times. `handshake` is the host's first command, and `increments` are words of `go`.
    fn lag_after(
        handshake: &str,
        increments: &str,
        clocks: impl IntoIterator<Item = i64>,
    ) -> Duration {
        let (mut session, events) = session_with_events();
        let mut out = Vec::new();
        let _ = session.line(handshake, &mut out);
        for clock in clocks {
            let go = format!("go wtime {clock} btime {clock} {increments} depth 1");
            let _ = session.line(&go, &mut out);
            while session.is_busy() {
                let (id, event) = events.recv_timeout(Duration::from_secs(60)).unwrap();
                let _ = session.event(id, event, &mut out);
            }
        }
        session.backend().search_limits(&GoLimits::depth(1)).lag
    }

    /// Returns the limits of the first search of a process that has received these lines.
    fn limits_of_first_search(lines: &[&str]) -> Limits {
        let (mut session, _events) = session_with_events();
        for line in lines {
            let _ = session.line(line, &mut Vec::new());
        }
        session.backend().search_limits(&GoLimits::depth(1))
    }

    #[test]
    fn a_process_that_begins_in_the_middle_of_a_game_expects_restarts() {
        let ms = Duration::from_millis;
        let start = "position spn SQSSRSBRB/K/SSSSSSS/7/7/7/7/sssssss/k/brbsrssqs w Tt - - - 1";
        let later = "position spn SQSSRSBRB/K/1SSSSSS/7/7/6S/7/sssssss/k/brbsrssqs b Tt - - 1 1";
        let overhead = "setoption name Move Overhead value 30";
        let clock = "go btime 30000 wtime 30000 movestogo 19";
        for (lines, lag) in [
            (&["ushi", start, clock][..], 100..=100),
            (&["ushi", later, clock], 450..=1000),
            (&["ushi", start, later, clock], 100..=100),
            (&["ushi", overhead, later, clock], 30..=30),
            (&["uci", later, clock], 0..=0),
        ] {
            let limits = limits_of_first_search(lines);
            let (min, max) = (ms(*lag.start()), ms(*lag.end()));
            assert!((min..=max).contains(&limits.lag), "{lines:?}: {limits:?}");
            assert_eq!(limits.lag_is_assumed, lines[0] == "ushi", "{lines:?}");
        }
    }

    #[test]
    fn moves_are_played_in_a_position_that_selects_the_variant() {
        let (mut session, _events) = session_with_events();
        let start = "SQSSRSBRB/K/SSSSSSS/7/7/7/7/sssssss/k/brbsrssqs w Tt - - - 1";
        for line in ["ushi", &format!("position spn {start} moves e5-e6")] {
            let _ = session.line(line, &mut Vec::new());
        }
        let game = session.backend().engine.game();
        assert_eq!(game.side_to_move(), Color::Black);
    }

    #[test]
    fn the_lag_of_a_host_is_measured_and_in_some_dialects_expected() {
        let ms = Duration::from_millis;
        let falling_clocks = || (0..9).map(|i| 60_000 - 400 * i);
        assert_eq!(lag_after("ushi", "", None), ms(100));
        assert_eq!(lag_after("uci", "", None), ms(0));
        for dialect in ["ushi", "uci"] {
            let measured = lag_after(dialect, "", falling_clocks());
            assert!(measured > ms(200) && measured <= ms(400), "{measured:?}");
            let unchanging = falling_clocks().map(|_| 60_000);
            assert_eq!(lag_after(dialect, "", unchanging), ms(0));
        }
        // This clock stands still because of a delay, in which the engine answers.
        let unchanging = || falling_clocks().map(|_| 60_000);
        let delay = "winc 2000 binc 2000";
        assert_eq!(lag_after("uci", delay, unchanging()), ms(0));
        // What falls in spite of an increment is measured still.
        let measured = lag_after("uci", "winc 50 binc 50", falling_clocks());
        assert!(measured > ms(200) && measured <= ms(450), "{measured:?}");
    }
}
