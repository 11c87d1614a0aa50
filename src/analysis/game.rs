//! The analysis of a game: what each of its turns is worth.
//!
//! **The decision:** a game is searched from its last position to its first,
//! with one engine whose transposition table is kept. The results for the
//! positions after a turn are then in the table when the turn itself is judged,
//! so that the scores of consecutive positions agree.
//!
//! The best turn loses nothing. Any other turn is worth what the next position is
//! worth to the opponent, with its sign changed: that search is made anyway, and
//! sees a ply further than a search of the same turn from the position before.
//! This is unfair to the best turn, which was seen from one ply further away; so
//! where a turn would be marked, the position after the best turn is searched as
//! well, and the turn is marked only if this second search confirms it. A turn in
//! the program's own opening book, which a longer search has found balanced, gets
//! no mark.

use std::cell::OnceCell;

use serde::Serialize;

use super::analyser::{Analyser, AnalysisError};
use super::judgement::{Mark, expected_points, judge};
use super::position::{LineAnalysis, Side, as_said, worth};
use crate::base::score::is_decisive;
use crate::base::{Color, Score};
use crate::engine::Line;
use crate::eval::wdl::Curve;
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
    /// The turns, in order. If the analysis was broken off, those at the
    /// beginning are missing.
    pub moves: Vec<MoveAnalysis>,
    /// The position in which the game ended; `None` if it was not searched.
    pub end: Option<EndAnalysis>,
    /// The tally of White's mistakes.
    pub white: Tally,
    /// The tally of Black's mistakes.
    pub black: Tally,
    /// Whether every position was searched to its limits.
    pub complete: bool,
}

/// The analysis of one turn of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveAnalysis {
    /// The number of the turn in the game, counted from 1.
    pub ply: usize,
    /// The move number, as game files count.
    pub number: usize,
    /// The side that played the turn; all scores are from its point of view.
    pub side: Side,
    /// The turn (RULES.md section 11).
    pub turn: String,
    /// The position before the turn (SPN or FEN).
    pub position: String,
    /// The score of the best turn, in centipawns or moves to the end.
    #[serde(serialize_with = "as_said")]
    pub best: Score,
    /// The score of the played turn.
    #[serde(serialize_with = "as_said")]
    pub played: Score,
    /// The expected points given away, in thousandths; never negative.
    pub loss: i32,
    /// The mark, if the turn is a mistake.
    pub mark: Option<Mark>,
    /// The line that would have been better, where there is a mark.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub better: Vec<String>,
    /// The lines that the search of the position found, best first.
    pub lines: Vec<LineAnalysis>,
    /// The curve of chances in the position.
    #[serde(skip)]
    pub curve: Curve,
}

/// The analysis of the last position of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EndAnalysis {
    /// The side whose turn it would be.
    pub side: Side,
    /// The position (SPN or FEN).
    pub position: String,
    /// The lines that its search found, best first.
    pub lines: Vec<LineAnalysis>,
    /// The curve of chances in the position.
    #[serde(skip)]
    pub curve: Curve,
}

/// The tally of a side's mistakes.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Tally {
    /// The number of turns judged.
    pub moves: usize,
    /// The number of inaccuracies.
    pub inaccuracies: usize,
    /// The number of mistakes.
    pub mistakes: usize,
    /// The number of blunders.
    pub blunders: usize,
    /// The mean of the expected points given away per turn, in thousandths.
    pub mean_loss: f64,
}

impl Tally {
    fn of(moves: &[MoveAnalysis], side: Side) -> Self {
        let own: Vec<_> = moves.iter().filter(|turn| turn.side == side).collect();
        let count = |mark| own.iter().filter(|turn| turn.mark == Some(mark)).count();
        let lost: i32 = own.iter().map(|turn| turn.loss).sum();
        Self {
            moves: own.len(),
            inaccuracies: count(Mark::Inaccuracy),
            mistakes: count(Mark::Mistake),
            blunders: count(Mark::Blunder),
            mean_loss: f64::from(lost) / own.len().max(1) as f64,
        }
    }
}

impl GameAnalysis {
    /// Returns for each position that was searched, in order, the number of turns
    /// before it, its score for White, and its curve of chances.
    pub fn white_scores(&self) -> impl Iterator<Item = (usize, Score, Curve)> {
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

/// A position of a game, indexed by the number of turns before it.
struct Station {
    position: String,
    side: Color,
    /// The number of turns since the last one that can't be undone by play.
    halfmoves: usize,
    curve: Curve,
}

/// Returns every position of the game, the first one first.
fn stations(record: &GameRecord) -> Vec<Station> {
    let mut game = record.clone();
    let mut stations = Vec::with_capacity(game.turns().len() + 1);
    loop {
        stations.push(Station {
            position: game.position_text(),
            side: game.side_to_move(),
            halfmoves: game.halfmoves() as usize,
            curve: Curve::of(game.variant(), game.men()),
        });
        if !game.undo() {
            break;
        }
    }
    stations.reverse();
    stations
}

/// An analysis in progress.
struct Work<'w> {
    analyser: &'w mut Analyser,
    record: &'w GameRecord,
    stations: Vec<Station>,
    stop: &'w dyn Fn() -> bool,
    /// The number of turns in the opening book, computed on first use.
    book: OnceCell<usize>,
    complete: bool,
}

/// Searches every position of the game and judges every turn. `stop` is polled
/// every few milliseconds and returns `true` to end with the results so far;
/// `progress` receives the number of positions done and the number of all.
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
    let mut work = Work {
        analyser,
        record,
        stations: stations(record),
        stop,
        book: OnceCell::new(),
        complete: true,
    };
    let count = record.turns().len();
    let mut moves = Vec::with_capacity(count);
    let mut end = None;
    // The score of the position after the turn, for the side to move there.
    let mut behind = None;
    for ply in (0..=count).rev() {
        progress(count - ply, count + 1);
        let lines = match record.outcome().filter(|_| ply == count) {
            Some(outcome) => vec![LineAnalysis::over(worth(outcome, record.side_to_move()))],
            None => work.lines(ply)?,
        };
        let Some(score) = lines
            .first()
            .map(|line| line.score)
            .filter(|_| work.complete)
        else {
            break;
        };
        match behind {
            None => end = work.end(lines),
            Some(behind) => moves.extend(work.judge(ply, lines, behind)?),
        }
        behind = Some(score);
    }
    moves.reverse();
    Ok(GameAnalysis {
        variant: record.variant(),
        start: record.start_text(),
        white: Tally::of(&moves, Side::White),
        black: Tally::of(&moves, Side::Black),
        end,
        moves,
        complete: work.complete,
    })
}

impl Work<'_> {
    /// Searches the position after `ply` turns, or the one after another turn
    /// played there. The engine gets the turns since the last one that can't be
    /// undone, which is all that a repetition needs.
    fn search(&mut self, ply: usize, other: Option<&str>) -> Result<Vec<Line>, AnalysisError> {
        let halfmoves = self
            .stations
            .get(ply)
            .map_or(0, |station| station.halfmoves);
        let anchor = ply.saturating_sub(halfmoves);
        let start = self
            .stations
            .get(anchor)
            .map_or("", |station| &station.position);
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
        let curve = self.stations.get(ply).map(|station| station.curve);
        let told = |line| curve.map(|curve| LineAnalysis::new(line, curve));
        Ok(found.filter_map(told).collect())
    }

    fn end(&self, lines: Vec<LineAnalysis>) -> Option<EndAnalysis> {
        let station = self.stations.last()?;
        Some(EndAnalysis {
            side: station.side.into(),
            position: station.position.clone(),
            lines,
            curve: station.curve,
        })
    }

    /// Judges the turn that follows `ply` others. Returns `None` if there is no
    /// such turn, which does not happen.
    fn judge(
        &mut self,
        ply: usize,
        lines: Vec<LineAnalysis>,
        behind: Score,
    ) -> Result<Option<MoveAnalysis>, AnalysisError> {
        let turn = self.record.turns().get(ply);
        let curve = self.stations.get(ply).map(|station| station.curve);
        let (Some(turn), Some(line), Some(curve)) = (turn, lines.first(), curve) else {
            return Ok(None);
        };
        let points = |score| expected_points(score, curve);
        let is_best = line.pv.first() == Some(&turn.text);
        let mut best = line.score;
        let played = if is_best { best } else { a_ply_before(behind) };
        let mut better = Vec::new();
        let is_known = judge(best, played, curve).is_some() && self.is_in_book(ply);
        if judge(best, played, curve).is_some()
            && !is_known
            && let Some((seen, reply)) = self.second_look(ply, &line.pv)?
        {
            best = best.min(seen);
            better.extend(line.pv.first().cloned());
            better.extend(reply);
        }
        let mark = judge(best, played, curve).filter(|_| !is_known);
        if mark.is_none() {
            better.clear();
        }
        Ok(self.stations.get(ply).map(|station| MoveAnalysis {
            ply: ply + 1,
            number: self.number(ply),
            side: station.side.into(),
            turn: turn.text.clone(),
            position: station.position.clone(),
            best,
            played,
            loss: (points(best) - points(played)).max(0),
            mark,
            better,
            lines,
            curve,
        }))
    }

    /// Returns whether the turn that follows `ply` others is in the opening book.
    fn is_in_book(&self, ply: usize) -> bool {
        ply < *self.book.get_or_init(|| book_turns(self.record))
    }

    /// Returns the score of the best turn, searched from as near as the played
    /// one, and the line that follows it. Returns `None` if nothing was found.
    fn second_look(
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
            let score = a_ply_before(worth(outcome, game.side_to_move()));
            return Ok(Some((score, Vec::new())));
        }
        let lines = self.search(ply, Some(best))?;
        let first = lines.into_iter().next();
        Ok(first.map(|line| (a_ply_before(line.score), line.pv)))
    }

    /// Returns the number of the move that follows `ply` turns.
    fn number(&self, ply: usize) -> usize {
        let begins_late = usize::from(self.record.first_to_move() == Color::Black);
        usize::from(self.record.first_move_number()) + (ply + begins_late) / 2
    }
}

/// Returns how many turns at the beginning of a game are in the program's own
/// opening book.
fn book_turns(record: &GameRecord) -> usize {
    let Ok(book) = shipped(record.variant()) else {
        return 0;
    };
    if !record.is_from_start() {
        return 0;
    }
    let played = record.turns();
    let openings = book.openings().iter().filter(|one| one.position.is_none());
    let common = openings.map(|opening| {
        let pairs = opening.turns.iter().zip(played);
        pairs
            .take_while(|(known, turn)| **known == turn.text)
            .count()
    });
    common.max().unwrap_or(0)
}

/// Returns a score of the side to move as the other side saw it a ply before.
const fn a_ply_before(score: Score) -> Score {
    let turned = -score;
    if is_decisive(turned) {
        turned - turned.signum()
    } else {
        turned
    }
}

#[cfg(test)]
mod tests;
