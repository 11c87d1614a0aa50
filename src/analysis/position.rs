//! The analysis of a single position, as plain data.

use serde::{Serialize, Serializer};

use crate::base::score::{DRAW, ReportedScore, loss_in, win_in};
use crate::base::{Color, Score};
use crate::engine::PvLine;
use crate::eval::wdl::{Chances, WdlCurve};
use crate::game::{GameRecord, Variant};
use crate::rules::Outcome;
use crate::search::Bound;

/// The analysis of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PositionAnalysis {
    /// The rule set.
    pub variant: Variant,
    /// The position (SPN or FEN).
    pub position: String,
    /// The side to move; scores and chances are from this side's point of view.
    pub side: Color,
    /// The lines found, best first. Empty if the search was stopped before it
    /// reported any.
    pub lines: Vec<LineAnalysis>,
    /// Whether the search reached its limits rather than being stopped.
    pub complete: bool,
    /// The chances in the position as a function of the score.
    #[serde(skip)]
    pub curve: WdlCurve,
}

/// A line of play that a search found, with its score.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LineAnalysis {
    /// The rank of the line among all reported ones (its MultiPV index), from 1.
    pub rank: usize,
    /// The depth of the search that found the line, in plies; 0 if the game is over.
    pub depth: usize,
    /// The greatest distance from the root that the search reached, in plies.
    pub seldepth: usize,
    /// The score for the side to move.
    #[serde(serialize_with = "serialize_score")]
    pub score: Score,
    /// Whether the score is exact, or an upper or lower bound.
    #[serde(serialize_with = "serialize_bound")]
    pub bound: Bound,
    /// The chances of win, draw and loss, in thousandths.
    #[serde(serialize_with = "serialize_chances")]
    pub wdl: Chances,
    /// The number of nodes that had been searched when the line was reported.
    pub nodes: u64,
    /// The time from the start of the search to the report of the line, in milliseconds.
    pub time_ms: u64,
    /// The turns of the line (RULES.md section 11); none if the game is over.
    pub pv: Vec<String>,
}

impl PositionAnalysis {
    /// Creates the analysis of the current position of a game.
    pub(super) fn new(game: &GameRecord, lines: Vec<LineAnalysis>, complete: bool) -> Self {
        Self {
            variant: game.variant(),
            position: game.position_text(),
            side: game.side_to_move(),
            lines,
            complete,
            curve: WdlCurve::for_variant(game.variant(), game.man_count()),
        }
    }
}

impl LineAnalysis {
    /// Converts a line that the engine reported; `curve` gives the chances at each score in
    /// the position.
    pub fn new(line: PvLine, curve: WdlCurve) -> Self {
        Self {
            rank: line.multipv,
            depth: line.depth,
            seldepth: line.seldepth,
            score: line.score,
            bound: line.bound,
            wdl: Chances::at_score(line.score, curve),
            nodes: line.nodes,
            time_ms: u64::try_from(line.time.as_millis()).unwrap_or(u64::MAX),
            pv: line.pv,
        }
    }

    /// Returns a line without turns that gives the score of a finished game; `side` is the
    /// side to move.
    pub fn of_outcome(outcome: Outcome, side: Color) -> Self {
        let score = outcome_score(outcome, side);
        Self {
            rank: 1,
            depth: 0,
            seldepth: 0,
            score,
            bound: Bound::Exact,
            wdl: Chances::of_finished_game(score),
            nodes: 0,
            time_ms: 0,
            pv: Vec::new(),
        }
    }
}

/// Returns the score of a finished game for a side.
const fn outcome_score(outcome: Outcome, side: Color) -> Score {
    match (outcome, side) {
        (Outcome::Draw(_), _) => DRAW,
        (Outcome::Win(Color::White, _), Color::White)
        // The winner to move reports `mate 1`, since 0 means a loss.
        | (Outcome::Win(Color::Black, _), Color::Black) => win_in(1),
        (Outcome::Win(..), _) => loss_in(0),
    }
}

/// Serializes a score as `{"cp":31}` or `{"mate":-2}`.
pub fn serialize_score<S: Serializer>(score: &Score, to: S) -> Result<S::Ok, S::Error> {
    ReportedScore::from_score(*score).serialize(to)
}

fn serialize_bound<S: Serializer>(bound: &Bound, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(match bound {
        Bound::Upper => "upper",
        Bound::Lower => "lower",
        Bound::Exact => "exact",
    })
}

/// Serializes chances as `[win, draw, loss]`.
fn serialize_chances<S: Serializer>(chances: &Chances, to: S) -> Result<S::Ok, S::Error> {
    [chances.win, chances.draw, chances.loss].serialize(to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::WinReason;

    #[test]
    fn a_decisive_score_is_serialized_as_mate() {
        let outcome = Outcome::Win(Color::White, WinReason::BiyCaptured);
        let line = LineAnalysis::of_outcome(outcome, Color::Black);
        let text = serde_json::to_string(&line).unwrap();
        assert!(text.contains(r#""score":{"mate":0}"#), "{text}");
        assert!(text.contains(r#""wdl":[0,0,1000]"#), "{text}");
        let line = LineAnalysis::of_outcome(outcome, Color::White);
        let text = serde_json::to_string(&line).unwrap();
        assert!(text.contains(r#""score":{"mate":1}"#), "{text}");
    }
}
