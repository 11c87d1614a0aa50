//! The places of the weights in their table, and what each counts.

use crate::base::{Color, Square};
use crate::eval::group::groups;
use crate::rules::board8::Kind;
use crate::rules::board8::geometry::{SQUARES, file_of, rank_of, relative};

/// Squares that are not each other's mirror image, file a to file h.
pub const PLACES: usize = 32;
/// Kinds of men, the king aside.
pub const KINDS: usize = Kind::ALL.len() - 1;
/// So many men besides the king are few.
pub const FEW: usize = 3;
/// The most squares that a man is counted to look at.
pub const REACHES: usize = 16;

groups! {
    /// Being on the move.
    TEMPO: 1;
    /// A man, by kind, the king aside.
    MATERIAL: KINDS;
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
    PAWN_PREY: KINDS;
    /// An own man that an enemy looks at and no own man guards, by kind.
    LOOSE: KINDS;
    /// A passed pawn by rank, with nobody on the square before it.
    FREE_PASSED: 6;
    /// A passed pawn by rank, with no enemy looking at the square before it.
    SAFE_PASSED: 6;
    /// A passed pawn from the fourth rank on by the steps of its king to the
    /// square before it, up to 7.
    PASSED_OWN_KING: 8;
    /// The same by the steps of the enemy's king.
    PASSED_ENEMY_KING: 8;
    /// An officer that looks at a square next to the enemy's king, by kind.
    HUNTER: KINDS;
    /// Such officers, up to 5.
    HUNTERS: 6;
    /// A pawn by rank with another one beside it.
    PHALANX: 6;
    /// A pawn by rank with a man before it.
    BLOCKED: 6;
    /// A knight or bishop that a pawn guards and no enemy pawn can ever look at.
    OUTPOST: 2;
    /// An own officer that a lesser enemy officer looks at, by kind.
    THREATENED: KINDS;
    /// The steps between the kings, for the side with more men.
    KINGS_APART: 8;
    /// A man by kind, while the enemy has one man besides the king, two or three.
    AGAINST_FEW: FEW * KINDS;
    /// A square from which an enemy officer could give check next and no own man looks
    /// at, by kind.
    SAFE_CHECK: KINDS;
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
    PLACE + kind.index() * PLACES + PLACE_AT[color.index()][square.index()] as usize
}

/// Places by colour and square.
static PLACE_AT: [[u8; SQUARES]; 2] = {
    let mut table = [[0; SQUARES]; 2];
    let mut i = 0;
    while i < SQUARES {
        let square = Square::new(i as u8);
        table[0][i] = place(square, Color::White) as u8;
        table[1][i] = place(square, Color::Black) as u8;
        i += 1;
    }
    table
};
