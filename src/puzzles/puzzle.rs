//! A puzzle as it is stored: one JSON object (docs/puzzle.schema.json).
//!
//! It says all that a trainer needs to know, so that the trainer needs no engine: the line, the other
//! texts of each turn, and the refutation of every wrong first turn.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::theme::Theme;
use crate::base::Score;
use crate::game::{GameRecord, Variant};

/// A puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(expecting = "a puzzle (a JSON object)")]
pub struct Puzzle {
    /// The variant, `-` and eight hexadecimal digits, which are the same for every position that is
    /// alike under mirror and exchange of the sides.
    pub id: String,
    /// The rule set.
    pub variant: Variant,
    /// The position (SPN or FEN), in which the solver is to move.
    pub position: String,
    /// What the solver has to reach.
    pub goal: Goal,
    /// How it is known that the solution is the only one.
    pub proof: Proof,
    /// The number of own turns in which the solver is proved to win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wins_in: Option<u32>,
    /// The number of own turns within which no other first turn is proved to win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_other_in: Option<u32>,
    /// The solution: the solver's turns and the replies, in order.
    pub line: Vec<Step>,
    /// Why the line ends.
    pub end: LineEnd,
    /// Every other first turn with its refutation.
    pub wrong: BTreeMap<String, Refutation>,
    /// The difficulty, from about 800 to 2600.
    pub rating: u16,
    /// The lowest playing level, from 0 to 20, that finds the line.
    pub level: u8,
    /// What the line shows.
    pub themes: Vec<Theme>,
    /// Where the game came from.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
}

/// A turn of the line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The turn (RULES.md section 11).
    pub turn: String,
    /// Other texts that solve the puzzle as well: they lead to the same position, or drop another
    /// man of the same kind onto the same square.
    pub also: Vec<String>,
    /// Whether no turn with another result is legal.
    pub forced: bool,
    /// Who plays the turn.
    pub by: By,
}

impl Step {
    /// Returns whether the solver has to find this turn.
    pub fn is_to_find(&self) -> bool {
        self.by == By::Solver && !self.forced
    }

    /// Returns whether a text is this turn or counts as it.
    pub fn is(&self, turn: &str) -> bool {
        self.turn == turn || self.also.iter().any(|other| other == turn)
    }

    /// Returns the turn and the texts that count as it.
    pub fn texts(&self) -> Vec<String> {
        std::iter::once(&self.turn)
            .chain(&self.also)
            .cloned()
            .collect()
    }
}

/// A side of a puzzle.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// The side that has to find its turns.
    Solver,
    /// The other side.
    Opponent,
}

/// What the solver has to reach.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// A won position.
    Win,
    /// A position that is not lost, although every other turn loses.
    Save,
}

/// How it is known that a solution is the only one (docs/puzzles.md).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Proof {
    /// The solver or the endgame tables prove it, as far as docs/puzzles.md says.
    Proved,
    /// Searches from several states of the table agree.
    Searched,
}

/// Why a line ends.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LineEnd {
    /// The solver has won the game.
    Won,
    /// The game is drawn.
    Saved,
    /// From here on, several turns keep the result, or none is clearly the only one.
    Several,
}

/// What is wrong with a first turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refutation {
    /// The turns that follow, the opponent's first; none if the game is over.
    pub line: Vec<String>,
    /// The score after the turn for the solver, in centipawns.
    pub score: Score,
    /// The number of the opponent's turns in which the solver is seen to lose; 0 if the wrong turn
    /// itself loses the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loses_in: Option<u32>,
}

/// Returns the id of the puzzle of a position.
pub fn id_of(position: &GameRecord) -> String {
    let key = position.symmetric_key();
    format!("{}-{:08x}", position.variant(), key as u32)
}
