//! The static evaluation: what a position is worth, without looking ahead.
//!
//! The search takes its evaluator as a type parameter, so hand-written
//! evaluations and networks are each compiled into a separate search and cost no
//! indirection.

pub mod board8;
mod group;
pub mod network;
mod pair;
pub mod shatra;
pub mod wdl;

pub use group::Group;
pub use network::Lit;
pub use pair::Pair;

use crate::base::{Color, Score};
use crate::game::Variant;
use crate::rules::Game;

/// A static evaluation, shared by all workers of a search.
pub trait Evaluator<G: Game>: Send + Sync + Clone {
    /// Returns the score of the position for the side to move, in centipawns, at
    /// most [`MAX_EVAL`](crate::base::score::MAX_EVAL) in size: an evaluation
    /// proves nothing.
    fn evaluate(&self, position: &G) -> Score;
}

/// The evaluator that uses the static evaluation of the game itself.
#[derive(Copy, Clone, Debug, Default)]
pub struct Standard;

/// A game with a static evaluation.
pub trait Valued: Game {
    /// The structure of the evaluation.
    const EVALUATION: Evaluation<Self>;

    /// Returns the score of the position for the side to move, in centipawns,
    /// within [`MAX_EVAL`](crate::base::score::MAX_EVAL).
    fn static_score(&self) -> Score;
}

/// The structure of an evaluation, for code that tunes, trains or explains it.
#[derive(Debug)]
pub enum Evaluation<G> {
    /// A hand-written sum of weighted features.
    Features(Weighing<G>),
    /// A trained network.
    Network(Learned<G>),
}

/// A sum of weighted features.
#[derive(Debug)]
pub struct Weighing<G> {
    /// The groups of all features, in the order of the weights.
    pub groups: &'static [Group],
    /// The weight of each feature.
    pub weights: &'static [Pair],
    /// A function that returns how often a side has each feature.
    pub features: fn(&G, Color) -> Vec<i32>,
    /// A function that returns how full the board is: the number of men, kings
    /// not counted, and that number on a full board.
    pub phase: fn(&G) -> (Score, Score),
}

/// The side of a man, and its kind as an index into [`Learned::kinds`]; `None` for
/// a kind without which there is no game, the king.
pub type KnownMan = (Color, Option<usize>);

/// A trained network, and what its inputs mean.
#[derive(Debug)]
pub struct Learned<G> {
    /// The number of inputs.
    pub inputs: usize,
    /// A function that returns the inputs that the men activate.
    pub lit: fn(&G) -> Lit,
    /// A function that returns each man, in the same order.
    pub men: fn(&G) -> Vec<KnownMan>,
    /// The names of the kinds of men.
    pub kinds: &'static [&'static str],
    /// A function that returns the score for the side to move, in centipawns.
    pub score: fn(&Lit) -> Score,
}

impl<G: Valued> Evaluator<G> for Standard {
    #[inline]
    fn evaluate(&self, position: &G) -> Score {
        position.static_score()
    }
}

/// Returns the game whose weights or network, and whose WDL model, are used for
/// this one: games that differ little share them.
pub const fn family(variant: Variant) -> Variant {
    match variant {
        Variant::Extended | Variant::Kurin | Variant::Pritchard => Variant::Extended,
        Variant::Original => Variant::Original,
        Variant::Shatranj | Variant::FairyShatranj => Variant::Shatranj,
        Variant::Shatar | Variant::FairyShatar => Variant::Shatar,
    }
}

/// Returns what each group of features contributes to the score of one side, with
/// its name for a person.
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

/// Returns what the men of each kind are worth, in centipawns, White's and Black's:
/// the worth of a man is what the score of its side would lose without it.
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
