//! The reserve of a side, for tools that do not implement the rules.

use crate::base::Square;

/// The men of a side that wait to be dropped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reserve {
    /// The number of men; 0 once the side's temdek is off.
    pub men: u32,
    /// The square of the man that must be dropped next, if the rule set has a drop order.
    pub next: Option<Square>,
}
