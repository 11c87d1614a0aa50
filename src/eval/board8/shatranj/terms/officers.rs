//! What officers can do.

use super::super::features::{
    BISHOP_REACH, HUNTER, HUNTERS, KNIGHT_REACH, OPEN_FILE, OUTPOST, QUEEN_REACH, REACHES,
    ROOK_REACH,
};
use super::Tally;
use super::looks::Looks;
use super::pawns::{beside, file_through, files_ahead};
use crate::base::Color;
use crate::rules::board8::geometry::KING_STEPS;
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
    let round_king = KING_STEPS[position.king(!color).index()];
    let mut hunters = 0;
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
            if squares.meets(round_king) {
                tally.add(HUNTER + kind.index(), 1);
                hunters += 1;
            }
        }
    }
    tally.add(HUNTERS + hunters.min(5), 1);
    outposts(position, looks, color, tally);
    files(position, color, tally);
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
    for (i, kind) in [Kind::Knight, Kind::Bishop].into_iter().enumerate() {
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
