//! The inputs of the networks for Shatranj and Shatar.

use crate::base::{Color, Square};
use crate::eval::KnownMan;
use crate::eval::network::Lit;
use crate::rules::board8::geometry::{SQUARES, file_of, flip};
use crate::rules::board8::{Kind, Position, Rules};

/// The number of inputs: own men and the other side's, by kind and square.
pub const INPUTS: usize = 2 * Kind::ALL.len() * SQUARES;

/// Returns the inputs that the men activate. Each side sees its own men at the
/// bottom and, because mirror images are worth the same, its king on files e to h.
#[inline]
pub fn lit<R: Rules>(position: &Position<R>) -> Lit {
    let board = position.board();
    let me = position.side_to_move();
    let turns = [me, !me].map(|side| turn(position, side));
    let mut lit = Lit::NONE;
    for (i, color) in [me, !me].into_iter().enumerate() {
        for kind in Kind::ALL {
            let own = kind.index() * SQUARES;
            let other = own + INPUTS / 2;
            let from = if i == 0 { [own, other] } else { [other, own] };
            for square in board.of(color, kind) {
                let at = square.index();
                lit.add([from[0] + (at ^ turns[0]), from[1] + (at ^ turns[1])]);
            }
        }
    }
    lit
}

/// Returns the mask that, by XOR, turns the number of a square into the one that a
/// side sees.
#[inline]
fn turn<R: Rules>(position: &Position<R>, side: Color) -> usize {
    const MIRROR: usize = 7;
    let king = position.king(side);
    let upside_down = match side {
        Color::White => 0,
        Color::Black => flip(Square::new(0)).index(),
    };
    upside_down ^ if file_of(king) < 4 { MIRROR } else { 0 }
}

/// The names of the men other than the kings, in the order of [`Kind::index`].
pub const KINDS: &[&str] = &["pawn", "knight", "bishop", "rook", "queen"];

/// Returns the side and the kind of each man, in the order of the inputs that they
/// activate.
pub fn men<R: Rules>(position: &Position<R>) -> Vec<KnownMan> {
    let me = position.side_to_move();
    let mut men = Vec::new();
    for color in [me, !me] {
        for kind in Kind::ALL {
            let count = position.board().of(color, kind).count() as usize;
            let known = Some(kind.index()).filter(|&kind| kind < KINDS.len());
            men.extend(std::iter::repeat_n((color, known), count));
        }
    }
    men
}
