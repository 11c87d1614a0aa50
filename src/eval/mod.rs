//! The static evaluation: the score of a position without a search.
//!
//! The search takes its evaluator as a type parameter, so that a search with weighted
//! features and a search with a network are compiled separately, and neither pays for
//! dynamic dispatch.

pub mod board8;
mod family;
mod feature_group;
pub mod network;
pub mod shatra;
mod tapered_weight;
pub mod wdl;

pub use family::EvaluationFamily;
pub use feature_group::FeatureGroup;
pub use network::ActiveInputs;
pub use tapered_weight::TaperedWeight;

use crate::base::{Color, Score};
use crate::rules::Game;

/// An evaluator of positions, shared by all workers of a search.
pub trait Evaluator<G: Game>: Send + Sync + Clone {
    /// Returns the score of the position for the side to move, in centipawns. Its absolute
    /// value is at most [`MAX_EVAL`](crate::base::score::MAX_EVAL): an evaluation never
    /// claims a proved result.
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
    /// The evaluation, for code that tunes, trains or explains it.
    const EVALUATION: Evaluation<Self>;

    /// Returns the score of the position for the side to move, in centipawns. Its absolute
    /// value is at most [`MAX_EVAL`](crate::base::score::MAX_EVAL).
    fn static_score(&self) -> Score;
}

/// An evaluation, in a form that can be tuned, trained or explained.
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
    /// The groups of features, in the order of the weights.
    pub groups: &'static [FeatureGroup],
    /// The weight of each feature.
    pub weights: &'static [TaperedWeight],
    /// A function that returns how often each feature occurs for a side.
    pub feature_counts: fn(&G, Color) -> Vec<i32>,
    /// A function that returns the phase of the game: the number of men other than biys,
    /// and that number on a full board.
    pub phase: fn(&G) -> (Score, Score),
}

/// The side of a man, and its kind as an index into [`NetworkEvaluation::kinds`]. The
/// index is `None` for a king, which can't be removed.
pub type SideAndKind = (Color, Option<usize>);

/// An evaluation by a trained network, with the mapping from positions to its inputs.
#[derive(Debug)]
pub struct NetworkEvaluation<G> {
    /// The number of inputs.
    pub inputs: usize,
    /// A function that returns the inputs that the men activate.
    pub active_inputs: fn(&G) -> ActiveInputs,
    /// A function that returns the side and kind of each man, in the order of the inputs.
    pub men: fn(&G) -> Vec<SideAndKind>,
    /// The names of the kinds of men other than the king.
    pub kinds: &'static [&'static str],
    /// A function that returns the score for the side to move, in centipawns.
    pub score: fn(&ActiveInputs) -> Score,
}

impl<G: StaticEvaluation> Evaluator<G> for StaticEvaluator {
    #[inline]
    fn evaluate(&self, position: &G) -> Score {
        position.static_score()
    }
}

/// Returns the name of each group of features, in lower case, and its contribution to the
/// score of one side.
pub fn group_contributions<G>(
    evaluation: &FeatureEvaluation<G>,
    position: &G,
    color: Color,
) -> Vec<(String, TaperedWeight)> {
    let counts = (evaluation.feature_counts)(position, color);
    let contribution = |group: &FeatureGroup| {
        let name = group.name.to_ascii_lowercase().replace('_', " ");
        let total = (group.start..group.start + group.len)
            .filter_map(|feature| Some(*evaluation.weights.get(feature)? * *counts.get(feature)?))
            .fold(TaperedWeight::ZERO, |sum, weighted| sum + weighted);
        (name, total)
    };
    evaluation.groups.iter().map(contribution).collect()
}

/// Returns the name of each kind of man, and the total value of White's and of Black's men
/// of that kind, in centipawns. The value of a man is the drop in its side's score when
/// the man is removed.
pub fn values_by_kind<G: StaticEvaluation>(
    evaluation: &NetworkEvaluation<G>,
    position: &G,
) -> Vec<(&'static str, [Score; 2])> {
    let inputs = (evaluation.active_inputs)(position);
    let score = (evaluation.score)(&inputs);
    let kinds = evaluation.kinds.iter();
    let mut values: Vec<_> = kinds.map(|&name| (name, [0; 2])).collect();
    for (man, (color, kind)) in (evaluation.men)(position).into_iter().enumerate() {
        let Some((_, sides)) = kind.and_then(|kind| values.get_mut(kind)) else {
            continue;
        };
        let value = score - (evaluation.score)(&inputs.without_man(man));
        sides[color.index()] += if color == position.side_to_move() {
            value
        } else {
            -value
        };
    }
    values
}
