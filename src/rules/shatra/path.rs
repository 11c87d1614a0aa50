//! The path of a turn: the squares that it visits, jump by jump.

use smallvec::SmallVec;

use super::geometry::{file_of, rank_of, square_at};
use super::kind::Kind;
use crate::base::{Bitboard, Square};

/// A square where a man lands, and its promotion there.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct LandingSquare {
    /// The square.
    pub at: Square,
    /// The kind that a shatra is promoted to on the square.
    pub promotion: Option<Kind>,
}

/// The path of one turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// The square that the man leaves.
    pub from: Square,
    /// The landings, in order: one for a quiet turn, one for each jump of a chain, and
    /// none if a man in mid-chain stops.
    pub landings: SmallVec<[LandingSquare; 8]>,
    /// Whether the turn captures.
    pub is_capture: bool,
    /// Whether the man stops by choice although it could continue to capture.
    pub stops: bool,
}

impl Path {
    /// Returns all squares of the path, starting with the one that the man
    /// leaves.
    pub fn squares(&self) -> Vec<Square> {
        let landings = self.landings.iter().map(|landing| landing.at);
        std::iter::once(self.from).chain(landings).collect()
    }
}

/// Returns the squares of the captured men in the order in which a man that visits
/// `squares` captures them. A captured man that is not jumped over was captured en
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

/// Returns the squares between two squares on a line.
fn between(from: Square, to: Square) -> Bitboard {
    let step = |from: u8, to: u8| (i16::from(to) - i16::from(from)).signum() as i8;
    let (files, ranks) = (
        step(file_of(from), file_of(to)),
        step(rank_of(from), rank_of(to)),
    );
    let next = |&(file, rank): &(u8, u8)| {
        Some((
            file.checked_add_signed(files)?,
            rank.checked_add_signed(ranks)?,
        ))
    };
    std::iter::successors(next(&(file_of(from), rank_of(from))), next)
        .map_while(|(file, rank)| square_at(file, rank))
        .take_while(|&square| square != to)
        .collect()
}
