//! The options for reading game files.

use crate::game::Variant;
use crate::rules::shatra::Numbering;

/// The caller's choices, which override what a file states.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct ReadOptions {
    /// The rule set of all games, regardless of their tags; `None` to follow the tags.
    pub variant: Option<Variant>,
    /// The numbering of squares that are given as numbers. If it is `None`, they are
    /// official numbers, as in SGN, or SPN numbers if the game is legal in no rule set
    /// with official ones.
    pub numbering: Option<Numbering>,
    /// Whether a game with a fault is refused. Otherwise what can be read of it is read, and
    /// its faults are reported.
    pub is_strict: bool,
}
