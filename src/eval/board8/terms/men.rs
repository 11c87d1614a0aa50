//! What men there are, and where.

use super::super::features::{
    AGAINST_FEW, BISHOPS, ENEMY_PAIRS, FEW, KINDS, MATERIAL, MEN, OWN_PAIRS, place_of,
};
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
    if R::QUEEN_SLIDES {
        pairs(position, color, tally);
    }
}

/// What men are worth beside others and against others (imbalance of material).
#[inline]
fn pairs<R: Rules, T: Tally>(position: &Position<R>, color: Color, tally: &mut T) {
    let counts = |color| {
        let mut counts = [0; KINDS];
        for kind in CAPTURABLE {
            counts[kind.index()] = position.board().of(color, kind).count() as i32;
        }
        counts
    };
    let (own, enemies) = (counts(color), counts(!color));
    if own == enemies {
        return;
    }
    // Without branches, so that it is done for several at a time.
    for i in 0..KINDS {
        for j in 0..=i {
            tally.add(OWN_PAIRS + i * KINDS + j, own[i] * own[j]);
        }
        for (j, &other) in enemies.iter().enumerate() {
            tally.add(ENEMY_PAIRS + i * KINDS + j, own[i] * other);
        }
    }
}
