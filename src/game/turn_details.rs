//! The path and effects of a legal turn, for tools that do not implement the rules.

use crate::base::Square;

/// A legal turn with its path and effects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnDetails {
    /// The text of the turn, as in UCI.
    pub text: String,
    /// The squares that the man visits, starting with the square that it leaves.
    pub path: Vec<Square>,
    /// The squares of the captured men, in the order of capture.
    pub captures: Vec<Square>,
    /// The capital letter of the kind to which the man is promoted, if it is promoted.
    pub promotion: Option<char>,
    /// Whether the turn is a drop.
    pub is_drop: bool,
}
