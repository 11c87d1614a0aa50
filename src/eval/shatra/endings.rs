//! The features that decide endings: spare turns, and the place of the biy.

use super::biy::distance_from_home;
use super::features::{BIY_STANDING, SPARE, SPARE_TEMPO};
use super::terms::{FeatureSink, Perspective, men_in_reserve};
use crate::base::{Bitboard, Color};
use crate::rules::shatra::geometry::FIELD;
use crate::rules::shatra::{Kind, Position, RuleSet};

/// The maximum difference in men that counts as even: it may be due to an exchange in
/// progress.
const MAX_EVEN_LEAD: i32 = 1;
/// The maximum number of steps that a shatra can still make within the field.
const MAX_STEPS: usize = 5;

/// Adds these features of one side to the sink.
#[inline]
pub fn add_features<R: RuleSet, S: FeatureSink>(
    position: &Position<R>,
    color: Color,
    sink: &mut S,
) {
    add_biy_standing(position, color, sink);
    let own = spare_steps(position, color);
    sink.add(SPARE + own.min(15) as usize, 1);
    if position.side_to_move() == color {
        let compared = own.cmp(&spare_steps(position, !color)) as i8;
        sink.add(SPARE_TEMPO + (1 + compared) as usize, 1);
    }
}

/// Adds the feature for the place of the biy and the difference in men: a side with
/// fewer men hides its biy at home, a side with more men needs it outside.
#[inline]
fn add_biy_standing<R: RuleSet, S: FeatureSink>(
    position: &Position<R>,
    color: Color,
    sink: &mut S,
) {
    let Some(biy) = position.biy(color) else {
        return;
    };
    let men = |color| position.board().men(color).count() as i32;
    let state = match men(color) - men(!color) {
        lead if lead < -MAX_EVEN_LEAD => 0,
        lead if lead <= MAX_EVEN_LEAD => 1,
        _ => 2,
    };
    sink.add(BIY_STANDING + 3 * distance_from_home(biy, color) + state, 1);
}

/// Returns the number of squares straight ahead that shatras could still step onto.
#[inline]
fn spare_steps<R: RuleSet>(position: &Position<R>, color: Color) -> u32 {
    let board = position.board();
    let perspective = Perspective { color };
    let out = board
        .of(color, Kind::Shatra)
        .without(men_in_reserve(position, color));
    let mut front = out & FIELD;
    let mut free = Bitboard::EMPTY;
    for _ in 0..MAX_STEPS {
        front = perspective.ahead(front) & board.empty();
        free |= front;
    }
    free.count()
}
