//! A step: a move in the protocol of a host that plays jump by jump.

use super::path::Path;
use super::position::Position;
use super::ruleset::RuleSet;

/// A legal step and the position after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step<R: RuleSet> {
    /// The path of the step: one landing, or none if a man stops its chain.
    pub path: Path,
    /// The position after the step: with the other side to move, or in
    /// mid-chain with the same side to move (section 10, fields 1 and 4).
    pub after: Position<R>,
}

impl<R: RuleSet> Step<R> {
    /// Returns the text in USHI: `18-25`, `44:28`, `58-60Q`, `pass`.
    pub fn text(&self) -> String {
        self.path.steps().swap_remove(0)
    }
}
