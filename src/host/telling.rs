//! The conversion of the engine's events into those of the conversation.

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
use crate::eval::wdl::{Chances, WdlCurve};
use crate::search::{Bound, LagMeter};

/// The sender of the events of one task.
pub struct Teller {
    /// The channel to the conversation.
    pub events: UnboundedSender<(SearchId, Told)>,
    /// The number of the task.
    pub id: SearchId,
    /// The curve by which the chances of win, draw and loss are reported with
    /// each score; `None` if they are not.
    pub wdl: Option<WdlCurve>,
    /// Whether to report the rank of each line.
    pub ranks: bool,
    /// The judge of draws and resignations; `None` where nobody asks for a
    /// verdict.
    pub judge: Option<Arc<Mutex<Judge>>>,
    /// Whether the search is not pondering, so that its answer is for the game.
    pub counts: Arc<AtomicBool>,
    /// Whether the opponent has offered a draw, which may also happen during a
    /// ponder search.
    pub offered: Arc<AtomicBool>,
    /// The measurement of the time that the host takes off the clock.
    pub lag: Arc<Mutex<LagMeter>>,
    /// The score up to which an offered draw is accepted, in centipawns.
    pub draw: Score,
    /// Whether there has been no progress on the board for long.
    pub is_stale: bool,
    /// The turns that win at once without a mate, by baring.
    pub baring: Vec<String>,
}

impl Teller {
    /// Converts an event and sends it to the conversation.
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
        // Sending fails if the conversation is over.
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

    /// Returns the score of a line, where a baring counts as a mate one turn
    /// later. Hosts take `mate 1` for a mate on the board, and claim it; for
    /// chess GUIs a king is lost by baring only once its side has had its turn.
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

/// Returns the report on a game that is over.
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

fn chances(score: Score, curve: WdlCurve) -> Wdl {
    let Chances { win, draw, loss } = Chances::of(score, curve);
    Wdl { win, draw, loss }
}

/// Converts an entry of the transposition table into two bounds.
pub fn hash_entry(known: Known) -> HashEntry {
    let bound = (value(known.score), u32::try_from(known.depth).unwrap_or(0));
    HashEntry {
        best: known.best,
        lower: (known.bound != Bound::Upper).then_some(bound),
        upper: (known.bound != Bound::Lower).then_some(bound),
    }
}
