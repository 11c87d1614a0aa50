//! What a position has of each feature, for one side.

use super::features::{
    BISHOP_REACH, BISHOPS, DOUBLED, GUARDED, ISOLATED, KING_RING, KING_SHIELD, KNIGHT_REACH, LOOSE,
    MATERIAL, MEN, OPEN_FILE, PASSED, PAWN_PREY, QUEEN_REACH, REACHES, ROOK_REACH, TEMPO, place_of,
};
use crate::base::{Bitboard, Color, Square};
use crate::rules::board8::geometry::{
    self, FILE_A, KING_STEPS, pawns_attack, rank_of, relative, to_a, to_h,
};
use crate::rules::board8::{Kind, Position, Rules, attacks};

/// Takes features: a sum of weights, or a list for the tuner.
pub trait Tally {
    /// The side has `count` of a feature.
    fn add(&mut self, feature: usize, count: i32);
}

/// What both sides look at.
pub struct Looks {
    by: [Bitboard; 2],
    by_pawns: [Bitboard; 2],
}

impl Looks {
    /// Of a position.
    #[inline]
    pub fn of<R: Rules>(position: &Position<R>) -> Self {
        let board = position.board();
        let by = |color| attacks::all::<R>(board, color, board.occupied());
        let by_pawns = |color| pawns_attack(board.of(color, Kind::Pawn), color);
        Self {
            by: Color::ALL.map(by),
            by_pawns: Color::ALL.map(by_pawns),
        }
    }
}

/// Tells all features of one side.
#[inline]
pub fn tell<R: Rules, T: Tally>(
    position: &Position<R>,
    looks: &Looks,
    color: Color,
    tally: &mut T,
) {
    tally.add(TEMPO, (position.side_to_move() == color).into());
    men(position, color, tally);
    officers(position, looks, color, tally);
    pawns(position, color, tally);
    king(position, looks, color, tally);
    prey(position, looks, color, tally);
}

#[inline]
fn men<R: Rules, T: Tally>(position: &Position<R>, color: Color, tally: &mut T) {
    let board = position.board();
    for kind in Kind::ALL {
        for square in board.of(color, kind) {
            tally.add(place_of(kind, square, color), 1);
        }
    }
    for kind in [
        Kind::Pawn,
        Kind::Knight,
        Kind::Bishop,
        Kind::Rook,
        Kind::Queen,
    ] {
        let count = board.of(color, kind).count() as i32;
        tally.add(MATERIAL + kind.index(), count);
    }
    tally.add(BISHOPS, board.of(color, Kind::Bishop).several().into());
    let men = board.men(color).count().saturating_sub(1);
    tally.add(MEN + men.min(15) as usize, 1);
}

#[inline]
fn officers<R: Rules, T: Tally>(
    position: &Position<R>,
    looks: &Looks,
    color: Color,
    tally: &mut T,
) {
    let board = position.board();
    let barred = board.men(color) | looks.by_pawns[(!color).index()];
    for (kind, group) in [
        (Kind::Knight, KNIGHT_REACH),
        (Kind::Bishop, BISHOP_REACH),
        (Kind::Rook, ROOK_REACH),
        (Kind::Queen, QUEEN_REACH),
    ] {
        for square in board.of(color, kind) {
            let squares = attacks::of::<R>(kind, square, board.occupied());
            let reach = squares.without(barred).count() as usize;
            tally.add(group + reach.min(REACHES - 1), 1);
        }
    }
    let pawns = board.all(Kind::Pawn);
    for square in board.of(color, Kind::Rook) {
        let file = Bitboard(FILE_A.0 << geometry::file_of(square));
        if !file.meets(pawns & board.men(color)) {
            tally.add(OPEN_FILE + usize::from(!file.meets(pawns)), 1);
        }
    }
}

#[inline]
fn pawns<R: Rules, T: Tally>(position: &Position<R>, color: Color, tally: &mut T) {
    let board = position.board();
    let own = board.of(color, Kind::Pawn);
    let enemies = board.of(!color, Kind::Pawn);
    let guarded = own & pawns_attack(own, color);
    for square in own {
        let rank = usize::from(rank_of(relative(square, color))).clamp(2, 7) - 2;
        let file = Bitboard(FILE_A.0 << geometry::file_of(square));
        let beside = to_a(file) | to_h(file);
        let ahead = ahead_of(square, color);
        if guarded.has(square) {
            tally.add(GUARDED + rank, 1);
        }
        if !beside.meets(own) {
            tally.add(ISOLATED, 1);
        }
        if (file & ahead).meets(own) {
            tally.add(DOUBLED, 1);
        }
        if !((file | beside) & ahead).meets(enemies) {
            tally.add(PASSED + rank, 1);
        }
    }
}

/// All ranks before a square.
#[inline]
const fn ahead_of(square: Square, color: Color) -> Bitboard {
    let rank = (square.index() & 56) as u32;
    match color {
        // Two shifts, as the last rank has none before it.
        Color::White => Bitboard((!0 << rank) << 8),
        Color::Black => Bitboard(!(!0 << rank)),
    }
}

#[inline]
fn king<R: Rules, T: Tally>(position: &Position<R>, looks: &Looks, color: Color, tally: &mut T) {
    let king = position.king(color);
    let around = KING_STEPS[king.index()];
    let shield = around & position.board().men(color);
    tally.add(KING_SHIELD + shield.count() as usize, 1);
    let seen = (around | king.bit()) & looks.by[(!color).index()];
    tally.add(KING_RING + seen.count() as usize, 1);
}

#[inline]
fn prey<R: Rules, T: Tally>(position: &Position<R>, looks: &Looks, color: Color, tally: &mut T) {
    let board = position.board();
    let men = board.men(color).without(position.king(color).bit());
    let loose = looks.by[(!color).index()].without(looks.by[color.index()]);
    for kind in [
        Kind::Pawn,
        Kind::Knight,
        Kind::Bishop,
        Kind::Rook,
        Kind::Queen,
    ] {
        let of_kind = men & board.all(kind);
        let by_pawns = of_kind & looks.by_pawns[(!color).index()];
        tally.add(PAWN_PREY + kind.index(), by_pawns.count() as i32);
        tally.add(LOOSE + kind.index(), (of_kind & loose).count() as i32);
    }
}
