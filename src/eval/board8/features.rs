//! The places of the weights in their table, and what each counts.

use crate::base::{Color, Square};
use crate::eval::group::groups;
use crate::rules::board8::Kind;
use crate::rules::board8::geometry::{file_of, rank_of, relative};

/// Squares that are not each other's mirror image, file a to file h.
pub const PLACES: usize = 32;
/// The most squares that a man is counted to look at.
pub const REACHES: usize = 16;

groups! {
    /// Being on the move.
    TEMPO: 1;
    /// A man, by kind, the king aside.
    MATERIAL: 5;
    /// Two bishops.
    BISHOPS: 1;
    /// A man by kind and place.
    PLACE: 6 * PLACES;
    /// Men besides the king, up to 15.
    MEN: 16;
    /// A knight by squares that it can go to and no enemy pawn looks at.
    KNIGHT_REACH: REACHES;
    /// A bishop likewise.
    BISHOP_REACH: REACHES;
    /// A rook likewise.
    ROOK_REACH: REACHES;
    /// A queen likewise.
    QUEEN_REACH: REACHES;
    /// A pawn by rank (2 to 7) that no enemy pawn can stop or take.
    PASSED: 6;
    /// A pawn by rank that another one guards.
    GUARDED: 6;
    /// A pawn without another one on the files beside it.
    ISOLATED: 1;
    /// A pawn behind another one.
    DOUBLED: 1;
    /// A rook on a file without own pawns, or without any.
    OPEN_FILE: 2;
    /// The king by own men next to it.
    KING_SHIELD: 9;
    /// The king by squares next to it, its own included, that enemies look at.
    KING_RING: 10;
    /// An own man that an enemy pawn looks at, by kind.
    PAWN_PREY: 5;
    /// An own man that an enemy looks at and no own man guards, by kind.
    LOOSE: 5;
}

/// The place of a square as its side sees it: the same for mirror images.
pub const fn place(square: Square, color: Color) -> usize {
    let square = relative(square, color);
    let file = file_of(square) as usize;
    let from_edge = if file > 3 { 7 - file } else { file };
    (rank_of(square) as usize - 1) * 4 + from_edge
}

/// The feature of a man on a square.
#[inline]
pub const fn place_of(kind: Kind, square: Square, color: Color) -> usize {
    PLACE + kind.index() * PLACES + place(square, color)
}
