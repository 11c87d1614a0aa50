//! The analysis of a game: the score of each turn, and the mistakes.
//!
//! A game is searched from its last position to its first,
//! with one engine whose transposition table is kept. The results for the
//! positions after a turn are then in the table when the turn itself is judged,
//! so that the scores of consecutive positions agree.
//!
//! The best turn loses nothing. The score of any other turn is the negated score of the
//! next position, whose search has already been made and looks one ply further than the
//! search of the position before the turn. The best turn, searched one ply less deeply,
//! would be at a disadvantage. So where a turn would be marked as a mistake, the position
//! after the best turn is searched as well, and the turn is marked only if this second
//! search confirms the mistake. A turn in the program's own opening book is never marked,
//! because a longer search has found it balanced.

use std::cell::OnceCell;

use serde::Serialize;

use super::analyser::{Analyser, AnalysisError};
use super::mistake::{Severity, expected_points, mistake_severity};
use super::position::{LineAnalysis, Side, outcome_score, serialize_score};
use crate::base::score::is_decisive;
use crate::base::{Color, Score};
use crate::engine::Line;
use crate::eval::wdl::WdlCurve;
use crate::game::{GameRecord, Variant};
use crate::rules::shatra::Numbering;
use crate::tournament::openings::shipped;

/// The analysis of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameAnalysis {
    /// The rule set.
    pub variant: Variant,
    /// The position from which the game started (SPN or FEN).
    pub start: String,
    /// The turns, in order. If the analysis was interrupted, turns at the beginning
    /// are missing.
    pub moves: Vec<MoveAnalysis>,
    /// The position in which the game ended; `None` if it was not searched.
    pub end: Option<FinalPositionAnalysis>,
    /// The numbers of White's mistakes.
    pub white: MistakeCounts,
    /// The numbers of Black's mistakes.
    pub black: MistakeCounts,
    /// Whether every position was searched to its limits.
    pub complete: bool,
}

/// The analysis of one turn of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveAnalysis {
    /// The number of the turn in the game, counted from 1.
    pub ply: usize,
    /// The move number, counted as in game files.
    pub number: usize,
    /// The side that played the turn; all scores are from this side's point of view.
    pub side: Side,
    /// The turn (RULES.md section 11).
    pub turn: String,
    /// The position before the turn (SPN or FEN).
    pub position: String,
    /// The score of the best turn, in centipawns or moves to the end of the game.
    #[serde(serialize_with = "serialize_score")]
    pub best: Score,
    /// The score of the played turn.
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
    pub side: Side,
    /// The position (SPN or FEN).
    pub position: String,
    /// The lines found in the position, best first.
    pub lines: Vec<LineAnalysis>,
    /// The curve of chances in the position.
    #[serde(skip)]
    pub curve: WdlCurve,
}

/// The numbers of a side's mistakes.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct MistakeCounts {
    /// The number of turns judged.
    pub moves: usize,
    /// The number of inaccuracies.
    pub inaccuracies: usize,
    /// The number of mistakes.
    pub mistakes: usize,
    /// The number of blunders.
    pub blunders: usize,
    /// The mean number of expected points lost by a turn, in thousandths.
    pub mean_loss: f64,
}

impl MistakeCounts {
    fn of(moves: &[MoveAnalysis], side: Side) -> Self {
        let own: Vec<_> = moves.iter().filter(|turn| turn.side == side).collect();
        let count = |severity| {
            own.iter()
                .filter(|turn| turn.mark == Some(severity))
                .count()
        };
        let lost: i32 = own.iter().map(|turn| turn.loss).sum();
        Self {
            moves: own.len(),
            inaccuracies: count(Severity::Inaccuracy),
            mistakes: count(Severity::Mistake),
            blunders: count(Severity::Blunder),
            mean_loss: f64::from(lost) / own.len().max(1) as f64,
        }
    }
}

impl GameAnalysis {
    /// Returns the searched positions in order: for each, the number of turns before
    /// it, the score for White, and the curve of chances.
    pub fn white_scores(&self) -> impl Iterator<Item = (usize, Score, WdlCurve)> {
        let before = |turn: &MoveAnalysis| (turn.ply - 1, turn.side, turn.best, turn.curve);
        let last = self.moves.last().map_or(0, |turn| turn.ply);
        let end = self.end.iter().filter_map(move |end| {
            let line = end.lines.first()?;
            Some((last, end.side, line.score, end.curve))
        });
        let all = self.moves.iter().map(before).chain(end);
        all.map(|(ply, side, score, curve)| (ply, for_white(score, side), curve))
    }
}

/// Returns a score of this side from White's point of view.
pub const fn for_white(score: Score, side: Side) -> Score {
    match side {
        Side::White => score,
        Side::Black => -score,
    }
}

/// A position of the game, with the data that the analysis uses.
struct PositionInfo {
    position: String,
    side: Color,
    /// The number of turns since the last irreversible one.
    halfmoves: usize,
    curve: WdlCurve,
}

/// Returns every position of the game, indexed by the number of turns before it.
fn positions_of(record: &GameRecord) -> Vec<PositionInfo> {
    let mut game = record.clone();
    let mut positions = Vec::with_capacity(game.turns().len() + 1);
    loop {
        positions.push(PositionInfo {
            position: game.position_text(),
            side: game.side_to_move(),
            halfmoves: game.halfmoves() as usize,
            curve: WdlCurve::of(game.variant(), game.men()),
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
    /// The number of turns in the opening book, computed on first use.
    book: OnceCell<usize>,
    complete: bool,
}

/// Searches every position of the game and judges every turn. `stop` is polled every
/// few milliseconds and returns `true` to end the analysis with the results so far;
/// `progress` receives the number of positions analysed and the total number.
///
/// # Errors
/// Returns an error if the engine refuses a position or a search fails.
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
        book: OnceCell::new(),
        complete: true,
    };
    let count = record.turns().len();
    let mut moves = Vec::with_capacity(count);
    let mut end = None;
    // The score of the position after the turn, for the side to move there.
    let mut next_score = None;
    for ply in (0..=count).rev() {
        progress(count - ply, count + 1);
        let lines = match record.outcome().filter(|_| ply == count) {
            Some(outcome) => vec![LineAnalysis::of_finished_game(outcome_score(
                outcome,
                record.side_to_move(),
            ))],
            None => run.lines(ply)?,
        };
        let Some(score) = lines
            .first()
            .map(|line| line.score)
            .filter(|_| run.complete)
        else {
            break;
        };
        match next_score {
            None => end = run.end(lines),
            Some(next_score) => moves.extend(run.judge(ply, lines, next_score)?),
        }
        next_score = Some(score);
    }
    moves.reverse();
    Ok(GameAnalysis {
        variant: record.variant(),
        start: record.start_text(),
        white: MistakeCounts::of(&moves, Side::White),
        black: MistakeCounts::of(&moves, Side::Black),
        end,
        moves,
        complete: run.complete,
    })
}

impl AnalysisRun<'_> {
    /// Searches the position after `ply` turns, or the one after `other` is played
    /// there. The engine receives only the turns since the last irreversible one, since
    /// repetitions depend on no others.
    fn search(&mut self, ply: usize, other: Option<&str>) -> Result<Vec<Line>, AnalysisError> {
        let halfmoves = self.positions.get(ply).map_or(0, |info| info.halfmoves);
        let anchor = ply.saturating_sub(halfmoves);
        let start = self.positions.get(anchor).map_or("", |info| &info.position);
        let played = self.record.turns().get(anchor..ply).unwrap_or_default();
        let played = played.iter().map(|turn| turn.text.as_str());
        let turns: Vec<String> = played.chain(other).map(str::to_owned).collect();
        let variant = self.record.variant();
        let found = self
            .analyser
            .search(variant, start, &turns, self.stop, &mut |_| {})?;
        self.complete &= found.complete;
        Ok(found.lines)
    }

    /// Returns the lines found in the position after `ply` turns.
    fn lines(&mut self, ply: usize) -> Result<Vec<LineAnalysis>, AnalysisError> {
        let found = self.search(ply, None)?.into_iter();
        let curve = self.positions.get(ply).map(|info| info.curve);
        let analysed = |line| curve.map(|curve| LineAnalysis::new(line, curve));
        Ok(found.filter_map(analysed).collect())
    }

    /// Returns the analysis of the last position, with these lines.
    fn end(&self, lines: Vec<LineAnalysis>) -> Option<FinalPositionAnalysis> {
        let info = self.positions.last()?;
        Some(FinalPositionAnalysis {
            side: info.side.into(),
            position: info.position.clone(),
            lines,
            curve: info.curve,
        })
    }

    /// Judges the turn played after `ply` others by the lines found before it and the
    /// opponent's score after it. Returns `None` if there is no such turn, which does not
    /// happen.
    fn judge(
        &mut self,
        ply: usize,
        lines: Vec<LineAnalysis>,
        next_score: Score,
    ) -> Result<Option<MoveAnalysis>, AnalysisError> {
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
        let is_book_turn = mistake_severity(best, played, curve).is_some() && self.is_in_book(ply);
        if mistake_severity(best, played, curve).is_some()
            && !is_book_turn
            && let Some((confirmed, reply)) = self.search_after_best(ply, &line.pv)?
        {
            best = best.min(confirmed);
            better.extend(line.pv.first().cloned());
            better.extend(reply);
        }
        let mark = mistake_severity(best, played, curve).filter(|_| !is_book_turn);
        if mark.is_none() {
            better.clear();
        }
        Ok(self.positions.get(ply).map(|info| MoveAnalysis {
            ply: ply + 1,
            number: self.number(ply),
            side: info.side.into(),
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

    /// Returns whether the turn played after `ply` others is in the opening book.
    fn is_in_book(&self, ply: usize) -> bool {
        ply < *self.book.get_or_init(|| book_turns(self.record))
    }

    /// Returns the score of the best turn, from a search of the position after it, and
    /// the line that follows. Returns `None` if the search found no line.
    fn search_after_best(
        &mut self,
        ply: usize,
        pv: &[String],
    ) -> Result<Option<(Score, Vec<String>)>, AnalysisError> {
        let Some(best) = pv.first() else {
            return Ok(None);
        };
        let mut game = self.record.first(ply);
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
    fn number(&self, ply: usize) -> usize {
        let black_begins = usize::from(self.record.first_to_move() == Color::Black);
        usize::from(self.record.first_move_number()) + (ply + black_begins) / 2
    }
}

/// Returns the number of turns at the beginning of a game that are in the program's
/// own opening book.
fn book_turns(record: &GameRecord) -> usize {
    let Ok(Some(book)) = shipped(record.variant()) else {
        return 0;
    };
    if !record.is_from_start() {
        return 0;
    }
    let played = record.turns();
    let openings = book
        .openings()
        .iter()
        .filter(|opening| opening.position.is_none());
    let common = openings.map(|opening| {
        let pairs = opening.turns.iter().zip(played);
        pairs
            .take_while(|(book_turn, turn)| **book_turn == turn.text)
            .count()
    });
    common.max().unwrap_or(0)
}

/// Returns the score for the side to move as the other side's score one ply earlier.
const fn one_ply_earlier(score: Score) -> Score {
    let negated = -score;
    if is_decisive(negated) {
        negated - negated.signum()
    } else {
        negated
    }
}

#[cfg(test)]
mod tests;
