//! A step: a quiet turn, a single jump or `pass`, as USHI hosts send them.

use super::path::Path;
use super::position::Position;
use super::ruleset::RuleSet;

/// A legal step and the position after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step<R: RuleSet> {
    /// The path of the step: one landing, or none if the man stops its chain.
    pub path: Path,
    /// The position after the step, either with the opponent to move, or in mid-chain
    /// with the same side to move (RULES.md section 10, fields 1 and 4).
    pub after: Position<R>,
}

impl<R: RuleSet> Step<R> {
    /// Returns the step in USHI notation: `18-25`, `44:28`, `58-60Q` or `pass`.
    pub fn text(&self) -> String {
        self.path.steps().swap_remove(0)
    }
}
