//! The static evaluation: the score of a position without a search.
//!
//! The search takes its evaluator as a type parameter, so that
//! weighted features and networks are each compiled into a search of their own
//! and cost no indirection.

pub mod board8;
mod family;
mod feature_group;
pub mod network;
pub mod shatra;
mod tapered_weight;
pub mod wdl;

pub use family::EvaluationFamily;
pub use feature_group::FeatureGroup;
pub use network::ActiveFeatures;
pub use tapered_weight::TaperedWeight;

use crate::base::{Color, Score};
use crate::rules::Game;

/// An evaluator of positions, shared by all workers of a search.
pub trait Evaluator<G: Game>: Send + Sync + Clone {
    /// Returns the score of the position for the side to move, in centipawns, at most
    /// [`MAX_EVAL`](crate::base::score::MAX_EVAL) in absolute value: an evaluation is
    /// never a proof.
    fn evaluate(&self, position: &G) -> Score;
}

/// The evaluator that returns the game's own [`StaticEvaluation::static_score`].
#[derive(Copy, Clone, Debug, Default)]
pub struct StaticEvaluator;

/// A game with a static evaluation.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no static evaluation",
    note = "a new board needs one in src/eval: implement `StaticEvaluation` for its positions"
)]
pub trait StaticEvaluation: Game {
    /// The structure of the evaluation.
    const EVALUATION: Evaluation<Self>;

    /// Returns the score of the position for the side to move, in centipawns,
    /// within [`MAX_EVAL`](crate::base::score::MAX_EVAL).
    fn static_score(&self) -> Score;
}

/// The structure of an evaluation, for code that tunes, trains or explains it.
#[derive(Debug)]
pub enum Evaluation<G> {
    /// A sum of weighted features.
    Features(FeatureEvaluation<G>),
    /// A trained network.
    Network(NetworkEvaluation<G>),
}

/// An evaluation that is a sum of weighted features.
#[derive(Debug)]
pub struct FeatureEvaluation<G> {
    /// The groups of all features, in the order of the weights.
    pub groups: &'static [FeatureGroup],
    /// The weight of each feature.
    pub weights: &'static [TaperedWeight],
    /// A function that returns how often each feature occurs for a side.
    pub features: fn(&G, Color) -> Vec<i32>,
    /// A function that returns the phase of the game: the number of men, kings
    /// not counted, and that number on a full board.
    pub phase: fn(&G) -> (Score, Score),
}

/// The side of a man, and its kind as an index into [`NetworkEvaluation::kinds`]; `None`
/// for the king, which can't be removed.
pub type SideAndKind = (Color, Option<usize>);

/// An evaluation by a trained network, with the meaning of the network's inputs.
#[derive(Debug)]
pub struct NetworkEvaluation<G> {
    /// The number of inputs.
    pub inputs: usize,
    /// A function that returns the inputs that the men activate.
    pub active_features: fn(&G) -> ActiveFeatures,
    /// A function that returns the side and kind of each man, in the same order.
    pub men: fn(&G) -> Vec<SideAndKind>,
    /// The names of the kinds of men.
    pub kinds: &'static [&'static str],
    /// A function that returns the score for the side to move, in centipawns.
    pub score: fn(&ActiveFeatures) -> Score,
}

impl<G: StaticEvaluation> Evaluator<G> for StaticEvaluator {
    #[inline]
    fn evaluate(&self, position: &G) -> Score {
        position.static_score()
    }
}

/// Returns the name of each group of features, in lower case, and what the group
/// contributes to the score of one side.
pub fn breakdown<G>(
    evaluation: &FeatureEvaluation<G>,
    position: &G,
    color: Color,
) -> Vec<(String, TaperedWeight)> {
    let counts = (evaluation.features)(position, color);
    let contribution = |group: &FeatureGroup| {
        let features = group.start..group.start + group.len;
        let name = group.name.to_ascii_lowercase().replace('_', " ");
        let parts = features.filter_map(|i| Some(*evaluation.weights.get(i)? * *counts.get(i)?));
        (
            name,
            parts.fold(TaperedWeight::ZERO, |sum, part| sum + part),
        )
    };
    evaluation.groups.iter().map(contribution).collect()
}

/// Returns the name of each kind of man, and the value of White's and of Black's
/// men of that kind, in centipawns: the value of a man is what the score of its
/// side would lose without it.
pub fn values_by_kind<G: StaticEvaluation>(
    evaluation: &NetworkEvaluation<G>,
    position: &G,
) -> Vec<(&'static str, [Score; 2])> {
    let features = (evaluation.active_features)(position);
    let score = (evaluation.score)(&features);
    let kinds = evaluation.kinds.iter();
    let mut values: Vec<_> = kinds.map(|&name| (name, [0; 2])).collect();
    for (i, (color, kind)) in (evaluation.men)(position).into_iter().enumerate() {
        let Some((_, sides)) = kind.and_then(|kind| values.get_mut(kind)) else {
            continue;
        };
        let value = score - (evaluation.score)(&features.without_man(i));
        sides[color.index()] += if color == position.side_to_move() {
            value
        } else {
            -value
        };
    }
    values
}
