//! The features that decide endings: spare turns, and the location of the biy.

use super::biy::distance_from_home;
use super::extract::{FeatureSink, Perspective, men_in_reserve};
use super::features::{BIY_STANDING, SPARE, SPARE_TEMPO};
use crate::base::{Bitboard, Color};
use crate::rules::shatra::geometry::FIELD;
use crate::rules::shatra::{Kind, Position, RuleSet};

/// The maximum difference in men that still counts as even, because an exchange may be in
/// progress.
const MAX_EVEN_LEAD: i32 = 1;
/// The maximum number of steps that a shatra can make within the field.
const MAX_SHATRA_STEPS: usize = 5;

/// Adds the ending features of one side to the sink.
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
        let ordering = own.cmp(&spare_steps(position, !color)) as i8;
        sink.add(SPARE_TEMPO + (1 + ordering) as usize, 1);
    }
}

/// Adds the feature for the location of the biy and the difference in men: a side with
/// fewer men keeps its biy at home, while a side with more men needs it outside.
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
    let balance = match men(color) - men(!color) {
        lead if lead < -MAX_EVEN_LEAD => 0,
        lead if lead <= MAX_EVEN_LEAD => 1,
        _ => 2,
    };
    sink.add(
        BIY_STANDING + 3 * distance_from_home(biy, color) + balance,
        1,
    );
}

/// Returns the number of squares that shatras outside the reserve can still reach by steps
/// straight ahead.
#[inline]
fn spare_steps<R: RuleSet>(position: &Position<R>, color: Color) -> u32 {
    let board = position.board();
    let perspective = Perspective { color };
    let shatras = board
        .of(color, Kind::Shatra)
        .without(men_in_reserve(position, color));
    let mut front = shatras & FIELD;
    let mut free = Bitboard::EMPTY;
    for _ in 0..MAX_SHATRA_STEPS {
        front = perspective.ahead(front) & board.empty();
        free |= front;
    }
    free.count()
}
