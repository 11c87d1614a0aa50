//! What stands on a board, for whoever draws it.

use super::shatra::Setup;
use crate::base::Square;

/// A board with its men, each kind of board in its own terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scene {
    /// That of Shatra.
    Shatra(Setup),
    /// That of chess.
    Board8(Board8),
}

/// A board of chess with the letters of its men.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board8 {
    /// The letter of the man on each square, a1 first; White's are capitals.
    pub letters: [Option<char>; 64],
    /// The king that is in check.
    pub checked: Option<Square>,
}
