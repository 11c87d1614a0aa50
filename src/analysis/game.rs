//! What the turns of a game are worth.
//!
//! **The decision:** a game is searched from its last position to its first,
//! with one engine whose table is kept. What was found behind a turn is then
//! known when the turn itself is looked at, so that the scores of consecutive
//! positions agree.
//!
//! A turn that is the best one loses nothing. Any other is worth what the next
//! position is worth to the opponent, with its sign changed: that search is made
//! anyway, and sees a ply further than one of the same turn in the position
//! before. This is unfair to the best turn, which was seen from one ply further
//! away; so where a turn would be marked, the position behind the best one is
//! searched as well, and the mark stands only if that look confirms it. A turn
//! that a longer search has found balanced for the program's own book of openings
//! gets no mark.

use std::cell::OnceCell;

use serde::Serialize;

use super::analyser::{Analyser, AnalysisError};
use super::judgement::{Mark, expected_points, judge};
use super::position::{LineAnalysis, Side, as_said, worth};
use crate::base::score::is_decisive;
use crate::base::{Color, Score};
use crate::engine::Line;
use crate::eval::wdl::Curve;
use crate::rules::shatra::Numbering;
use crate::rules::{GameRecord, Variant};
use crate::tournament::openings::shipped;

/// What was found of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameAnalysis {
    /// The game.
    pub variant: Variant,
    /// The position from which it started (SPN).
    pub start: String,
    /// Its turns, in order. If the analysis was broken off, those at the
    /// beginning are missing.
    pub moves: Vec<MoveAnalysis>,
    /// The position in which it ended; `None` if it was not searched.
    pub end: Option<EndAnalysis>,
    /// White's mistakes.
    pub white: Tally,
    /// Black's mistakes.
    pub black: Tally,
    /// Whether every position was searched to its limits.
    pub complete: bool,
}

/// One turn of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveAnalysis {
    /// Its place in the game, from 1.
    pub ply: usize,
    /// The number of its move, as game files count.
    pub number: usize,
    /// Who played it; all scores are his.
    pub side: Side,
    /// The turn (RULES.md section 11).
    pub turn: String,
    /// The position before it (SPN).
    pub position: String,
    /// What the best turn is worth, in centipawns or moves.
    #[serde(serialize_with = "as_said")]
    pub best: Score,
    /// What the played turn is worth.
    #[serde(serialize_with = "as_said")]
    pub played: Score,
    /// The points given away, in thousandths; never negative.
    pub loss: i32,
    /// The mark it gets.
    pub mark: Option<Mark>,
    /// The line that would have been better, where there is a mark.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub better: Vec<String>,
    /// What the search of the position found, best first.
    pub lines: Vec<LineAnalysis>,
    /// The chances in the position, by score.
    #[serde(skip)]
    pub curve: Curve,
}

/// The last position of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EndAnalysis {
    /// The side whose turn it would be.
    pub side: Side,
    /// The position (SPN).
    pub position: String,
    /// What was found of it.
    pub lines: Vec<LineAnalysis>,
    /// The chances there, by score.
    #[serde(skip)]
    pub curve: Curve,
}

/// The mistakes of a side.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Tally {
    /// How many turns were judged.
    pub moves: usize,
    /// How many of them were inaccuracies.
    pub inaccuracies: usize,
    /// Mistakes.
    pub mistakes: usize,
    /// Blunders.
    pub blunders: usize,
    /// The points given away with each turn, in thousandths, on the average.
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
    /// The score of each position that was searched, for White, with the number
    /// of turns before it and the chances there. In order.
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

/// A score of this side as White sees it.
pub const fn for_white(score: Score, side: Side) -> Score {
    match side {
        Side::White => score,
        Side::Black => -score,
    }
}

/// A position of a game, by the number of turns before it.
struct Station {
    position: String,
    side: Color,
    /// Turns since the last one that can't be taken back.
    halfmoves: usize,
    curve: Curve,
}

/// Every position of the game, the first one first.
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

/// A game in work.
struct Work<'w> {
    analyser: &'w mut Analyser,
    record: &'w GameRecord,
    stations: Vec<Station>,
    stop: &'w dyn Fn() -> bool,
    /// How many turns stand in a book; known once it is asked for.
    book: OnceCell<usize>,
    complete: bool,
}

/// Searches every position of the game, judges every turn. `stop` is asked
/// every few milliseconds whether to end now, with what there is; `progress`
/// hears how many positions are done and of how many.
///
/// # Errors
/// If the engine refuses a position or a search fails.
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
    // What the position behind the turn is worth to whoever is to move there.
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
    /// Searches the position after `ply` turns, or the one behind another turn
    /// played there. The turns are told from the last one that can't be taken
    /// back, which is all that a repetition needs.
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

    /// What there is to tell of the position after `ply` turns.
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

    /// Judges the turn that follows `ply` others. `None` if there is none, which
    /// can't be.
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

    /// Whether the turn that follows `ply` others stands in the program's book.
    fn is_in_book(&self, ply: usize) -> bool {
        ply < *self.book.get_or_init(|| book_turns(self.record))
    }

    /// What the best turn is worth, seen from as near as the played one, and
    /// how the game would go on. `None` if nothing was found.
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

    /// The number of the move that follows `ply` turns.
    fn number(&self, ply: usize) -> usize {
        let begins_late = usize::from(self.record.first_to_move() == Color::Black);
        usize::from(self.record.first_move_number()) + (ply + begins_late) / 2
    }
}

/// How many turns at the beginning of a game stand in the program's own book.
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

/// A score of the side to move as the other side saw it a ply before.
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
