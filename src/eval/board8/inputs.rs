//! The inputs of the networks for Shatranj and Shatar.

use crate::base::{Color, Square};
use crate::eval::SideAndKind;
use crate::eval::network::ActiveInputs;
use crate::rules::board8::geometry::{SQUARES, file_of, flip};
use crate::rules::board8::{Kind, Position, Rules};

/// The number of inputs: one for each side, kind of man and square.
pub const INPUTS: usize = 2 * Kind::ALL.len() * SQUARES;

/// Returns the inputs that the men activate. For each side, the board is turned so that
/// its own men are at the bottom and, because mirror images have the same value,
/// reflected so that its king is on one of the files e to h.
#[inline]
pub fn active_inputs<R: Rules>(position: &Position<R>) -> ActiveInputs {
    let board = position.board();
    let mover = position.side_to_move();
    let masks = [mover, !mover].map(|side| orientation_mask(position, side));
    let mut active = ActiveInputs::EMPTY;
    for color in [mover, !mover] {
        for kind in Kind::ALL {
            let own = kind.index() * SQUARES;
            let other = own + INPUTS / 2;
            let first = if color == mover {
                [own, other]
            } else {
                [other, own]
            };
            for square in board.of(color, kind) {
                let index = square.index();
                active.add([first[0] + (index ^ masks[0]), first[1] + (index ^ masks[1])]);
            }
        }
    }
    active
}

/// Returns the mask that, XORed with the index of a square, gives the index on the board
/// as turned and reflected for a side.
#[inline]
fn orientation_mask<R: Rules>(position: &Position<R>, side: Color) -> usize {
    const MIRROR: usize = 7;
    let king = position.king(side);
    let upside_down = match side {
        Color::White => 0,
        Color::Black => flip(Square::new(0)).index(),
    };
    upside_down ^ if file_of(king) < 4 { MIRROR } else { 0 }
}

/// The names of the kinds of men other than the king, in the order of [`Kind::index`].
pub const KINDS: &[&str] = &["pawn", "knight", "bishop", "rook", "queen"];

/// Returns the side and the kind of each man, in the order of their active inputs.
pub fn men<R: Rules>(position: &Position<R>) -> Vec<SideAndKind> {
    let mover = position.side_to_move();
    let mut men = Vec::new();
    for color in [mover, !mover] {
        for kind in Kind::ALL {
            let count = position.board().of(color, kind).count() as usize;
            let kind = Some(kind.index()).filter(|&kind| kind < KINDS.len());
            men.extend(std::iter::repeat_n((color, kind), count));
        }
    }
    men
}
