//! Looks for second solutions of stored puzzles, for solutions that fail and for refutations that do
//! not refute, with more nodes than the puzzles were made with.

use std::collections::BTreeSet;

use super::error::PuzzleError;
use super::judge::least_points;
use super::played_line::{LineError, PlayedLine};
use super::puzzle::{Goal, Puzzle, Step};
use super::refute::points_for;
use super::searches::{Search, Searches, Stop};
use crate::game::GameRecord;
use crate::rules::Outcome;
use crate::rules::shatra::Numbering;

/// The share of the nodes with which a solution is searched.
const SOLUTION_SHARE: u64 = 10;
/// The share of the nodes with which a refutation is searched.
const REFUTATION_SHARE: u64 = 100;
/// The least number of nodes of these searches, unless the whole number is less.
const MIN_NODES: u64 = 10_000;
/// The greatest number of nodes for a refutation, of which a puzzle has hundreds.
const MAX_REFUTATION_NODES: u64 = 100_000;

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
    /// A turn of the line does not keep the result.
    #[error("turn {number} of the line: {turn} is worth only {points} thousandths of a point")]
    Fails {
        /// The number of the turn in the line, from 1.
        number: usize,
        /// The turn.
        turn: String,
        /// The points after it, in thousandths.
        points: i32,
    },
    /// A wrong turn keeps the result, although it is answered as its refutation says.
    #[error(
        "{turn:?} is worth {points} thousandths of a point, although it is refuted by {reply:?}"
    )]
    NotRefuted {
        /// The wrong turn.
        turn: String,
        /// The first turn of the refutation; empty if the wrong turn ends the game.
        reply: String,
        /// The points of the solver after it, in thousandths.
        points: i32,
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
        /// The points after the other turn, in thousandths.
        points: i32,
    },
}

impl PuzzleFault {
    /// Returns whether searches found the fault, so that others, with more nodes, may not.
    pub const fn is_found_by_search(&self) -> bool {
        matches!(
            self,
            Self::SecondSolution { .. } | Self::Fails { .. } | Self::NotRefuted { .. }
        )
    }
}

/// Verifies puzzles.
pub struct PuzzleVerifier {
    searches: Searches,
    nodes: u64,
}

impl PuzzleVerifier {
    /// Creates a verifier that searches the other turns with this number of nodes wherever there is
    /// a turn to find.
    pub fn new(nodes: u64) -> Self {
        Self {
            searches: Searches::new(),
            nodes,
        }
    }

    /// Returns what is wrong with a puzzle.
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
        for (index, ply) in line.to_find() {
            if let Some(step) = puzzle.line.get(index) {
                let game = ply.before.without_history();
                let found = self.step_faults(puzzle.goal, index + 1, step, &game, stop)?;
                faults.extend(found);
            }
        }
        if let Some(first) = line.plies.first() {
            faults.extend(turn_faults(puzzle, &first.before));
            faults.extend(self.refutation_faults(puzzle, &first.before, stop)?);
        }
        Ok(faults)
    }

    /// Searches a turn to find, and the other turns.
    fn step_faults(
        &mut self,
        goal: Goal,
        number: usize,
        step: &Step,
        game: &GameRecord,
        stop: Stop<'_>,
    ) -> Result<Vec<PuzzleFault>, PuzzleError> {
        let mut faults = Vec::new();
        self.searches.clear();
        let texts = step.texts();
        let other = self.searches.best_other(game, &texts, self.nodes, stop)?;
        if let Some(other) = other.filter(|other| other.points >= least_points(goal)) {
            faults.push(PuzzleFault::SecondSolution {
                number,
                turn: step.turn.clone(),
                other: other.turn().to_owned(),
                points: other.points,
            });
        }
        self.searches.clear();
        let nodes = self.share(SOLUTION_SHARE);
        let found = self.searches.only(game, &step.turn, nodes, stop)?;
        if let Some(found) = found.filter(|found| found.points < least_points(goal)) {
            faults.push(PuzzleFault::Fails {
                number,
                turn: step.turn.clone(),
                points: found.points,
            });
        }
        Ok(faults)
    }

    /// Searches every wrong turn after the first turn of its refutation.
    fn refutation_faults(
        &mut self,
        puzzle: &Puzzle,
        start: &GameRecord,
        stop: Stop<'_>,
    ) -> Result<Vec<PuzzleFault>, PuzzleError> {
        let mut faults = Vec::new();
        let solver = start.side_to_move();
        let nodes = self.share(REFUTATION_SHARE).min(MAX_REFUTATION_NODES);
        // The wrong turns of a puzzle share a table: what one search learns serves the next.
        self.searches.clear();
        for (turn, refutation) in &puzzle.wrong {
            let mut game = start.clone();
            let reply = refutation.line.first();
            let mut turns = std::iter::once(turn).chain(reply);
            if turns.any(|turn| game.play(turn, Numbering::Official).is_err()) {
                continue;
            }
            let points = points_for(solver, &game, &mut self.searches, nodes, stop)?;
            if points >= least_points(puzzle.goal) {
                faults.push(PuzzleFault::NotRefuted {
                    turn: turn.clone(),
                    reply: reply.cloned().unwrap_or_default(),
                    points,
                });
            }
        }
        Ok(faults)
    }

    /// Returns a share of the nodes, of which there are enough to see something.
    fn share(&self, share: u64) -> u64 {
        (self.nodes / share).max(self.nodes.min(MIN_NODES))
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
