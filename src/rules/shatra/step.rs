//! A step: what a host that plays jump by jump takes for a move.

use super::path::Path;
use super::position::Position;
use super::ruleset::RuleSet;

/// A legal step and where it leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step<R: RuleSet> {
    /// The squares: one landing, or none where a man stops its chain.
    pub path: Path,
    /// The position behind it: the other side's, or one in mid-chain with the
    /// same side to move (section 10, fields 1 and 4).
    pub after: Position<R>,
}

impl<R: RuleSet> Step<R> {
    /// The text in USHI: `18-25`, `44:28`, `58-60Q`, `pass`.
    pub fn text(&self) -> String {
        self.path.jumps().swap_remove(0)
    }
}
