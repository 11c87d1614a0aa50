//! Men that could be captured.

use super::super::features::{LOOSE, PAWN_PREY, THREATENED};
use super::looks::Looks;
use super::{CAPTURABLE, Tally};
use crate::base::Color;
use crate::rules::board8::{Position, Rules};

#[inline]
pub fn tell<R: Rules, T: Tally>(
    position: &Position<R>,
    looks: &Looks,
    color: Color,
    tally: &mut T,
) {
    let board = position.board();
    let loose = looks.by(!color).without(looks.by(color));
    for kind in CAPTURABLE {
        let men = board.of(color, kind);
        let mut add = |group, seen| {
            tally.add(group + kind.index(), (men & seen).count() as i32);
        };
        add(PAWN_PREY, looks.by_pawns(!color));
        add(THREATENED, looks.by_lesser(!color, kind));
        add(LOOSE, loose);
    }
}
