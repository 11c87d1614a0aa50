//! The squares that men attack.

use super::board::Board;
use super::geometry::{
    DIAGONAL_LEAPS, DIAGONAL_STEPS, KING_STEPS, KNIGHT_LEAPS, PAWN_ATTACKS, diagonal_leaps,
    diagonal_steps, king_steps, knight_leaps, pawns_attack,
};
use super::kind::Kind;
use super::lines::{bishop, rook};
use super::ruleset::Rules;
use crate::base::{Bitboard, Color, Square};

/// Returns the squares that an officer or king attacks from a square. Attacks
/// of pawns depend on their side: [`PAWN_ATTACKS`].
#[inline]
pub const fn of<R: Rules>(kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::Pawn => Bitboard::EMPTY,
        Kind::Knight => KNIGHT_LEAPS[from.index()],
        Kind::Bishop if R::BISHOP_SLIDES => bishop(from, occupied),
        Kind::Bishop => DIAGONAL_LEAPS[from.index()],
        Kind::Rook => rook(from, occupied),
        Kind::Queen if R::QUEEN_SLIDES => DIAGONAL_STEPS[from.index()].or(rook(from, occupied)),
        Kind::Queen => DIAGONAL_STEPS[from.index()],
        Kind::King => KING_STEPS[from.index()],
    }
}

/// Returns the men of a side that slide along files and ranks.
#[inline]
pub const fn orthogonal_sliders<R: Rules>(board: &Board, color: Color) -> Bitboard {
    let rooks = board.of(color, Kind::Rook);
    if R::QUEEN_SLIDES {
        rooks.or(board.of(color, Kind::Queen))
    } else {
        rooks
    }
}

/// Returns the men of a side that slide along diagonals.
#[inline]
pub const fn diagonal_sliders<R: Rules>(board: &Board, color: Color) -> Bitboard {
    if R::BISHOP_SLIDES {
        board.of(color, Kind::Bishop)
    } else {
        Bitboard::EMPTY
    }
}

/// Returns the men of a side that attack a square, given the occupied squares.
#[inline]
pub fn on<R: Rules>(board: &Board, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    let i = square.index();
    let of = |kind| board.of(color, kind);
    let mut found = PAWN_ATTACKS[(!color).index()][i] & of(Kind::Pawn)
        | KNIGHT_LEAPS[i] & of(Kind::Knight)
        | DIAGONAL_STEPS[i] & of(Kind::Queen)
        | KING_STEPS[i] & of(Kind::King)
        | rook(square, occupied) & orthogonal_sliders::<R>(board, color);
    found |= if R::BISHOP_SLIDES {
        bishop(square, occupied) & of(Kind::Bishop)
    } else {
        DIAGONAL_LEAPS[i] & of(Kind::Bishop)
    };
    found
}

/// Returns all squares that a side attacks, given the occupied squares.
#[inline]
pub fn all<R: Rules>(board: &Board, color: Color, occupied: Bitboard) -> Bitboard {
    let of = |kind| board.of(color, kind);
    let mut all = pawns_attack(of(Kind::Pawn), color)
        | knight_leaps(of(Kind::Knight))
        | diagonal_steps(of(Kind::Queen))
        | king_steps(of(Kind::King));
    for from in orthogonal_sliders::<R>(board, color) {
        all |= rook(from, occupied);
    }
    if R::BISHOP_SLIDES {
        for from in of(Kind::Bishop) {
            all |= bishop(from, occupied);
        }
    } else {
        all |= diagonal_leaps(of(Kind::Bishop));
    }
    all
}
