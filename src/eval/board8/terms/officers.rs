//! What officers can do.

use super::super::features::{
    BEHIND_PAWN, BISHOP_REACH, GUARDIAN, HUNTER, HUNTERS, KNIGHT_REACH, OPEN_FILE, OUTPOST,
    QUEEN_REACH, REACHES, ROOK_REACH, SHUT_IN, STEPS, TROPISM,
};
use super::Tally;
use super::danger::HUNTER_WEIGHT;
use super::king::steps;
use super::looks::{Hunt, Looks};
use super::pawns::{beside, file_through, files_ahead};
use crate::base::{Color, Square};
use crate::rules::board8::geometry::{KING_STEPS, ahead, file_of};
use crate::rules::board8::{Kind, Position, Rules, attacks};

/// Adds what they look at.
#[inline]
pub fn tell<R: Rules, T: Tally>(
    position: &Position<R>,
    looks: &mut Looks,
    color: Color,
    tally: &mut T,
) {
    let board = position.board();
    let barred = board.men(color) | looks.by_pawns(!color);
    let prey = position.king(!color);
    let home = position.king(color);
    let round_king = KING_STEPS[prey.index()];
    let mut hunt = Hunt::default();
    for (kind, group) in [
        (Kind::Knight, KNIGHT_REACH),
        (Kind::Bishop, BISHOP_REACH),
        (Kind::Rook, ROOK_REACH),
        (Kind::Queen, QUEEN_REACH),
    ] {
        for square in board.of(color, kind) {
            let squares = attacks::of::<R>(kind, square, board.occupied());
            looks.add(color, kind, squares);
            let reach = squares.without(barred).count() as usize;
            tally.add(group + reach.min(REACHES - 1), 1);
            if R::QUEEN_SLIDES {
                tally.add(TROPISM + kind.index() * STEPS + steps(square, prey), 1);
                tally.add(GUARDIAN + kind.index() * STEPS + steps(square, home), 1);
                if kind == Kind::Rook && reach <= 3 && is_shut_in(square, home) {
                    tally.add(SHUT_IN, 1);
                }
            }
            if squares.meets(round_king) {
                tally.add(HUNTER + kind.index(), 1);
                hunt.hunters += 1;
                hunt.weight += HUNTER_WEIGHT[kind.index()];
                hunt.squares += (squares & round_king).count() as i32;
            }
        }
    }
    tally.add(HUNTERS + hunt.hunters.clamp(0, 5) as usize, 1);
    looks.set_hunt(color, hunt);
    outposts(position, looks, color, tally);
    files(position, color, tally);
}

/// Whether a rook stands between its king and the nearer edge.
#[inline]
const fn is_shut_in(rook: Square, king: Square) -> bool {
    (file_of(king) < 4) == (file_of(rook) < file_of(king))
}

#[inline]
fn outposts<R: Rules, T: Tally>(
    position: &Position<R>,
    looks: &Looks,
    color: Color,
    tally: &mut T,
) {
    let board = position.board();
    let enemies = board.of(!color, Kind::Pawn);
    let chased = beside(files_ahead(enemies, !color));
    let behind = ahead(board.all(Kind::Pawn), !color);
    for (i, kind) in [Kind::Knight, Kind::Bishop].into_iter().enumerate() {
        if R::QUEEN_SLIDES {
            tally.add(
                BEHIND_PAWN + i,
                (board.of(color, kind) & behind).count() as i32,
            );
        }
        let safe = board.of(color, kind) & looks.by_pawns(color);
        tally.add(OUTPOST + i, safe.without(chased).count() as i32);
    }
}

#[inline]
fn files<R: Rules, T: Tally>(position: &Position<R>, color: Color, tally: &mut T) {
    let board = position.board();
    let pawns = board.all(Kind::Pawn);
    for square in board.of(color, Kind::Rook) {
        let file = file_through(square);
        if !file.meets(pawns & board.men(color)) {
            tally.add(OPEN_FILE + usize::from(!file.meets(pawns)), 1);
        }
    }
}
