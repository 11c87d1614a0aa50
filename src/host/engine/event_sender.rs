//! The conversion of the engine's events into events of the conversation.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use batyr_protocol::{
    BackendEvent, EngineScore, GameAction, HashEntry, InfoLine, ScoreBound, ScoreValue, TaskId, Wdl,
};
use tokio::sync::mpsc::UnboundedSender;

use super::verdict::VerdictPolicy;
use crate::base::{Score, score};
use crate::engine::{Event, Line, ProbeResult};
use crate::eval::wdl::{Chances, WdlCurve};
use crate::search::{Bound, LagMeter};

/// The sender of the events of one task.
pub struct EventSender {
    /// The channel to the conversation.
    pub events: UnboundedSender<(TaskId, BackendEvent)>,
    /// The number of the task.
    pub id: TaskId,
    /// The curve by which the chances of win, draw and loss are reported with
    /// each score; `None` if they are not.
    pub wdl: Option<WdlCurve>,
    /// Whether to report the rank of each line.
    pub shows_rank: bool,
    /// The policy for draws and resignations; `None` where the answer needs no
    /// verdict.
    pub verdict_policy: Option<Arc<Mutex<VerdictPolicy>>>,
    /// Whether the search is pondering, so that its answer is not played.
    pub pondering: Arc<AtomicBool>,
    /// Whether the opponent has offered a draw, which may also happen during a
    /// ponder search.
    pub draw_offered: Arc<AtomicBool>,
    /// The measurement of the time that the host takes off the clock.
    pub lag: Arc<Mutex<LagMeter>>,
    /// The score up to which an offered draw is accepted, in centipawns.
    pub draw_score: Score,
    /// Whether there has been no progress on the board for a long time.
    pub is_stale: bool,
    /// The turns that win at once without a mate, by baring.
    pub baring_turns: Vec<String>,
}

impl EventSender {
    /// Converts an event and sends it to the conversation.
    pub fn send(&self, event: Event) {
        if matches!(event, Event::Done { .. }) {
            let mut lag = self.lag.lock().unwrap_or_else(PoisonError::into_inner);
            lag.answered(Instant::now());
        }
        let converted = match event {
            Event::Line(line) if line.pv.is_empty() => {
                BackendEvent::Info(Box::new(game_over(line.score)))
            }
            Event::Line(line) => BackendEvent::Info(Box::new(self.info(line))),
            Event::Current {
                depth,
                turn,
                number,
            } => BackendEvent::Info(Box::new(InfoLine {
                depth: u32::try_from(depth).ok(),
                currmove: Some(turn),
                currmovenumber: u32::try_from(number).ok(),
                ..InfoLine::default()
            })),
            Event::Text(text) => BackendEvent::Text(text),
            Event::Error(error) => BackendEvent::Error(error),
            Event::Done {
                best,
                ponder,
                score,
            } => BackendEvent::Done {
                best,
                ponder,
                action: score.and_then(|score| self.verdict(score)),
            },
        };
        // Sending fails if the conversation is over.
        let _ = self.events.send((self.id, converted));
    }

    /// Returns the verdict to send with an answer of this score.
    fn verdict(&self, score: Score) -> Option<GameAction> {
        let policy = self.verdict_policy.as_ref()?;
        if self.pondering.load(Ordering::Relaxed) {
            return None;
        }
        let mut policy = policy.lock().unwrap_or_else(PoisonError::into_inner);
        let offered = self.draw_offered.load(Ordering::Relaxed);
        policy.verdict(score, offered, self.draw_score, self.is_stale)
    }

    fn info(&self, line: Line) -> InfoLine {
        let rank = u32::try_from(line.multipv).ok();
        let score = self.as_mate(&line);
        InfoLine {
            depth: u32::try_from(line.depth).ok(),
            seldepth: u32::try_from(line.seldepth).ok(),
            multipv: rank.filter(|_| self.shows_rank),
            score: Some(protocol_score(score, line.bound)),
            wdl: self.wdl.map(|curve| chances(line.score, curve)),
            nodes: Some(line.nodes),
            nps: Some(line.nps),
            hashfull: Some(line.hashfull),
            time: Some(line.time.as_millis() as u64),
            pv: line.pv,
            ..InfoLine::default()
        }
    }

    /// Returns the score of a line, where a baring counts as a mate one turn
    /// later. Hosts take `mate 1` for a mate on the board, and claim it; for
    /// chess GUIs a king is lost by baring only once its side has had its turn.
    fn as_mate(&self, line: &Line) -> Score {
        let bares = || {
            let first = line.pv.first();
            first.is_some_and(|turn| self.baring_turns.contains(turn))
        };
        if line.score == score::win_in(1) && bares() {
            score::win_in(3)
        } else {
            line.score
        }
    }
}

/// Returns the report on a game that is over.
fn game_over(score: Score) -> InfoLine {
    InfoLine {
        depth: Some(0),
        score: Some(protocol_score(score, Bound::Exact)),
        ..InfoLine::default()
    }
}

fn value(score: Score) -> ScoreValue {
    match score::moves_to_end(score) {
        Some(moves) => ScoreValue::Mate(moves),
        None => ScoreValue::Cp(score),
    }
}

fn protocol_score(score: Score, bound: Bound) -> EngineScore {
    let value = value(score);
    let bound = match bound {
        Bound::Exact => None,
        Bound::Lower => Some(ScoreBound::Lower),
        Bound::Upper => Some(ScoreBound::Upper),
    };
    EngineScore { value, bound }
}

fn chances(score: Score, curve: WdlCurve) -> Wdl {
    let Chances { win, draw, loss } = Chances::of(score, curve);
    Wdl { win, draw, loss }
}

/// Converts an entry of the transposition table into two bounds.
pub fn hash_entry(entry: ProbeResult) -> HashEntry {
    let bound = (value(entry.score), u32::try_from(entry.depth).unwrap_or(0));
    HashEntry {
        best: entry.best,
        lower: (entry.bound != Bound::Upper).then_some(bound),
        upper: (entry.bound != Bound::Lower).then_some(bound),
    }
}
