//! What men there are, and where.

use super::super::features::{AGAINST_FEW, BISHOPS, FEW, KINDS, MATERIAL, MEN, place_of};
use super::{CAPTURABLE, Tally};
use crate::base::Color;
use crate::rules::board8::{Kind, Position, Rules};

#[inline]
pub fn tell<R: Rules, T: Tally>(position: &Position<R>, color: Color, tally: &mut T) {
    let board = position.board();
    for kind in Kind::ALL {
        for square in board.of(color, kind) {
            tally.add(place_of(kind, square, color), 1);
        }
    }
    let besides_king = |color| board.men(color).count().saturating_sub(1) as usize;
    let enemies = besides_king(!color);
    for kind in CAPTURABLE {
        let count = board.of(color, kind).count() as i32;
        tally.add(MATERIAL + kind.index(), count);
        if (1..=FEW).contains(&enemies) {
            tally.add(AGAINST_FEW + (enemies - 1) * KINDS + kind.index(), count);
        }
    }
    tally.add(BISHOPS, board.of(color, Kind::Bishop).several().into());
    tally.add(MEN + besides_king(color).min(15), 1);
}
