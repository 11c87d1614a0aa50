//! Converts the events of the engine into events of the protocol.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use batyr_protocol::{
    BackendEvent, EngineScore, GameAction, HashEntry, InfoLine, ScoreBound, ScoreValue, TaskId, Wdl,
};

use super::lag::LagMeter;
use super::verdict::VerdictPolicy;
use crate::base::{Score, score};
use crate::engine::{EngineEvent, ProbeResult, PvLine};
use crate::eval::wdl::{Chances, WdlCurve};
use crate::game::{GameRecord, Playable, for_position};
use crate::rules::{Game, MoveList, Outcome, WinReason};
use crate::search::Bound;
use crate::util::clock::Instant;
use crate::util::sync::lock;

/// The receiver of the events of a host's tasks.
pub type EventListener = Arc<dyn Fn(TaskId, BackendEvent) + Send + Sync>;

/// What the engine and the senders of its events share.
#[derive(Debug, Default)]
pub struct SharedState {
    /// The policy for draws and resignations.
    pub verdict_policy: Mutex<VerdictPolicy>,
    /// Whether the search is still pondering, in which case its answer is not played.
    pub pondering: AtomicBool,
    /// Whether the opponent has offered a draw that the running search must answer. An offer
    /// may also come during a ponder search.
    pub draw_offered: AtomicBool,
    /// Measures the time that the host itself uses on the engine's clock.
    pub lag: Mutex<LagMeter>,
}

/// Sends the events of one task to the conversation.
pub struct EventSender {
    pub listener: EventListener,
    pub id: TaskId,
    /// The curve that gives the chances of win, draw and loss to report with each score;
    /// `None` if they are not reported.
    pub wdl: Option<WdlCurve>,
    /// Whether to report the rank of each line (`multipv`).
    pub shows_rank: bool,
    /// Whether the answer needs a verdict on ending the game.
    pub needs_verdict: bool,
    pub shared: Arc<SharedState>,
    /// The highest score, in centipawns, at which an offered draw is accepted.
    pub max_draw_score: Score,
    /// Whether the game has been without progress long enough for a draw offer.
    pub is_stale: bool,
    /// The turns that win at once by baring the king rather than by mate.
    pub baring_turns: Vec<String>,
}

impl EventSender {
    /// Converts an event and sends it to the conversation.
    pub fn send(&self, event: EngineEvent) {
        if matches!(event, EngineEvent::Done { .. }) {
            lock(&self.shared.lag).record_answer(Instant::now());
        }
        let info = |info| BackendEvent::Info(Box::new(info));
        let converted = match event {
            EngineEvent::Line(line) if line.pv.is_empty() => info(game_over_info(line.score)),
            EngineEvent::Line(line) => info(self.info(line)),
            EngineEvent::Current {
                depth,
                turn,
                number,
            } => info(InfoLine {
                depth: u32::try_from(depth).ok(),
                currmove: Some(turn),
                currmovenumber: u32::try_from(number).ok(),
                ..InfoLine::default()
            }),
            EngineEvent::Progress(progress) => info(InfoLine {
                depth: u32::try_from(progress.depth).ok(),
                nodes: Some(progress.nodes),
                nps: Some(progress.nps),
                hashfull: Some(progress.hashfull),
                time: Some(progress.time.as_millis() as u64),
                ..InfoLine::default()
            }),
            EngineEvent::Text(text) => BackendEvent::Text(text),
            EngineEvent::Error(error) => BackendEvent::Error(error),
            EngineEvent::Done {
                best,
                ponder,
                score,
            } => BackendEvent::Done {
                best,
                ponder,
                action: score.and_then(|score| self.verdict(score)),
            },
        };
        (self.listener)(self.id, converted);
    }

    /// Returns the verdict to send with an answer that has this score, if any.
    fn verdict(&self, score: Score) -> Option<GameAction> {
        if !self.needs_verdict || self.shared.pondering.load(Ordering::Relaxed) {
            return None;
        }
        let offered = self.shared.draw_offered.load(Ordering::Relaxed);
        let mut policy = lock(&self.shared.verdict_policy);
        policy.verdict(score, offered, self.max_draw_score, self.is_stale)
    }

    fn info(&self, line: PvLine) -> InfoLine {
        let rank = u32::try_from(line.multipv).ok();
        let score = self.score_for_host(&line);
        InfoLine {
            depth: u32::try_from(line.depth).ok(),
            seldepth: u32::try_from(line.seldepth).ok(),
            multipv: rank.filter(|_| self.shows_rank),
            score: Some(protocol_score(score, line.bound)),
            wdl: self.wdl.map(|curve| {
                let Chances { win, draw, loss } = Chances::at_score(line.score, curve);
                Wdl { win, draw, loss }
            }),
            nodes: Some(line.nodes),
            nps: Some(line.nps),
            hashfull: Some(line.hashfull),
            tbhits: Some(line.table_hits).filter(|&hits| hits > 0),
            time: Some(line.time.as_millis() as u64),
            pv: line.pv,
            ..InfoLine::default()
        }
    }

    /// Returns the score of a line as the host expects it: a win by baring is reported as a
    /// mate one turn later. Hosts take `mate 1` for a mate on the board and claim it, but to
    /// a chess GUI a bared king is lost only after its side has had another turn.
    fn score_for_host(&self, line: &PvLine) -> Score {
        let begins_with_baring = || {
            let first = line.pv.first();
            first.is_some_and(|turn| self.baring_turns.contains(turn))
        };
        if line.score == score::win_in(1) && begins_with_baring() {
            score::win_in(3)
        } else {
            line.score
        }
    }
}

/// Returns the turns that win at once by baring the opponent's king; none in Shatra.
pub fn baring_turns(game: &GameRecord) -> Vec<String> {
    if game.variant().is_shatra() {
        return Vec::new();
    }
    for_position!(game, position => {
        let mut turns = MoveList::new();
        position.generate(&mut turns);
        turns.retain(|turn| {
            let outcome = position.after(*turn).board_outcome();
            matches!(outcome, Some(Outcome::Win(_, WinReason::Bared)))
        });
        turns.into_iter().map(|turn| position.turn_text(turn)).collect()
    })
}

/// Returns the information on a position in which the game is over.
fn game_over_info(score: Score) -> InfoLine {
    InfoLine {
        depth: Some(0),
        score: Some(protocol_score(score, Bound::Exact)),
        ..InfoLine::default()
    }
}

/// Converts a score; a win or loss at a known distance becomes a number of moves.
pub fn score_value(score: Score) -> ScoreValue {
    match score::moves_to_end(score) {
        Some(moves) => ScoreValue::Mate(moves),
        None => ScoreValue::Cp(score),
    }
}

fn protocol_score(score: Score, bound: Bound) -> EngineScore {
    EngineScore {
        value: score_value(score),
        bound: match bound {
            Bound::Exact => None,
            Bound::Lower => Some(ScoreBound::Lower),
            Bound::Upper => Some(ScoreBound::Upper),
        },
    }
}

/// Converts an entry of the transposition table into a lower bound, an upper bound or both.
pub fn hash_entry(entry: ProbeResult) -> HashEntry {
    let bound = (
        score_value(entry.score),
        u32::try_from(entry.depth).unwrap_or(0),
    );
    HashEntry {
        best: entry.best,
        lower: (entry.bound != Bound::Upper).then_some(bound),
        upper: (entry.bound != Bound::Lower).then_some(bound),
    }
}
