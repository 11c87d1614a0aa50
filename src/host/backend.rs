//! The engine behind a conversation: it takes the session's requests and sends
//! it events.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use batyr_protocol::{
    Backend, Clock, Dialect, EngineId, Event as Told, HashEntry, Limits as Asked,
    Notation as Spoken, OptionSpec, OptionValue, PositionStart, Query, SearchId, Task,
};
use tokio::sync::mpsc::UnboundedSender;

use super::allowance::Allowance;
use super::debug_log::DebugLog;
use super::options::{self, Setting, chosen};
use super::peer_log::PeerLog;
use super::refusal::Refusal;
use super::settings::Settings;
use super::telling::{Teller, hash_entry};
use super::verdict::Judge;
use crate::base::Color;
use crate::engine::{BENCH_DEPTH, Engine, EngineError, Event, Listener, Notation, Variant};
use crate::search::{LagMeter, Limits};

/// The number of turns without progress from which a draw may be offered.
const STALE: u32 = 24;

/// The engine of one host.
#[derive(Debug)]
pub struct HostedEngine {
    engine: Engine,
    events: UnboundedSender<(SearchId, Told)>,
    allowance: Allowance,
    log: DebugLog,
    peer_log: PeerLog,
    settings: Settings,
    dialect: Dialect,
    /// Whether the host has chosen the game; until then a USHI position may.
    variant_chosen: bool,
    /// Whether the search reports several lines.
    several_lines: bool,
    /// Whether to report more than the protocol requires.
    debug: bool,
    judge: Arc<Mutex<Judge>>,
    /// Whether the opponent has offered a draw that the running search must
    /// answer.
    offered: Arc<AtomicBool>,
    /// Whether the running search is not pondering.
    counts: Arc<AtomicBool>,
    /// The measurement of the time that the host takes off the clock.
    lag: Arc<Mutex<LagMeter>>,
}

impl HostedEngine {
    /// Creates an engine whose events go to `events`, for a host with this
    /// allowance.
    pub fn new(
        allowance: Allowance,
        log: DebugLog,
        events: UnboundedSender<(SearchId, Told)>,
    ) -> Self {
        let mut engine = Engine::with_hash(allowance.default_hash());
        if allowance.shares_cores {
            engine.share_cores();
        }
        Self {
            engine,
            events,
            allowance,
            log,
            peer_log: PeerLog::default(),
            settings: Settings::default(),
            dialect: Dialect::Uci,
            variant_chosen: false,
            several_lines: false,
            debug: false,
            judge: Arc::default(),
            offered: Arc::default(),
            counts: Arc::default(),
            lag: Arc::default(),
        }
    }

    fn choose(&mut self, variant: Option<Variant>) -> Result<(), EngineError> {
        if let Some(variant) = variant {
            self.engine.set_variant(self.settings.ruled(variant))?;
            self.variant_chosen = true;
        }
        Ok(())
    }

    /// Sets a USHI position, and the game that its board fits if the current
    /// one does not: a host that has never named a game means that one.
    fn set_position_of_any_game(&mut self, spn: &str) -> Result<(), EngineError> {
        let fits = |variant: &Variant| variant.ushi_version().is_some() && variant.accepts(spn);
        if !self.engine.variant().accepts(spn)
            && let Some(variant) = Variant::ALL.into_iter().find(fits)
        {
            self.engine.set_variant(variant)?;
        }
        self.engine.set_position(Some(spn), &[])
    }

    /// Sets the number of search threads, as far as the host may have them; 0
    /// means one for each core.
    fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let threads = if threads == 0 { cores() } else { threads };
        self.engine
            .set_threads(threads.min(self.allowance.max_threads))
    }

    fn set_number(&mut self, setting: Setting, number: i64) -> Result<(), EngineError> {
        let count = usize::try_from(number).unwrap_or(0);
        match setting {
            Setting::Hash => self.engine.set_hash(count)?,
            Setting::Threads => self.set_threads(count)?,
            Setting::MultiPv => {
                self.several_lines = count > 1;
                self.engine.set_multipv(count);
            }
            Setting::MoveOverhead => {
                self.settings.overhead = Some(Duration::from_millis(number.unsigned_abs()));
            }
            Setting::Elo => self.settings.elo = number,
            Setting::SkillLevel => self.settings.level = number,
            _ => not_wired(setting),
        }
        Ok(())
    }

    fn set_check(&mut self, setting: Setting, on: bool) -> Result<(), EngineError> {
        match setting {
            Setting::FairyRules => {
                let before = std::mem::replace(&mut self.settings.fairy, on);
                let ruled = self.settings.ruled(self.engine.variant());
                if let Err(error) = self.engine.set_variant(ruled) {
                    self.settings.fairy = before;
                    return Err(error);
                }
            }
            Setting::AnalyseMode => self.settings.analyse = on,
            Setting::LimitStrength => self.settings.limit = on,
            Setting::ShowWdl => self.settings.wdl = on,
            // The engine ponders whenever the host asks, and has no book to
            // use.
            Setting::Ponder | Setting::UseBook => {}
            _ => not_wired(setting),
        }
        Ok(())
    }

    fn set_choice(&mut self, setting: Setting, choice: &str) -> Result<(), EngineError> {
        match setting {
            Setting::Variant => self.choose(Variant::from_id(choice))?,
            Setting::ShatraVersion => {
                let version = choice.parse().ok();
                let fits = |variant: &Variant| variant.ushi_version() == version;
                let named = version.and_then(|_| Variant::ALL.into_iter().find(fits));
                self.choose(named)?;
            }
            Setting::Idle => {
                let percent = chosen(&options::IDLE, choice);
                self.engine.set_idle(percent.unwrap_or_default());
            }
            Setting::Randomness => {
                let spread = chosen(&options::RANDOMNESS, choice);
                self.settings.randomness = spread.unwrap_or_default();
            }
            Setting::Style => {
                self.settings.draw = chosen(&options::STYLE, choice).unwrap_or_default();
            }
            _ => not_wired(setting),
        }
        Ok(())
    }

    fn set_text(&mut self, setting: Setting, text: &str) -> Result<(), Refusal> {
        match setting {
            Setting::DebugLogFile => self.log.set(text).map_err(|source| Refusal::File {
                path: text.to_owned(),
                source,
            })?,
            Setting::Opponent => self.peer_log.info("the opponent is", text),
            // The description of the engine is read-only.
            Setting::EngineAbout => {}
            _ => not_wired(setting),
        }
        Ok(())
    }

    fn limits(&self, asked: &Asked) -> Limits {
        let clocks = match asked.clock {
            Clock::Colors { white, black } => [white, black],
            Clock::Players { own, opponent, .. } => match self.engine.game().side_to_move() {
                Color::White => [own, opponent],
                Color::Black => [opponent, own],
            },
        };
        let overhead = self.settings.overhead(self.dialect);
        let lag = || lock(&self.lag).lag(overhead);
        Limits {
            depth: asked.depth.map(|depth| depth as usize),
            nodes: asked.nodes,
            movetime: asked.movetime.map(Duration::from_millis),
            mate: asked.mate,
            clock: clocks.map(|clock| clock.time),
            increment: clocks.map(|clock| clock.increment.unwrap_or(0)),
            moves_to_go: asked.movestogo,
            overhead,
            lag: self
                .dialect
                .host_is_on_clock()
                .then(lag)
                .unwrap_or_default(),
            infinite: asked.infinite,
            ponder: asked.ponder,
        }
    }

    fn search(&mut self, asked: &Asked, listener: Listener) {
        self.offered.store(asked.draw, Ordering::Relaxed);
        self.counts.store(!asked.ponder, Ordering::Relaxed);
        self.engine.set_strength(self.settings.strength());
        let side = self.engine.game().side_to_move();
        let own = self.limits(asked).clock[side.index()];
        // A ponder search uses the opponent's time.
        let clock = own.filter(|_| !asked.ponder && !asked.infinite);
        lock(&self.lag).go(side, clock, Instant::now());
        let limits = self.limits(asked);
        if self.debug {
            let variant = self.engine.variant().id();
            listener(Event::Text(format!(
                "searching {variant}, {}",
                in_words(&limits)
            )));
        }
        self.engine.search(limits, &asked.searchmoves, listener);
    }

    fn teller(&self, id: SearchId, task: &Task) -> Teller {
        // An analysis needs no verdict on how to end the game.
        let plays = matches!(task, Task::Search(asked) if !asked.infinite);
        Teller {
            events: self.events.clone(),
            id,
            wdl: self.settings.wdl.then(|| self.engine.curve()),
            ranks: self.several_lines || self.dialect != Dialect::Ucci,
            judge: (plays && !self.settings.analyse).then(|| Arc::clone(&self.judge)),
            offered: Arc::clone(&self.offered),
            counts: Arc::clone(&self.counts),
            lag: Arc::clone(&self.lag),
            draw: self.settings.draw,
            is_stale: self.engine.game().halfmoves() >= STALE,
            baring: self.engine.game().baring_turns(),
        }
    }
}

/// Locks a mutex, poisoned or not: a panic leaves no shared value half changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Describes the limits that are set, for a person.
fn in_words(limits: &Limits) -> String {
    let [white, black] = limits.clock;
    let fields = [
        ("depth", limits.depth.map(|depth| depth.to_string())),
        ("nodes", limits.nodes.map(|nodes| nodes.to_string())),
        ("movetime", limits.movetime.map(|time| format!("{time:?}"))),
        ("mate", limits.mate.map(|moves| moves.to_string())),
        ("clock of White", white.map(|time| format!("{time} ms"))),
        ("clock of Black", black.map(|time| format!("{time} ms"))),
        ("infinite", limits.infinite.then(String::new)),
        ("ponder", limits.ponder.then(String::new)),
    ];
    let set = fields.into_iter().filter_map(|(name, value)| {
        let text = format!("{name} {}", value?);
        Some(text.trim_end().to_owned())
    });
    set.collect::<Vec<_>>().join(", ")
}

/// Logs that an option is declared but has no effect, a fault of this program.
fn not_wired(setting: Setting) {
    log::error!("option {setting:?} is not wired");
}

/// Returns the position text as the engine expects it; `None` for the start
/// position.
fn spn(start: &PositionStart) -> Option<&str> {
    match start {
        PositionStart::StartPos => None,
        PositionStart::Spn(spn) => Some(spn),
    }
}

impl Backend for HostedEngine {
    type Error = Refusal;

    fn engine_id(&self) -> EngineId {
        EngineId {
            name: concat!("Batyr ", env!("CARGO_PKG_VERSION")).to_owned(),
            author: "the Batyr authors".to_owned(),
            copyright: "2026 the Batyr authors, MIT or Apache-2.0".to_owned(),
            user: String::new(),
        }
    }

    fn options(&self, dialect: Dialect) -> Vec<OptionSpec> {
        options::of(dialect, &self.allowance)
    }

    fn select_dialect(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        self.engine.set_notation(match dialect.notation() {
            Spoken::Turns => Notation::Turns,
            Spoken::Jumps => Notation::Jumps,
        });
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), Refusal> {
        let Some(setting) = Setting::named(name) else {
            log::error!("option {name} is not known");
            return Ok(());
        };
        match value {
            OptionValue::Spin(number) => self.set_number(setting, *number)?,
            OptionValue::Check(on) => self.set_check(setting, *on)?,
            OptionValue::Combo(choice) => self.set_choice(setting, choice)?,
            OptionValue::Text(text) => self.set_text(setting, text)?,
            OptionValue::Button => self.engine.clear(),
        }
        Ok(())
    }

    fn set_position(&mut self, start: &PositionStart, moves: &[String]) -> Result<(), Refusal> {
        match spn(start) {
            Some(spn) if self.dialect.notation() == Spoken::Jumps && !self.variant_chosen => {
                self.set_position_of_any_game(spn)?;
            }
            spn => self.engine.set_position(spn, moves)?,
        }
        Ok(())
    }

    fn ban_moves(&mut self, moves: &[String]) -> Result<(), Refusal> {
        Ok(self.engine.ban(moves)?)
    }

    fn probe(
        &mut self,
        start: &PositionStart,
        moves: &[String],
    ) -> Result<Option<HashEntry>, Refusal> {
        let known = self.engine.probe(spn(start), moves)?;
        Ok(known.map(hash_entry))
    }

    fn static_score(&mut self) -> i32 {
        self.engine.static_score()
    }

    fn flip(&mut self) -> Result<(), Refusal> {
        Ok(self.engine.flip()?)
    }

    fn new_game(&mut self) {
        self.engine.clear();
        *lock(&self.judge) = Judge::default();
    }

    fn start(&mut self, id: SearchId, task: &Task) -> Result<(), Refusal> {
        let teller = self.teller(id, task);
        let listener: Listener = Arc::new(move |event| teller.tell(event));
        match task {
            Task::Search(asked) => self.search(asked, listener),
            Task::Perft(depth) => self.engine.perft(*depth, listener),
            Task::Bench(_) if !self.allowance.bench => return Err(Refusal::NotOffered("bench")),
            Task::Bench(words) => {
                let depth = match words.first() {
                    None => BENCH_DEPTH,
                    Some(word) => word
                        .parse()
                        .map_err(|_| EngineError::BenchDepth(word.clone()))?,
                };
                self.engine.bench(depth, listener);
            }
        }
        Ok(())
    }

    fn stop(&mut self) {
        self.engine.stop();
    }

    fn ponder_hit(&mut self, draw: bool) {
        if draw {
            self.offered.store(true, Ordering::Relaxed);
        }
        self.counts.store(true, Ordering::Relaxed);
        self.engine.ponder_hit();
    }

    fn show(&mut self, query: Query) -> String {
        match query {
            Query::Board => self.engine.board(),
            Query::Eval => self.engine.evaluation(),
        }
    }

    fn set_debug(&mut self, on: bool) {
        self.debug = on;
    }
}

/// The lists of clocks rely on this order of the colours.
const _: () = assert!(Color::White.index() == 0 && Color::Black.index() == 1);

#[cfg(test)]
mod tests {
    use batyr_protocol::Session;
    use tokio::sync::mpsc::unbounded_channel;

    use super::*;

    /// Returns the lag that the engine plans for after searches with these
    /// clocks, one after the other.
    fn lag_after(opening: &str, clocks: impl IntoIterator<Item = i64>) -> Duration {
        let (events, mut heard) = unbounded_channel();
        let engine = HostedEngine::new(Allowance::owner(), DebugLog::default(), events);
        let mut session = Session::new(engine);
        let mut out = Vec::new();
        let _ = session.line(opening, &mut out);
        for clock in clocks {
            let go = format!("go wtime {clock} btime {clock} depth 1");
            let _ = session.line(&go, &mut out);
            while session.is_busy() {
                let (id, event) = heard.blocking_recv().unwrap();
                let _ = session.event(id, event, &mut out);
            }
        }
        session.backend().limits(&Asked::depth(1)).lag
    }

    #[test]
    fn the_lag_of_a_host_is_learnt_where_it_is_on_the_clock() {
        let ms = Duration::from_millis;
        let falling = || (0..9).map(|i| 60_000 - 400 * i);
        assert_eq!(lag_after("ushi", None), ms(100));
        let learnt = lag_after("ushi", falling());
        assert!(learnt > ms(200) && learnt <= ms(400), "{learnt:?}");
        assert_eq!(lag_after("ushi", falling().map(|_| 60_000)), ms(0));
        assert_eq!(lag_after("uci", falling()), ms(0));
    }
}
