//! The inputs of the networks for Shatranj and Shatar.

use crate::base::{Color, Square};
use crate::eval::SideAndKind;
use crate::eval::network::ActiveFeatures;
use crate::rules::board8::geometry::{SQUARES, file_of, flip};
use crate::rules::board8::{Kind, Position, Rules};

/// The number of inputs: the men of each side, by kind and square.
pub const INPUTS: usize = 2 * Kind::ALL.len() * SQUARES;

/// Returns the inputs that the men activate. Each side sees its own men at the
/// bottom and, because mirror images have the same value, its king on files e to h.
#[inline]
pub fn active_features<R: Rules>(position: &Position<R>) -> ActiveFeatures {
    let board = position.board();
    let me = position.side_to_move();
    let masks = [me, !me].map(|side| view_mask(position, side));
    let mut features = ActiveFeatures::EMPTY;
    for (i, color) in [me, !me].into_iter().enumerate() {
        for kind in Kind::ALL {
            let own = kind.index() * SQUARES;
            let other = own + INPUTS / 2;
            let first = if i == 0 { [own, other] } else { [other, own] };
            for square in board.of(color, kind) {
                let at = square.index();
                features.add([first[0] + (at ^ masks[0]), first[1] + (at ^ masks[1])]);
            }
        }
    }
    features
}

/// Returns the mask that is XORed with the index of a square to get the index as a
/// side sees the board.
#[inline]
fn view_mask<R: Rules>(position: &Position<R>, side: Color) -> usize {
    const MIRROR: usize = 7;
    let king = position.king(side);
    let upside_down = match side {
        Color::White => 0,
        Color::Black => flip(Square::new(0)).index(),
    };
    upside_down ^ if file_of(king) < 4 { MIRROR } else { 0 }
}

/// The names of the kinds of men other than the king, in the order of
/// [`Kind::index`].
pub const KINDS: &[&str] = &["pawn", "knight", "bishop", "rook", "queen"];

/// Returns the side and the kind of each man, in the order of the inputs that they
/// activate.
pub fn men<R: Rules>(position: &Position<R>) -> Vec<SideAndKind> {
    let me = position.side_to_move();
    let mut men = Vec::new();
    for color in [me, !me] {
        for kind in Kind::ALL {
            let count = position.board().of(color, kind).count() as usize;
            let kind = Some(kind.index()).filter(|&kind| kind < KINDS.len());
            men.extend(std::iter::repeat_n((color, kind), count));
        }
    }
    men
}
