//! Analyses a game: scores its turns and finds the mistakes.
//!
//! A game is searched from its last position to its first, with one engine that keeps its
//! transposition table. When a turn is judged, the table already contains results for the
//! positions after it, so that the scores of consecutive positions agree.
//!
//! The best turn loses nothing. The score of any other turn is the negated score of the
//! next position, which has already been searched, one ply further than the search of the
//! position before the turn looks. A direct comparison would put the best turn at a
//! disadvantage. If a turn would be marked as a mistake, the position after the best turn
//! is therefore searched too, and the turn is marked only if this second search confirms
//! the mistake.

use serde::Serialize;

use super::accuracy::accuracy;
use super::analyser::{Analyser, AnalysisError};
use super::mistake::{Severity, expected_points, mistake_severity};
use super::position::{LineAnalysis, outcome_score, serialize_score, serialize_side};
use crate::base::score::{for_white, is_distance_known};
use crate::base::{Color, Score};
use crate::engine::PvLine;
use crate::eval::wdl::WdlCurve;
use crate::game::{GameRecord, Variant};
use crate::rules::shatra::Numbering;

/// The analysis of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameAnalysis {
    /// The rule set.
    pub variant: Variant,
    /// The position from which the game started (SPN or FEN).
    pub start: String,
    /// The turns, in order. If the analysis was interrupted, the first turns are
    /// missing.
    #[serde(rename = "moves")]
    pub turns: Vec<TurnAnalysis>,
    /// The analysis of the last position; `None` if it was not searched.
    pub end: Option<FinalPositionAnalysis>,
    /// The counts of White's mistakes.
    pub white: MistakeCounts,
    /// The counts of Black's mistakes.
    pub black: MistakeCounts,
    /// Whether every position was searched to its limits.
    pub complete: bool,
}

/// The analysis of one turn of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TurnAnalysis {
    /// The number of the turn in the game, from 1.
    pub ply: usize,
    /// The move number, as in game files.
    pub number: usize,
    /// The side that played the turn; all scores are from this side's point of view.
    #[serde(serialize_with = "serialize_side")]
    pub side: Color,
    /// The turn, in the notation of RULES.md section 11.
    pub turn: String,
    /// The position before the turn (SPN or FEN).
    pub position: String,
    /// The score of the best turn.
    #[serde(serialize_with = "serialize_score")]
    pub best: Score,
    /// The score of the turn that was played.
    #[serde(serialize_with = "serialize_score")]
    pub played: Score,
    /// The expected points that the turn lost, in thousandths; never negative.
    pub loss: i32,
    /// The severity, if the turn is a mistake.
    pub mark: Option<Severity>,
    /// The line that would have been better, if the turn is a mistake.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub better: Vec<String>,
    /// The lines found in the position, best first.
    pub lines: Vec<LineAnalysis>,
    /// The curve of chances in the position.
    #[serde(skip)]
    pub curve: WdlCurve,
}

/// The analysis of the last position of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FinalPositionAnalysis {
    /// The side to move.
    #[serde(serialize_with = "serialize_side")]
    pub side: Color,
    /// The position (SPN or FEN).
    pub position: String,
    /// The lines found in the position, best first.
    pub lines: Vec<LineAnalysis>,
    /// The curve of chances in the position.
    #[serde(skip)]
    pub curve: WdlCurve,
}

/// The counts of a side's mistakes.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct MistakeCounts {
    /// The number of turns judged.
    #[serde(rename = "moves")]
    pub turns: usize,
    /// The number of inaccuracies.
    pub inaccuracies: usize,
    /// The number of mistakes.
    pub mistakes: usize,
    /// The number of blunders.
    pub blunders: usize,
    /// The mean of the expected points lost per turn, in thousandths.
    pub mean_loss: f64,
    /// The accuracy of the turns, from 0 to 100; `None` without turns.
    pub accuracy: Option<f64>,
}

impl MistakeCounts {
    /// `white_percents` are White's expected points, in percent, before each turn and after the
    /// last one.
    fn new(turns: &[TurnAnalysis], white_percents: &[f64], side: Color) -> Self {
        let own: Vec<_> = turns.iter().filter(|turn| turn.side == side).collect();
        let count = |severity| {
            own.iter()
                .filter(|turn| turn.mark == Some(severity))
                .count()
        };
        let lost: i32 = own.iter().map(|turn| turn.loss).sum();
        let losses = turns
            .iter()
            .map(|turn| (turn.side, f64::from(turn.loss) / 10.0));
        let losses: Vec<(Color, f64)> = losses.collect();
        Self {
            turns: own.len(),
            inaccuracies: count(Severity::Inaccuracy),
            mistakes: count(Severity::Mistake),
            blunders: count(Severity::Blunder),
            mean_loss: f64::from(lost) / own.len().max(1) as f64,
            accuracy: accuracy(&losses, white_percents, side),
        }
    }
}

impl GameAnalysis {
    /// Returns the searched positions in order: for each, the number of turns played before
    /// it, White's score, and the curve of chances.
    pub fn white_scores(&self) -> impl Iterator<Item = (usize, Score, WdlCurve)> {
        let before = |turn: &TurnAnalysis| (turn.ply - 1, turn.side, turn.best, turn.curve);
        let last = self.turns.last().map_or(0, |turn| turn.ply);
        let end = self.end.iter().filter_map(move |end| {
            let line = end.lines.first()?;
            Some((last, end.side, line.score, end.curve))
        });
        let positions = self.turns.iter().map(before).chain(end);
        positions.map(|(ply, side, score, curve)| (ply, for_white(score, side), curve))
    }

    /// Returns White's expected points in the searched positions, in percent.
    fn white_percents(&self) -> impl Iterator<Item = f64> {
        let percent = |(_, score, curve)| f64::from(expected_points(score, curve)) / 10.0;
        self.white_scores().map(percent)
    }
}

/// A position of the game, and the data that the analysis needs.
struct PositionInfo {
    position: String,
    side: Color,
    /// The number of turns since the last irreversible one, on which repetitions can depend.
    halfmoves: usize,
    curve: WdlCurve,
}

/// Returns all positions of the game, indexed by the number of turns played before.
fn positions_of(record: &GameRecord) -> Vec<PositionInfo> {
    let mut game = record.clone();
    let mut positions = Vec::with_capacity(game.turns().len() + 1);
    loop {
        positions.push(PositionInfo {
            position: game.position_text(),
            side: game.side_to_move(),
            halfmoves: game.halfmove_clock() as usize,
            curve: WdlCurve::for_variant(game.variant(), game.man_count()),
        });
        if !game.undo() {
            break;
        }
    }
    positions.reverse();
    positions
}

/// An analysis in progress.
struct AnalysisRun<'w> {
    analyser: &'w mut Analyser,
    record: &'w GameRecord,
    positions: Vec<PositionInfo>,
    stop: &'w dyn Fn() -> bool,
    complete: bool,
}

/// Searches every position of the game and judges every turn. `stop` is polled every
/// few milliseconds, and returns `true` to end the analysis with the results so far;
/// `progress` receives the number of positions analysed so far and the total number.
///
/// # Errors
/// Returns an error if the engine rejects a position, or if a search fails.
pub fn analyse(
    analyser: &mut Analyser,
    record: &GameRecord,
    stop: &dyn Fn() -> bool,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<GameAnalysis, AnalysisError> {
    analyser.clear();
    let mut run = AnalysisRun {
        analyser,
        record,
        positions: positions_of(record),
        stop,
        complete: true,
    };
    let count = record.turns().len();
    let mut turns = Vec::with_capacity(count);
    let mut end = None;
    // The score of the next position, for its side to move.
    let mut next_score = None;
    for ply in (0..=count).rev() {
        progress(count - ply, count + 1);
        let lines = match record.outcome().filter(|_| ply == count) {
            Some(outcome) => vec![LineAnalysis::of_finished_game(outcome_score(
                outcome,
                record.side_to_move(),
            ))],
            None => run.analyse_lines(ply)?,
        };
        let Some(score) = lines
            .first()
            .map(|line| line.score)
            .filter(|_| run.complete)
        else {
            break;
        };
        match next_score {
            None => end = run.final_position(lines),
            Some(next_score) => turns.extend(run.judge(ply, lines, next_score)?),
        }
        next_score = Some(score);
    }
    turns.reverse();
    let mut analysis = GameAnalysis {
        variant: record.variant(),
        start: record.start_text(),
        white: MistakeCounts::default(),
        black: MistakeCounts::default(),
        end,
        turns,
        complete: run.complete,
    };
    let percents: Vec<f64> = analysis.white_percents().collect();
    analysis.white = MistakeCounts::new(&analysis.turns, &percents, Color::White);
    analysis.black = MistakeCounts::new(&analysis.turns, &percents, Color::Black);
    Ok(analysis)
}

impl AnalysisRun<'_> {
    /// Searches the position after `ply` turns, or the one after `next_turn` is played
    /// there. The engine receives only the turns since the last irreversible one, because
    /// repetitions don't depend on earlier ones.
    fn search(
        &mut self,
        ply: usize,
        next_turn: Option<&str>,
    ) -> Result<Vec<PvLine>, AnalysisError> {
        let halfmoves = self.positions.get(ply).map_or(0, |info| info.halfmoves);
        let first = ply.saturating_sub(halfmoves);
        let start = self.positions.get(first).map_or("", |info| &info.position);
        let played = self.record.turns().get(first..ply).unwrap_or_default();
        let played = played.iter().map(|turn| turn.text.as_str());
        let turns: Vec<String> = played.chain(next_turn).map(str::to_owned).collect();
        let variant = self.record.variant();
        let findings = self
            .analyser
            .search(variant, start, &turns, self.stop, &mut |_| {})?;
        self.complete &= findings.complete;
        Ok(findings.lines)
    }

    /// Searches the position after `ply` turns, and returns the lines found.
    fn analyse_lines(&mut self, ply: usize) -> Result<Vec<LineAnalysis>, AnalysisError> {
        let lines = self.search(ply, None)?.into_iter();
        let curve = self.positions.get(ply).map(|info| info.curve);
        let analysed = |line| curve.map(|curve| LineAnalysis::new(line, curve));
        Ok(lines.filter_map(analysed).collect())
    }

    /// Returns the analysis of the last position, with these lines.
    fn final_position(&self, lines: Vec<LineAnalysis>) -> Option<FinalPositionAnalysis> {
        let info = self.positions.last()?;
        Some(FinalPositionAnalysis {
            side: info.side,
            position: info.position.clone(),
            lines,
            curve: info.curve,
        })
    }

    /// Judges the turn played after `ply` others by the lines found before it and the
    /// opponent's score after it. Returns `None` if no turn was played there.
    fn judge(
        &mut self,
        ply: usize,
        lines: Vec<LineAnalysis>,
        next_score: Score,
    ) -> Result<Option<TurnAnalysis>, AnalysisError> {
        let turn = self.record.turns().get(ply);
        let curve = self.positions.get(ply).map(|info| info.curve);
        let (Some(turn), Some(line), Some(curve)) = (turn, lines.first(), curve) else {
            return Ok(None);
        };
        let points = |score| expected_points(score, curve);
        let is_best = line.pv.first() == Some(&turn.text);
        let mut best = line.score;
        let played = if is_best {
            best
        } else {
            one_ply_earlier(next_score)
        };
        let mut better = Vec::new();
        if mistake_severity(best, played, curve).is_some()
            && let Some((confirmed, reply)) = self.search_after_best(ply, &line.pv)?
        {
            best = best.min(confirmed);
            better.extend(line.pv.first().cloned());
            better.extend(reply);
        }
        let mark = mistake_severity(best, played, curve);
        if mark.is_none() {
            better.clear();
        }
        Ok(self.positions.get(ply).map(|info| TurnAnalysis {
            ply: ply + 1,
            number: self.move_number(ply),
            side: info.side,
            turn: turn.text.clone(),
            position: info.position.clone(),
            best,
            played,
            loss: (points(best) - points(played)).max(0),
            mark,
            better,
            lines,
            curve,
        }))
    }

    /// Searches the position after the best turn. Returns the best turn's score and the
    /// line that follows it; `None` if the search found no line.
    fn search_after_best(
        &mut self,
        ply: usize,
        pv: &[String],
    ) -> Result<Option<(Score, Vec<String>)>, AnalysisError> {
        let Some(best) = pv.first() else {
            return Ok(None);
        };
        let mut game = self.record.up_to(ply);
        if game.play(best, Numbering::Official).is_err() {
            return Ok(None);
        }
        if let Some(outcome) = game.outcome() {
            let score = one_ply_earlier(outcome_score(outcome, game.side_to_move()));
            return Ok(Some((score, Vec::new())));
        }
        let lines = self.search(ply, Some(best))?;
        let first = lines.into_iter().next();
        Ok(first.map(|line| (one_ply_earlier(line.score), line.pv)))
    }

    /// Returns the move number of the turn played after `ply` others.
    fn move_number(&self, ply: usize) -> usize {
        let black_begins = usize::from(self.record.first_to_move() == Color::Black);
        usize::from(self.record.first_move_number()) + (ply + black_begins) / 2
    }
}

/// Converts a score for the side to move to the other side's score one ply earlier.
const fn one_ply_earlier(score: Score) -> Score {
    let negated = -score;
    if is_distance_known(negated) {
        negated - negated.signum()
    } else {
        negated
    }
}

#[cfg(test)]
mod tests;
