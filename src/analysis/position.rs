//! The analysis of a single position, as plain data.

use serde::{Serialize, Serializer};

use super::analyser::{Analyser, AnalysisError};
use crate::base::score::moves_to_end;
use crate::base::{Color, Score};
use crate::engine::PvLine;
use crate::eval::wdl::{Chances, WdlCurve};
use crate::game::{GameRecord, Variant};
use crate::rules::Outcome;
use crate::search::Bound;
use crate::tournament::ReportedScore;

/// The analysis of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PositionAnalysis {
    /// The rule set.
    pub variant: Variant,
    /// The position (SPN or FEN).
    pub position: String,
    /// The side to move; scores and chances are from this side's point of view.
    #[serde(serialize_with = "serialize_side")]
    pub side: Color,
    /// The lines found, best first. Empty if the search was stopped before it
    /// reported any.
    pub lines: Vec<LineAnalysis>,
    /// Whether the search reached its limits rather than being stopped.
    pub complete: bool,
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

impl LineAnalysis {
    /// Converts a line that the engine reported; `curve` is the curve of chances in the
    /// position.
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

    /// Returns the line for the end of a finished game, which has no turns.
    pub fn of_finished_game(score: Score) -> Self {
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
pub const fn outcome_score(outcome: Outcome, side: Color) -> Score {
    use crate::base::score::{DRAW, loss_in, win_in};
    match (outcome, side) {
        (Outcome::Draw(_), _) => DRAW,
        (Outcome::Win(Color::White, _), Color::White)
        | (Outcome::Win(Color::Black, _), Color::Black) => win_in(0),
        (Outcome::Win(..), _) => loss_in(0),
    }
}

impl Analyser {
    /// Searches the current position of a game. The turns before it count only for
    /// repetitions. `stop` is polled every few milliseconds, and returns `true` to stop the search; `progress`
    /// receives every line that the search reports.
    ///
    /// # Errors
    /// Returns an error if the engine rejects the position, or if the search fails.
    pub fn analyse_position(
        &mut self,
        game: &GameRecord,
        stop: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(&PvLine),
    ) -> Result<PositionAnalysis, AnalysisError> {
        let (variant, position) = (game.variant(), game.position_text());
        let side = game.side_to_move();
        let (lines, complete) = match game.outcome() {
            Some(outcome) => (
                vec![LineAnalysis::of_finished_game(outcome_score(outcome, side))],
                true,
            ),
            None => {
                // The earlier turns decide which positions would be repetitions.
                let turns: Vec<String> =
                    game.turns().iter().map(|turn| turn.text.clone()).collect();
                let start = game.start_text();
                let findings = self.search(variant, &start, &turns, stop, progress)?;
                let curve = WdlCurve::for_variant(variant, game.man_count());
                let lines = findings.lines.into_iter();
                let lines = lines.map(|line| LineAnalysis::new(line, curve));
                (lines.collect(), findings.complete)
            }
        };
        Ok(PositionAnalysis {
            variant,
            position,
            side,
            lines,
            complete,
        })
    }
}

/// Returns the score in the form used in protocols and files: moves to mate, or centipawns.
pub const fn reported_score(score: Score) -> ReportedScore {
    match moves_to_end(score) {
        Some(moves) => ReportedScore::Mate(moves),
        None => ReportedScore::Cp(score),
    }
}

/// Serialises a score as `{"cp":31}` or `{"mate":-2}`.
pub fn serialize_score<S: Serializer>(score: &Score, to: S) -> Result<S::Ok, S::Error> {
    reported_score(*score).serialize(to)
}

fn serialize_bound<S: Serializer>(bound: &Bound, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(match bound {
        Bound::Upper => "upper",
        Bound::Lower => "lower",
        Bound::Exact => "exact",
    })
}

/// Serialises a side as `white` or `black`.
pub fn serialize_side<S: Serializer>(side: &Color, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(match side {
        Color::White => "white",
        Color::Black => "black",
    })
}

/// Serialises chances as `[win, draw, loss]`.
pub fn serialize_chances<S: Serializer>(chances: &Chances, to: S) -> Result<S::Ok, S::Error> {
    [chances.win, chances.draw, chances.loss].serialize(to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::AnalysisSettings;
    use crate::eval::Networks;
    use crate::search::Limits;

    #[test]
    fn a_drawn_position_is_not_searched() {
        let bare = "9/K/7/7/7/7/7/7/k/9 w - - - 6 30";
        let game = GameRecord::from_text(Variant::Original, bare).unwrap();
        let settings = AnalysisSettings {
            limits: Limits::depth(4),
            multipv: 1,
            threads: 1,
            hash_megabytes: 1,
            networks: Networks::default(),
        };
        let mut analyser = Analyser::new(&settings).unwrap();
        let findings = analyser
            .analyse_position(&game, &|| false, &mut |_| {})
            .unwrap();
        assert_eq!(findings.lines, [LineAnalysis::of_finished_game(0)]);
        assert_eq!(findings.lines[0].wdl.draw, 1000);
    }

    #[test]
    fn a_decisive_score_is_serialised_as_mate() {
        let line = LineAnalysis::of_finished_game(outcome_score(
            Outcome::Win(Color::White, crate::rules::WinReason::BiyCaptured),
            Color::Black,
        ));
        let text = serde_json::to_string(&line).unwrap();
        assert!(text.contains(r#""score":{"mate":0}"#), "{text}");
        assert!(text.contains(r#""wdl":[0,0,1000]"#), "{text}");
    }
}
