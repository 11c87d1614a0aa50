//! The contents of a board, for code that draws it.

use crate::base::Square;
use crate::rules::board8::{BishopMovement, Man};
use crate::rules::shatra::Setup;

/// A board with its men, in the terms of its game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardContents {
    /// The board of Shatra.
    Shatra(Setup),
    /// The board of chess.
    Board8(Board8Contents),
}

/// A chess board with its men.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board8Contents {
    /// The man on each square, a1 first.
    pub men: [Option<Man>; 64],
    /// The letter of the man on each square, a1 first; White's are capitals.
    pub letters: [Option<char>; 64],
    /// The movement of the bishop, by which pictures distinguish the teme, a camel, from
    /// the pil, an elephant.
    pub bishop: BishopMovement,
    /// The king that is in check.
    pub checked: Option<Square>,
}
