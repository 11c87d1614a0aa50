//! The refutation of every wrong first turn.
//!
//! Each turn is searched on its own, so this is one more search for second solutions: a turn that is
//! not refuted, even by many more nodes, ends the puzzle. The answer that refutes it is searched, too: the
//! turn may be wrong, and the answer of a short search still let the solver win.

use std::collections::BTreeMap;

use super::choices::Choices;
use super::error::PuzzleError;
use super::judge::{GAP, Judge, OnlyTurn, most_points_missed};
use super::puzzle::Refutation;
use super::searches::{Search, Stop, points_of};
use crate::base::score::{DRAW, loss_in, moves_to_end, win_in};
use crate::base::{Color, Score};
use crate::game::GameRecord;
use crate::rules::Outcome;
use crate::rules::shatra::Numbering;

/// The greatest number of turns of a refutation.
const MAX_LENGTH: usize = 5;
/// How many times fewer nodes than a candidate's search a refutation takes; then as many; then more.
const NODES: [(u64, u64); 3] = [(1, 5), (1, 1), (8, 1)];
/// How many times the nodes of a candidate's search the search after the refutation's first turn takes.
const NODES_AFTER_REPLY: u64 = 2;

/// Returns the refutations of all turns but the solution; `None` if a turn is not refuted.
///
/// # Errors
/// Returns an error if a search can't run, or if it was stopped.
pub fn refutations(
    judge: &mut Judge<'_>,
    start: &GameRecord,
    choices: &Choices,
    only: &OnlyTurn,
) -> Result<Option<BTreeMap<String, Refutation>>, PuzzleError> {
    let mut wrong = BTreeMap::new();
    // The turns share a table: what one search learns serves the next.
    judge.searches.clear();
    for choice in choices.iter() {
        let Some(turn) = choice.turns.first().filter(|turn| !only.is(turn)) else {
            continue;
        };
        let Some(refutation) = refutation(judge, start, turn, only)? else {
            return Ok(None);
        };
        for turn in &choice.turns {
            wrong.insert(turn.clone(), refutation.clone());
        }
    }
    Ok(Some(wrong))
}

/// Returns the refutation of a turn; `None` if none is found.
fn refutation(
    judge: &mut Judge<'_>,
    start: &GameRecord,
    turn: &str,
    only: &OnlyTurn,
) -> Result<Option<Refutation>, PuzzleError> {
    let mut after = start.clone();
    if after.play(turn, Numbering::Official).is_err() {
        return Ok(None);
    }
    let limit = most_points_missed(only.goal).min(only.points - GAP);
    let solver = start.side_to_move();
    if let Some(outcome) = after.outcome() {
        let score = match outcome {
            Outcome::Win(winner, _) if winner == solver => win_in(0),
            Outcome::Win(..) => loss_in(0),
            Outcome::Draw(_) => DRAW,
        };
        let refutation = Refutation::new(Vec::new(), score);
        return Ok((points_of(outcome, solver) <= limit).then_some(refutation));
    }
    for (times, part) in NODES {
        let nodes = judge.effort.candidate * times / part;
        let Some(found) = judge.searches.best(&after, nodes, judge.stop)? else {
            return Ok(None);
        };
        if 1000 - found.points > limit {
            continue;
        }
        let mut refuted = after.clone();
        if refuted.play(found.turn(), Numbering::Official).is_err() {
            return Ok(None);
        }
        let nodes = judge.effort.candidate * NODES_AFTER_REPLY;
        if points_for(solver, &refuted, judge.searches, nodes, judge.stop)? <= limit {
            let mut line = found.line;
            line.truncate(MAX_LENGTH);
            return Ok(Some(Refutation::new(line, -found.score)));
        }
    }
    Ok(None)
}

/// Returns the points of the solver in the current position of a game, which may be over, as a search sees
/// it.
///
/// # Errors
/// Returns an error if the search can't run, or if it was stopped.
pub fn points_for(
    solver: Color,
    game: &GameRecord,
    searches: &mut dyn Search,
    nodes: u64,
    stop: Stop<'_>,
) -> Result<i32, PuzzleError> {
    if let Some(outcome) = game.outcome() {
        return Ok(points_of(outcome, solver));
    }
    let found = searches.best(game, nodes, stop)?;
    let points = found.map_or(0, |found| found.points);
    let is_solvers = game.side_to_move() == solver;
    Ok(if is_solvers { points } else { 1000 - points })
}

impl Refutation {
    /// Creates a refutation from the score, for the solver, of a position with the opponent to move.
    fn new(line: Vec<String>, score: Score) -> Self {
        // The turns of the side to move count, so the score must be its own.
        let moves = moves_to_end(-score).filter(|_| score < 0);
        Self {
            line,
            score,
            loses_in: moves.map(i32::unsigned_abs),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;
    use crate::puzzles::fakes::{EFFORT, FakeProver, FakeSearch, ROOK_ENDING, only_turn};
    use crate::puzzles::puzzle::Goal;

    /// Returns how many wrong turns are refuted beside `b1b2`, where turns have these points; `None` if
    /// one is not.
    fn refuted(points: fn(&str) -> i32) -> Option<usize> {
        let mut judge = Judge {
            searches: &mut FakeSearch::new(points),
            prover: &mut FakeProver::default(),
            effort: EFFORT,
            stop: &|| false,
        };
        let game = GameRecord::from_text(Variant::Shatar, ROOK_ENDING).unwrap();
        let choices = Choices::of(&game).unwrap();
        let only = only_turn(Goal::Win, 1000);
        let wrong = refutations(&mut judge, &game, &choices, &only).unwrap();
        wrong.map(|wrong| wrong.len())
    }

    #[test]
    fn an_answer_after_which_the_solver_wins_refutes_nothing() {
        let legal = GameRecord::from_text(Variant::Shatar, ROOK_ENDING).unwrap();
        let others = legal.legal_texts(usize::MAX).len() - 1;
        let drawn: fn(&str) -> i32 = |_| 500;
        assert_eq!(refuted(drawn), Some(others));
        // White is said to win after each of Black's answers, whatever they seemed to be worth.
        let won: fn(&str) -> i32 = |turn| match turn.get(..1) {
            Some("a" | "h") if !turn.starts_with("a1") => 500,
            _ => 1000,
        };
        assert_eq!(refuted(won), None);
    }

    #[test]
    fn the_turns_of_the_opponent_are_counted() {
        let loses_in = |score| Refutation::new(Vec::new(), score).loses_in;
        assert_eq!(loses_in(loss_in(0)), Some(0));
        assert_eq!(loses_in(loss_in(1)), Some(1));
        assert_eq!(loses_in(loss_in(3)), Some(2));
        // The last turn is the solver's, who then has lost.
        assert_eq!(loses_in(loss_in(4)), Some(2));
        assert_eq!(loses_in(-200), None);
        assert_eq!(loses_in(win_in(3)), None);
    }
}
