//! Paths: the squares that a man visits in a turn or a step. A step is the part of a turn that a
//! USHI host sends at a time: a quiet turn, a single jump or `pass`.

use smallvec::SmallVec;

use super::geometry::RAYS;
use super::kind::Kind;
use super::position::Position;
use super::ruleset::RuleSet;
use crate::base::{Bitboard, Square};

/// A square on which a man lands, with its promotion there.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct LandingSquare {
    /// The square.
    pub at: Square,
    /// The kind to which a shatra is promoted on the square, if it is promoted.
    pub promotion: Option<Kind>,
}

/// The path of one turn or step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// The square that the man leaves.
    pub from: Square,
    /// The landings in order: one for a quiet turn, one for each jump of a chain, and
    /// none if a man in mid-chain stops.
    pub landings: SmallVec<[LandingSquare; 8]>,
    /// Whether the man captures.
    pub is_capture: bool,
    /// Whether the man stops by choice although it could continue to capture.
    pub stops: bool,
}

impl Path {
    /// Returns the squares that the man visits, starting with the square that it leaves.
    pub fn squares(&self) -> Vec<Square> {
        let landings = self.landings.iter().map(|landing| landing.at);
        std::iter::once(self.from).chain(landings).collect()
    }
}

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

/// Returns the squares of the captured men, in the order in which a man that visits
/// `squares` captures them. A captured man that was not jumped over was captured en
/// passant by the first jump (RULES.md section 5).
pub fn capture_order(squares: &[Square], captured: Bitboard) -> Vec<Square> {
    let mut remaining = captured;
    let mut order = Vec::new();
    for jump in squares.windows(2) {
        if let [from, to] = *jump {
            let jumped = (between(from, to) & remaining).first();
            remaining = remaining.without(jumped.map_or(Bitboard::EMPTY, Square::bit));
            order.extend(jumped);
        }
    }
    remaining.into_iter().chain(order).collect()
}

/// Returns the squares between two squares; none if the two are not on one line.
fn between(from: Square, to: Square) -> Bitboard {
    let direction = (0..8).find(|&direction| RAYS[from.index()][direction].has(to));
    direction.map_or(Bitboard::EMPTY, |direction| {
        RAYS[from.index()][direction] & RAYS[to.index()][direction ^ 4]
    })
}
