//! Looks for second solutions of stored puzzles, with more nodes than they were made with.

use std::collections::BTreeSet;

use super::error::PuzzleError;
use super::judge::least_points;
use super::played_line::{LineError, PlayedLine};
use super::puzzle::Puzzle;
use super::searches::{Search, Searches, Stop};
use crate::game::GameRecord;
use crate::rules::Outcome;
use crate::rules::shatra::Numbering;

/// What is wrong with a puzzle.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleFault {
    /// The position or the line is not legal.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The solution and the wrong turns together are not the legal turns.
    #[error("turn {0:?} is legal, and the puzzle does not have it, or the other way round")]
    Turns(String),
    /// The refutation of a wrong turn is not legal.
    #[error("the refutation of {0:?} is not legal")]
    Refutation(String),
    /// The refutation of a wrong turn takes another number of turns than it says.
    #[error(
        "the refutation of {turn:?} ends the game with turn {found} of the opponent, not {stored}"
    )]
    LosesIn {
        /// The wrong turn.
        turn: String,
        /// The number of the opponent's turns that end the game.
        found: usize,
        /// The number that the refutation says.
        stored: u32,
    },
    /// Another turn keeps the result, too.
    #[error(
        "turn {number} of the line: {other} is a second solution beside {turn}, worth {points} \
         thousandths of a point"
    )]
    SecondSolution {
        /// The number of the turn in the line, from 1.
        number: usize,
        /// The turn of the line.
        turn: String,
        /// The other turn.
        other: String,
        /// The expected points after the other turn, in thousandths.
        points: i32,
    },
}

/// Verifies puzzles.
pub struct PuzzleVerifier {
    searches: Searches,
    nodes: u64,
}

impl PuzzleVerifier {
    /// Creates a verifier that searches this number of nodes for each turn to find.
    pub fn new(nodes: u64) -> Self {
        Self {
            searches: Searches::new(),
            nodes,
        }
    }

    /// Returns what is wrong with a puzzle. All nodes go to the other turns.
    ///
    /// # Errors
    /// Returns an error if a search can't run, or if `stop` has returned `true`.
    pub fn faults(
        &mut self,
        puzzle: &Puzzle,
        stop: Stop<'_>,
    ) -> Result<Vec<PuzzleFault>, PuzzleError> {
        let line = match PlayedLine::of(puzzle) {
            Ok(line) => line,
            Err(error) => return Ok(vec![error.into()]),
        };
        let mut faults = Vec::new();
        if let Some(first) = line.plies.first() {
            faults.extend(turn_faults(puzzle, &first.before));
        }
        for (index, ply) in line.to_find() {
            let Some(step) = puzzle.line.get(index) else {
                continue;
            };
            let game = ply.before.without_history();
            self.searches.clear();
            let texts = step.texts();
            let other = self.searches.best_other(&game, &texts, self.nodes, stop)?;
            let Some(other) = other else { continue };
            if other.points >= least_points(puzzle.goal) {
                faults.push(PuzzleFault::SecondSolution {
                    number: index + 1,
                    turn: step.turn.clone(),
                    other: other.turn().to_owned(),
                    points: other.points,
                });
            }
        }
        Ok(faults)
    }
}

/// Returns the faults in the lists of turns.
fn turn_faults(puzzle: &Puzzle, start: &GameRecord) -> Vec<PuzzleFault> {
    let solution = puzzle.line.first().map(|step| step.texts());
    let stored = solution
        .into_iter()
        .flatten()
        .chain(puzzle.wrong.keys().cloned());
    let stored: BTreeSet<String> = stored.collect();
    let legal: BTreeSet<String> = start.legal_texts(usize::MAX).into_iter().collect();
    let differing = stored.symmetric_difference(&legal);
    let mut faults: Vec<_> = differing.cloned().map(PuzzleFault::Turns).collect();
    for (turn, refutation) in &puzzle.wrong {
        let mut game = start.clone();
        let mut turns = std::iter::once(turn).chain(&refutation.line);
        if turns.any(|turn| game.play(turn, Numbering::Official).is_err()) {
            faults.push(PuzzleFault::Refutation(turn.clone()));
        }
        let found = refutation.line.len().div_ceil(2);
        if let Some(Outcome::Win(winner, _)) = game.outcome()
            && winner != start.side_to_move()
            && let Some(stored) = refutation.loses_in
            && found != stored as usize
        {
            let turn = turn.clone();
            faults.push(PuzzleFault::LosesIn {
                turn,
                found,
                stored,
            });
        }
    }
    faults
}
