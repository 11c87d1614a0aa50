//! The contents of a board, for code that draws the board.

use crate::base::Square;
use crate::rules::board8::{BishopMovement, Man};
use crate::rules::shatra::Setup;

/// A board with its men.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardContents {
    /// A Shatra board.
    Shatra(Setup),
    /// A chess board.
    Board8(Board8Contents),
}

/// A chess board with its men.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board8Contents {
    /// The man on each square, a1 first.
    pub men: [Option<Man>; 64],
    /// The letter of the man on each square, a1 first; capitals for White.
    pub letters: [Option<char>; 64],
    /// The movement of the bishop, by which pictures distinguish the teme, a camel, from
    /// the pil, an elephant.
    pub bishop: BishopMovement,
    /// The king that is in check.
    pub checked_king: Option<Square>,
}
