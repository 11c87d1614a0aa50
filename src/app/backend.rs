//! The engine behind a conversation: requests one way, events the other.

use std::sync::Arc;
use std::time::Duration;

use batyr_protocol::{
    Backend, Bound as LineBound, Dialect, EngineId, Event as Told, Info, Limits as Asked,
    Notation as Spoken, OptionSpec, OptionValue, PositionStart, Query, Score as LineScore,
    ScoreValue, SearchId, Task,
};
use tokio::sync::mpsc::UnboundedSender;

use super::allowance::Allowance;
use super::debug_log::DebugLog;
use super::options;
use super::refusal::Refusal;
use crate::base::{Color, Score, score};
use crate::engine::{BENCH_DEPTH, Engine, EngineError, Event, Line, Listener, Notation, Variant};
use crate::search::{Bound, Limits};

/// One host's engine.
#[derive(Debug)]
pub struct HostedEngine {
    engine: Engine,
    events: UnboundedSender<(SearchId, Told)>,
    allowance: Allowance,
    log: DebugLog,
    overhead: Duration,
    notation: Notation,
    /// The host has chosen the game; else a USHI position may.
    variant_chosen: bool,
}

impl HostedEngine {
    /// An engine whose events go to `events`, for a host with this allowance.
    pub fn new(
        allowance: Allowance,
        log: DebugLog,
        events: UnboundedSender<(SearchId, Told)>,
    ) -> Self {
        Self {
            engine: Engine::with_hash(allowance.default_hash()),
            events,
            allowance,
            log,
            overhead: Duration::from_millis(options::DEFAULT_OVERHEAD as u64),
            notation: Notation::Turns,
            variant_chosen: false,
        }
    }

    fn choose(&mut self, variant: Option<Variant>) -> Result<(), EngineError> {
        if let Some(variant) = variant {
            self.engine.set_variant(variant)?;
            self.variant_chosen = true;
        }
        Ok(())
    }

    /// Sets a USHI position of the game that the board fits: a host that never
    /// named one means that.
    fn set_position_of_any_game(&mut self, spn: &str) -> Result<(), EngineError> {
        let fits = |variant: &Variant| variant.ushi_version().is_some() && variant.accepts(spn);
        if !self.engine.variant().accepts(spn)
            && let Some(variant) = Variant::ALL.into_iter().find(fits)
        {
            self.engine.set_variant(variant)?;
        }
        self.engine.set_position(Some(spn), &[])
    }

    fn limits(&self, asked: &Asked) -> Limits {
        let clocks = [asked.clock.white, asked.clock.black];
        Limits {
            depth: asked.depth.map(|depth| depth as usize),
            nodes: asked.nodes,
            movetime: asked.movetime.map(Duration::from_millis),
            mate: asked.mate,
            clock: clocks.map(|clock| clock.time),
            increment: clocks.map(|clock| clock.increment.unwrap_or(0)),
            moves_to_go: asked.movestogo,
            overhead: self.overhead,
            infinite: asked.infinite,
            ponder: asked.ponder,
        }
    }
}

impl Backend for HostedEngine {
    type Error = Refusal;

    fn engine_id(&self) -> EngineId {
        EngineId {
            name: concat!("Batyr ", env!("CARGO_PKG_VERSION")).to_owned(),
            author: "the Batyr authors".to_owned(),
        }
    }

    fn options(&self, dialect: Dialect) -> Vec<OptionSpec> {
        options::of(dialect, &self.allowance)
    }

    fn select_notation(&mut self, notation: Spoken) {
        self.notation = match notation {
            Spoken::Turns => Notation::Turns,
            Spoken::Jumps => Notation::Jumps,
        };
        self.engine.set_notation(self.notation);
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), Refusal> {
        let count = |number: i64| usize::try_from(number).unwrap_or(0);
        match (name, value) {
            (options::HASH, OptionValue::Spin(n)) => self.engine.set_hash(count(*n))?,
            (options::THREADS, OptionValue::Spin(n)) => self.engine.set_threads(count(*n))?,
            (options::MULTI_PV, OptionValue::Spin(n)) => self.engine.set_multipv(count(*n)),
            (options::CLEAR_HASH, OptionValue::Button) => self.engine.clear(),
            (options::MOVE_OVERHEAD, OptionValue::Spin(n)) => {
                self.overhead = Duration::from_millis(n.unsigned_abs());
            }
            (options::UCI_VARIANT, OptionValue::Combo(id)) => {
                self.choose(Variant::from_id(id))?;
            }
            (options::SHATRA_VERSION, OptionValue::Combo(version)) => {
                let fits = |variant: &Variant| {
                    variant
                        .ushi_version()
                        .is_some_and(|v| v.to_string() == *version)
                };
                self.choose(Variant::ALL.into_iter().find(fits))?;
            }
            (options::DEBUG_LOG_FILE, OptionValue::Text(path)) => {
                self.log.set(path).map_err(|source| Refusal::File {
                    path: path.clone(),
                    source,
                })?;
            }
            // Nothing depends on these two: the engine plays the same.
            (options::PONDER | options::USHI_ANALYSE_MODE, _) => {}
            (name, value) => log::error!("option {name} = {value:?} is not wired"),
        }
        Ok(())
    }

    fn set_position(&mut self, start: &PositionStart, moves: &[String]) -> Result<(), Refusal> {
        match start {
            PositionStart::StartPos => self.engine.set_position(None, moves)?,
            PositionStart::Spn(spn) if self.notation == Notation::Jumps && !self.variant_chosen => {
                self.set_position_of_any_game(spn)?;
            }
            PositionStart::Spn(spn) => self.engine.set_position(Some(spn), moves)?,
        }
        Ok(())
    }

    fn flip(&mut self) -> Result<(), Refusal> {
        Ok(self.engine.flip()?)
    }

    fn new_game(&mut self) {
        self.engine.clear();
    }

    fn start(&mut self, id: SearchId, task: &Task) -> Result<(), Refusal> {
        let events = self.events.clone();
        let listener: Listener = Arc::new(move |event| {
            // Nobody listens any more when the conversation is over.
            let _ = events.send((id, told(event)));
        });
        match task {
            Task::Search(asked) => {
                let limits = self.limits(asked);
                self.engine.search(limits, &asked.searchmoves, listener);
            }
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

    fn ponder_hit(&mut self) {
        self.engine.ponder_hit();
    }

    fn show(&mut self, query: Query) -> String {
        match query {
            Query::Board => self.engine.board(),
            Query::Eval => self.engine.evaluation(),
        }
    }
}

/// The engine's event as the conversation tells it.
fn told(event: Event) -> Told {
    match event {
        Event::Line(line) => Told::Info(Box::new(info(line))),
        Event::Current {
            depth,
            turn,
            number,
        } => Told::Info(Box::new(Info {
            depth: u32::try_from(depth).ok(),
            currmove: Some(turn),
            currmovenumber: u32::try_from(number).ok(),
            ..Info::default()
        })),
        Event::Text(text) => Told::Text(text),
        Event::Error(error) => Told::Error(error),
        Event::Done { best, ponder } => Told::Done { best, ponder },
    }
}

fn info(line: Line) -> Info {
    Info {
        depth: u32::try_from(line.depth).ok(),
        seldepth: u32::try_from(line.seldepth).ok(),
        multipv: u32::try_from(line.multipv).ok(),
        score: Some(shown(line.score, line.bound)),
        nodes: Some(line.nodes),
        nps: Some(line.nps),
        hashfull: Some(line.hashfull),
        time: Some(line.time.as_millis() as u64),
        pv: line.pv,
        ..Info::default()
    }
}

fn shown(score: Score, bound: Bound) -> LineScore {
    let value = match score::moves_to_end(score) {
        Some(moves) => ScoreValue::Mate(moves),
        None => ScoreValue::Cp(score),
    };
    let bound = match bound {
        Bound::Exact => None,
        Bound::Lower => Some(LineBound::Lower),
        Bound::Upper => Some(LineBound::Upper),
    };
    LineScore { value, bound }
}

/// Which side a clock belongs to is decided by the order of this list.
const _: () = assert!(Color::White.index() == 0 && Color::Black.index() == 1);
