//! The engine's events as the conversation tells them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use batyr_protocol::{
    Bound as LineBound, Event as Told, HashEntry, Info, Score as LineScore, ScoreValue, SearchId,
    Wdl,
};
use tokio::sync::mpsc::UnboundedSender;

use super::verdict::Judge;
use crate::base::{Score, score};
use crate::engine::{Event, Known, Line};
use crate::eval::wdl::{Chances, Curve};
use crate::search::{Bound, LagMeter};

/// Tells the events of one task.
pub struct Teller {
    /// Where they go.
    pub events: UnboundedSender<(SearchId, Told)>,
    /// The task.
    pub id: SearchId,
    /// Tell the chances with each score, by this curve.
    pub wdl: Option<Curve>,
    /// Tell the rank of each line.
    pub ranks: bool,
    /// What to think of the end of the game; `None` where nobody asks.
    pub judge: Option<Arc<Mutex<Judge>>>,
    /// The answer is for the game: not for a turn that was only pondered on.
    pub counts: Arc<AtomicBool>,
    /// The opponent offers a draw; he may do so while he is pondered on.
    pub offered: Arc<AtomicBool>,
    /// Measures what the host takes of the clock.
    pub lag: Arc<Mutex<LagMeter>>,
    /// A draw is taken up to this score.
    pub draw: Score,
    /// Nothing has happened on the board for long.
    pub is_stale: bool,
    /// Turns that win at once without a mate.
    pub baring: Vec<String>,
}

impl Teller {
    /// Tells an event.
    pub fn tell(&self, event: Event) {
        if matches!(event, Event::Done { .. }) {
            let mut lag = self.lag.lock().unwrap_or_else(PoisonError::into_inner);
            lag.answered(Instant::now());
        }
        let told = match event {
            Event::Line(line) if line.pv.is_empty() => Told::Info(Box::new(over(line.score))),
            Event::Line(line) => Told::Info(Box::new(self.info(line))),
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
            Event::Done {
                best,
                ponder,
                score,
            } => Told::Done {
                best,
                ponder,
                verdict: self
                    .judge
                    .as_ref()
                    .filter(|_| self.counts.load(Ordering::Relaxed))
                    .and_then(|judge| {
                        let mut judge = judge.lock().unwrap_or_else(PoisonError::into_inner);
                        let offered = self.offered.load(Ordering::Relaxed);
                        judge.judge(score?, offered, self.draw, self.is_stale)
                    }),
            },
        };
        // Nobody listens any more when the conversation is over.
        let _ = self.events.send((self.id, told));
    }

    fn info(&self, line: Line) -> Info {
        let rank = u32::try_from(line.multipv).ok();
        let score = self.as_mate(&line);
        Info {
            depth: u32::try_from(line.depth).ok(),
            seldepth: u32::try_from(line.seldepth).ok(),
            multipv: rank.filter(|_| self.ranks),
            score: Some(shown(score, line.bound)),
            wdl: self.wdl.map(|curve| chances(line.score, curve)),
            nodes: Some(line.nodes),
            nps: Some(line.nps),
            hashfull: Some(line.hashfull),
            time: Some(line.time.as_millis() as u64),
            pv: line.pv,
            ..Info::default()
        }
    }

    /// The score, where a baring counts as a mate one turn later. Hosts take
    /// `mate 1` for a mate on the board, and claim it; to chess GUIs a king is
    /// lost by baring when its side has had its turn.
    fn as_mate(&self, line: &Line) -> Score {
        let bares = || {
            let first = line.pv.first();
            first.is_some_and(|turn| self.baring.contains(turn))
        };
        if line.score == score::win_in(1) && bares() {
            score::win_in(3)
        } else {
            line.score
        }
    }
}

/// What is told of a game that is over.
fn over(score: Score) -> Info {
    Info {
        depth: Some(0),
        score: Some(shown(score, Bound::Exact)),
        ..Info::default()
    }
}

fn value(score: Score) -> ScoreValue {
    match score::moves_to_end(score) {
        Some(moves) => ScoreValue::Mate(moves),
        None => ScoreValue::Cp(score),
    }
}

fn shown(score: Score, bound: Bound) -> LineScore {
    let value = value(score);
    let bound = match bound {
        Bound::Exact => None,
        Bound::Lower => Some(LineBound::Lower),
        Bound::Upper => Some(LineBound::Upper),
    };
    LineScore { value, bound }
}

fn chances(score: Score, curve: Curve) -> Wdl {
    let Chances { win, draw, loss } = Chances::of(score, curve);
    Wdl { win, draw, loss }
}

/// What the table knows, as two bounds.
pub fn hash_entry(known: Known) -> HashEntry {
    let bound = (value(known.score), u32::try_from(known.depth).unwrap_or(0));
    HashEntry {
        best: known.best,
        lower: (known.bound != Bound::Upper).then_some(bound),
        upper: (known.bound != Bound::Lower).then_some(bound),
    }
}
