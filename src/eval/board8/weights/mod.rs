//! All numbers of the evaluation, a table for each game.

mod shatar;
mod shatranj;

use super::features::COUNT;
use crate::eval::Pair;
use crate::rules::board8::Rules;

/// The weights for a game.
#[inline]
pub const fn of<R: Rules>() -> &'static [Pair; COUNT] {
    if R::QUEEN_SLIDES {
        &shatar::WEIGHTS
    } else {
        &shatranj::WEIGHTS
    }
}
