//! The squares that a turn visits, one jump after the other.

use smallvec::SmallVec;

use super::kind::Kind;
use crate::base::Square;

/// A square where a man comes down, and what it becomes there.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Landing {
    /// The square.
    pub at: Square,
    /// What a shatra becomes on it.
    pub promotion: Option<Kind>,
}

/// The way of one turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// Where the man starts.
    pub from: Square,
    /// Where it comes down, in order: one square for a quiet turn, one a jump
    /// for a chain, none when a man in mid-chain stops.
    pub landings: SmallVec<[Landing; 8]>,
    /// Whether the turn captures.
    pub is_capture: bool,
    /// Whether the man stops of its own accord, where it could capture on.
    pub stops: bool,
}

impl Path {
    /// All squares of the way, the first one included.
    pub fn squares(&self) -> Vec<Square> {
        let landings = self.landings.iter().map(|landing| landing.at);
        std::iter::once(self.from).chain(landings).collect()
    }
}
