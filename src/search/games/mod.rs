//! The adapters of the boards: each implements
//! [`SearchGame`](super::game::SearchGame) for the positions of one board.

mod board8;
mod shatra;
mod static_exchange;

use crate::base::Bitboard;

/// Returns a well mixed key of two sets of squares.
#[inline]
fn mixed([first, second]: [Bitboard; 2]) -> u64 {
    let mixed = first.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ second.0.rotate_left(29);
    mixed.wrapping_mul(0xBF58_476D_1CE4_E5B9)
}
