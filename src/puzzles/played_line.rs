//! The line of a puzzle, played: each turn with the position before it.

use super::puzzle::{By, Goal, Puzzle, Step};
use crate::base::Color;
use crate::game::{GameRecord, PositionError, TurnDetails, Variant};
use crate::rules::TurnError;
use crate::rules::shatra::Numbering;

/// A turn of the line.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The game up to the turn, from the position of the puzzle on.
    pub before: GameRecord,
    /// The turn.
    pub turn: TurnDetails,
    /// Who plays it.
    pub by: By,
    /// Whether the solver has to find it.
    pub is_to_find: bool,
}

/// The line of a puzzle.
#[derive(Clone, Debug)]
pub struct PlayedLine {
    /// The turns.
    pub plies: Vec<Ply>,
    /// The game at the end of the line.
    pub end: GameRecord,
    /// The side of the solver.
    pub solver: Color,
    /// What the solver has to reach.
    pub goal: Goal,
}

/// A stored puzzle whose position or line is not legal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// The position is not one of the variant.
    #[error("position: {0}")]
    Position(#[from] PositionError),
    /// A turn is not legal.
    #[error("turn {number} of the line: {error}")]
    Turn {
        /// The number of the turn, from 1.
        number: usize,
        /// What is wrong.
        error: TurnError,
    },
}

impl PlayedLine {
    /// Plays the line of a puzzle.
    ///
    /// # Errors
    /// Returns an error if the position or a turn is not legal.
    pub fn of(puzzle: &Puzzle) -> Result<Self, LineError> {
        Self::play(puzzle.variant, &puzzle.position, &puzzle.line, puzzle.goal)
    }

    /// Plays a line from a position.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`PlayedLine::of`].
    pub fn play(
        variant: Variant,
        position: &str,
        steps: &[Step],
        goal: Goal,
    ) -> Result<Self, LineError> {
        let mut game = GameRecord::from_text(variant, position)?;
        let solver = game.side_to_move();
        let mut plies = Vec::with_capacity(steps.len());
        for (number, step) in (1..).zip(steps) {
            let before = game.clone();
            let played = game.play(&step.turn, Numbering::Official);
            played.map_err(|error| LineError::Turn { number, error })?;
            plies.extend(game.turns().last().map(|turn| Ply {
                before,
                turn: turn.clone(),
                by: step.by,
                is_to_find: step.is_to_find(),
            }));
        }
        let end = game;
        Ok(Self {
            plies,
            end,
            solver,
            goal,
        })
    }

    /// Returns the turns that the solver has to find, each with its index in the line.
    pub fn to_find(&self) -> impl Iterator<Item = (usize, &Ply)> {
        let plies = self.plies.iter().enumerate();
        plies.filter(|(_, ply)| ply.is_to_find)
    }

    /// Returns the turns of the solver, forced ones too, each with its index in the line.
    pub fn of_solver(&self) -> impl Iterator<Item = (usize, &Ply)> {
        let plies = self.plies.iter().enumerate();
        plies.filter(|(_, ply)| ply.by == By::Solver)
    }

    /// Returns the position after a turn of the line, by its index.
    pub fn after(&self, index: usize) -> &GameRecord {
        let next = self.plies.get(index + 1);
        next.map_or(&self.end, |ply| &ply.before)
    }

    /// Returns the number of men that the solver loses.
    pub fn men_lost(&self) -> usize {
        let replies = self.plies.iter().filter(|ply| ply.by == By::Opponent);
        replies.map(|ply| ply.turn.captures.len()).sum()
    }
}
