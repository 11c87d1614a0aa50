//! The features that decide endings: spare turns, and where the biy is.

use super::biy::ground;
use super::features::{BIY_STANDING, SPARE, SPARE_TEMPO};
use super::terms::{Tally, View, waiting};
use crate::base::{Bitboard, Color};
use crate::rules::shatra::geometry::FIELD;
use crate::rules::shatra::{Kind, Position, RuleSet};

/// The greatest difference in men that counts as even: it may be no more than an
/// exchange under way.
const EVEN: i32 = 1;
/// The greatest number of steps that a shatra can still make within the field.
const STEPS: usize = 5;

/// Adds these features of one side to a tally.
#[inline]
pub fn tell<R: RuleSet, T: Tally>(position: &Position<R>, color: Color, tally: &mut T) {
    standing(position, color, tally);
    let own = spare(position, color);
    tally.add(SPARE + own.min(15) as usize, 1);
    if position.side_to_move() == color {
        let compared = own.cmp(&spare(position, !color)) as i8;
        tally.add(SPARE_TEMPO + (1 + compared) as usize, 1);
    }
}

/// Adds the feature of where the biy is and which side has more men: a side with
/// fewer men hides its biy at home, a side with more needs it outside.
#[inline]
fn standing<R: RuleSet, T: Tally>(position: &Position<R>, color: Color, tally: &mut T) {
    let Some(biy) = position.biy(color) else {
        return;
    };
    let men = |color| position.board().men(color).count() as i32;
    let state = match men(color) - men(!color) {
        lead if lead < -EVEN => 0,
        lead if lead <= EVEN => 1,
        _ => 2,
    };
    tally.add(BIY_STANDING + 3 * ground(biy, color) + state, 1);
}

/// Returns the number of squares straight ahead that shatras could still step onto.
#[inline]
fn spare<R: RuleSet>(position: &Position<R>, color: Color) -> u32 {
    let board = position.board();
    let view = View { color };
    let out = board
        .of(color, Kind::Shatra)
        .without(waiting(position, color));
    let mut front = out & FIELD;
    let mut free = Bitboard::EMPTY;
    for _ in 0..STEPS {
        front = view.ahead(front) & board.empty();
        free |= front;
    }
    free.count()
}
