//! What a position has of each feature.

mod checks;
mod king;
mod looks;
mod men;
mod officers;
mod pawns;
mod prey;

use super::features::TEMPO;
use crate::base::Color;
use crate::rules::board8::{Kind, Position, Rules};
use looks::Looks;

/// All kinds but the king.
const CAPTURABLE: [Kind; 5] = [
    Kind::Pawn,
    Kind::Knight,
    Kind::Bishop,
    Kind::Rook,
    Kind::Queen,
];

/// Takes features: a sum of weights, or a list for the tuner.
pub trait Tally {
    /// The side has `count` of a feature.
    fn add(&mut self, feature: usize, count: i32);
}

/// Tells all features of both sides, White's first.
#[inline]
pub fn tell<R: Rules, T: Tally>(position: &Position<R>, tallies: &mut [T; 2]) {
    let mut looks = Looks::of(position);
    for (color, tally) in Color::ALL.into_iter().zip(tallies.iter_mut()) {
        tally.add(TEMPO, (position.side_to_move() == color).into());
        men::tell(position, color, tally);
        officers::tell(position, &mut looks, color, tally);
    }
    // What follows asks what both sides look at.
    for (color, tally) in Color::ALL.into_iter().zip(tallies) {
        pawns::tell(position, &looks, color, tally);
        king::tell(position, &looks, color, tally);
        checks::tell(position, &looks, color, tally);
        prey::tell(position, &looks, color, tally);
    }
}
