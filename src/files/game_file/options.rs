//! The options of reading game files.

use crate::game::Variant;
use crate::rules::shatra::Numbering;

/// The caller's choices, which override what a file states.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct ReadOptions {
    /// The rule set of all games, regardless of their tags; `None` to follow the tags.
    pub variant: Option<Variant>,
    /// The numbering of squares that are given as numbers; `None` for the official
    /// numbering of SGN, or that of SPN if no rule set fits the official one.
    pub numbering: Option<Numbering>,
}
