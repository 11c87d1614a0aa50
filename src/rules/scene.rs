//! The contents of a board, for code that draws it.

use super::shatra::Setup;
use crate::base::Square;

/// A board with its men, in the terms of its game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scene {
    /// The board of Shatra.
    Shatra(Setup),
    /// The board of chess.
    Board8(Board8),
}

/// A chess board with the letters of its men.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board8 {
    /// The letter of the man on each square, a1 first; White's are capitals.
    pub letters: [Option<char>; 64],
    /// The king that is in check.
    pub checked: Option<Square>,
}
