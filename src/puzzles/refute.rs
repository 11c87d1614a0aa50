//! The refutation of every wrong first turn.
//!
//! Each turn is searched on its own, so this is one more search for second solutions: a turn that is
//! not refuted, even by many more nodes, ends the puzzle.

use std::collections::BTreeMap;

use super::choices::Choices;
use super::error::PuzzleError;
use super::judge::{GAP, Judge, OnlyTurn, most_points_missed};
use super::puzzle::Refutation;
use super::searches::points_of;
use crate::base::Score;
use crate::base::score::{DRAW, loss_in, moves_to_end, win_in};
use crate::game::GameRecord;
use crate::rules::Outcome;
use crate::rules::shatra::Numbering;

/// The greatest number of turns of a refutation.
const MAX_LENGTH: usize = 5;
/// How many times fewer nodes than a candidate's search a refutation takes; then as many; then more.
const NODES: [(u64, u64); 3] = [(1, 5), (1, 1), (8, 1)];

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
        judge.searches.clear();
        let nodes = judge.effort.candidate * times / part;
        if let Some(found) = judge.searches.best(&after, nodes, judge.stop)?
            && 1000 - found.points <= limit
        {
            let mut line = found.line;
            line.truncate(MAX_LENGTH);
            return Ok(Some(Refutation::new(line, -found.score)));
        }
    }
    Ok(None)
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
