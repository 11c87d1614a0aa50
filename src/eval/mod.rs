//! What a position is worth, without looking ahead.
//!
//! The search takes its evaluator as a type parameter, so a hand-written
//! evaluation and a network are compiled into searches of their own and cost
//! no indirection.

pub mod board8;
mod group;
pub mod network;
mod pair;
pub mod shatra;
pub mod wdl;

pub use group::Group;
pub use network::Lit;
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

/// The evaluation that a game has of its own.
#[derive(Copy, Clone, Debug, Default)]
pub struct Standard;

/// A game that has an evaluation of its own.
pub trait Valued: Game {
    /// How it is made up.
    const EVALUATION: Evaluation<Self>;

    /// The worth of the position for the side to move, in centipawns, within
    /// [`MAX_EVAL`](crate::base::score::MAX_EVAL).
    fn static_score(&self) -> Score;
}

/// How an evaluation is made up, for who tunes, trains or explains it.
#[derive(Debug)]
pub enum Evaluation<G> {
    /// Written by hand: a sum of weighed features.
    Features(Weighing<G>),
    /// A network.
    Network(Learned<G>),
}

/// A sum of weighed features.
#[derive(Debug)]
pub struct Weighing<G> {
    /// All features, in the order of the weights.
    pub groups: &'static [Group],
    /// A weight for each feature.
    pub weights: &'static [Pair],
    /// How often a side has each feature.
    pub features: fn(&G, Color) -> Vec<i32>,
    /// How full the board is: men that are not the kings, and how many those of
    /// a full one are.
    pub phase: fn(&G) -> (Score, Score),
}

/// The side and the kind of a man, a place in [`Learned::kinds`]; no kind, where
/// there is no game without it.
pub type KnownMan = (Color, Option<usize>);

/// A network that was trained.
#[derive(Debug)]
pub struct Learned<G> {
    /// How many inputs it has.
    pub inputs: usize,
    /// Those that the men light.
    pub lit: fn(&G) -> Lit,
    /// Each man, in the same order.
    pub men: fn(&G) -> Vec<KnownMan>,
    /// The names of the kinds of men.
    pub kinds: &'static [&'static str],
    /// The score for the side to move, in centipawns.
    pub score: fn(&Lit) -> Score,
}

impl<G: Valued> Evaluator<G> for Standard {
    #[inline]
    fn evaluate(&self, position: &G) -> Score {
        position.static_score()
    }
}

/// The game whose weights or network and whose chances of winning serve this one:
/// those that differ little share them.
pub const fn family(variant: Variant) -> Variant {
    match variant {
        Variant::Extended | Variant::Kurin | Variant::Pritchard => Variant::Extended,
        Variant::Original => Variant::Original,
        Variant::Shatranj | Variant::FairyShatranj => Variant::Shatranj,
        Variant::Shatar | Variant::FairyShatar => Variant::Shatar,
    }
}

/// What each group of features gives one side, for a person.
pub fn breakdown<G>(weighing: &Weighing<G>, position: &G, color: Color) -> Vec<(String, Pair)> {
    let counts = (weighing.features)(position, color);
    let weighed = |group: &Group| {
        let features = group.start..group.start + group.len;
        let name = group.name.to_ascii_lowercase().replace('_', " ");
        let parts = features.filter_map(|i| Some(*weighing.weights.get(i)? * *counts.get(i)?));
        (name, parts.fold(Pair::ZERO, |sum, part| sum + part))
    };
    weighing.groups.iter().map(weighed).collect()
}

/// What the men of each kind are worth, in centipawns, White's and Black's: a man
/// is worth to its side what the score would be less without it.
pub fn worths<G: Valued>(learned: &Learned<G>, position: &G) -> Vec<(&'static str, [Score; 2])> {
    let lit = (learned.lit)(position);
    let score = (learned.score)(&lit);
    let mut worths: Vec<_> = learned.kinds.iter().map(|&name| (name, [0; 2])).collect();
    for (i, (color, kind)) in (learned.men)(position).into_iter().enumerate() {
        let Some((_, sides)) = kind.and_then(|kind| worths.get_mut(kind)) else {
            continue;
        };
        let lost = score - (learned.score)(&lit.without(i));
        sides[color.index()] += if color == position.side_to_move() {
            lost
        } else {
            -lost
        };
    }
    worths
}
