//! What a position is worth, without looking ahead.
//!
//! The search takes its evaluator as a type parameter, so a hand-written
//! evaluation and a network are compiled into searches of their own and cost
//! no indirection.

pub mod board8;
mod group;
mod pair;
pub mod shatra;
pub mod wdl;

pub use group::Group;
pub use pair::Pair;

use crate::base::{Color, Game, Score};
use crate::rules::Variant;

/// A static evaluation, shared by all workers of a search.
pub trait Evaluator<G: Game>: Send + Sync + Clone {
    /// The worth of the position for the side to move, in centipawns, at most
    /// [`MAX_EVAL`](crate::base::score::MAX_EVAL) in size: an evaluation
    /// proves nothing.
    fn evaluate(&self, position: &G) -> Score;
}

/// The hand-written evaluation, of every game.
#[derive(Copy, Clone, Debug, Default)]
pub struct HandWritten;

/// A game whose hand-written evaluation is a sum of weighed features, so that
/// it can be tuned and told in parts.
pub trait Weighed: Game {
    /// All features, in the order of the weights.
    const GROUPS: &'static [Group];

    /// A weight for each feature.
    fn weights() -> &'static [Pair];

    /// How often a side has each feature.
    fn features(&self, color: Color) -> Vec<i32>;

    /// The worth of the position for the side to move, in centipawns: the sum
    /// of its features, within [`MAX_EVAL`](crate::base::score::MAX_EVAL).
    fn static_score(&self) -> Score;

    /// How full the board is: men that are not the kings, and how many those of
    /// a full one are.
    fn phase(&self) -> (Score, Score);
}

impl<G: Weighed> Evaluator<G> for HandWritten {
    #[inline]
    fn evaluate(&self, position: &G) -> Score {
        position.static_score()
    }
}

/// The game whose weights and chances of winning serve this one: those that
/// differ little share them.
pub const fn family(variant: Variant) -> Variant {
    match variant {
        Variant::Extended | Variant::Kurin | Variant::Pritchard => Variant::Extended,
        Variant::Original => Variant::Original,
        Variant::Shatranj | Variant::FairyShatranj => Variant::Shatranj,
        Variant::Shatar | Variant::FairyShatar => Variant::Shatar,
    }
}

/// What each group of features gives one side, for a person.
pub fn breakdown<G: Weighed>(position: &G, color: Color) -> Vec<(String, Pair)> {
    let counts = position.features(color);
    let weighed = |group: &Group| {
        let features = group.start..group.start + group.len;
        let name = group.name.to_ascii_lowercase().replace('_', " ");
        let parts = features.filter_map(|i| Some(*G::weights().get(i)? * *counts.get(i)?));
        (name, parts.fold(Pair::ZERO, |sum, part| sum + part))
    };
    G::GROUPS.iter().map(weighed).collect()
}
