//! The evaluation of Shatra: a sum of weighted features.
//!
//! All [`mod@features`] are defined in the same way for both sides, so rotating the
//! board by a half turn and exchanging the colours does not change the score. The weight of a
//! feature depends on how full the board is and on the family of variants; the weights are
//! tuned on the results of games. The search resolves captures before it evaluates, so no
//! feature considers exchanges.

mod biy;
mod endings;
pub mod extract;
pub mod features;
mod weights;

pub use weights::{EvaluatedByFeatures, Weights};

use super::{Evaluation, FeatureEvaluation, StaticEvaluation, TaperedWeight};
use crate::base::score::MAX_EVAL;
use crate::base::{Color, Score, Square};
use crate::rules::shatra::{Kind, Position, RuleSet};

/// A feature sink that adds up the weights of the features.
struct WeightSum<'w> {
    weights: &'w Weights,
    total: TaperedWeight,
}

impl extract::FeatureSink for WeightSum<'_> {
    #[inline]
    fn add(&mut self, feature: usize, count: i32) {
        self.total += self.weights.table[feature] * count;
    }

    #[inline]
    fn add_man(&mut self, kind: Kind, square: Square) {
        self.total += self.weights.man(kind, square);
    }
}

/// Returns the sum of the weighted features of one side.
#[inline]
fn weighted_sum<R: EvaluatedByFeatures>(position: &Position<R>, color: Color) -> TaperedWeight {
    let mut sum = WeightSum {
        weights: R::WEIGHTS,
        total: TaperedWeight::ZERO,
    };
    extract::add_features(position, color, &mut sum);
    sum.total
}

/// A feature sink that counts how often each feature occurs.
struct FeatureCounts(Vec<i32>);

impl extract::FeatureSink for FeatureCounts {
    fn add(&mut self, feature: usize, count: i32) {
        self.0[feature] += count;
    }

    fn add_man(&mut self, kind: Kind, square: Square) {
        self.0[extract::place_feature(kind, square)] += 1;
    }
}

/// Returns how often each feature occurs for a side.
fn feature_counts<R: RuleSet>(position: &Position<R>, color: Color) -> Vec<i32> {
    let mut counts = FeatureCounts(vec![0; features::COUNT]);
    extract::add_features(position, color, &mut counts);
    counts.0
}

/// Returns the number of men, and that number on a full board.
#[inline]
fn phase<R: EvaluatedByFeatures>(position: &Position<R>) -> (Score, Score) {
    let full = R::WEIGHTS.full_men;
    (position.man_count().clamp(0, full), full)
}

impl<R: EvaluatedByFeatures> StaticEvaluation for Position<R> {
    const EVALUATION: Evaluation<Self> = Evaluation::Features(FeatureEvaluation {
        groups: features::GROUPS,
        weights: R::WEIGHTS.table,
        feature_counts,
        phase,
    });

    #[inline]
    fn static_score(&self) -> Score {
        let mover = self.side_to_move();
        let (men, full) = phase(self);
        let score = (weighted_sum(self, mover) - weighted_sum(self, !mover)).at(men, full);
        score.clamp(-MAX_EVAL, MAX_EVAL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Evaluator, StaticEvaluator, group_contributions};
    use crate::rules::MoveList;
    use crate::rules::shatra::{Extended, Original, Setup};
    use crate::util::rng::Rng;

    fn evaluate<R: EvaluatedByFeatures>(spn: &str) -> Score {
        let setup: Setup = spn.parse().unwrap();
        StaticEvaluator.evaluate(&setup.position::<R>().unwrap())
    }

    #[test]
    fn the_start_position_is_even() {
        // Both sides have equally many spare turns, so the middle one of the three
        // `SPARE_TEMPO` features applies.
        let tempo = |weights: &Weights| {
            weights.table[features::TEMPO].full() + weights.table[features::SPARE_TEMPO + 1].full()
        };
        assert_eq!(
            StaticEvaluator.evaluate(&Position::<Extended>::start()),
            tempo(Extended::WEIGHTS)
        );
        assert_eq!(
            StaticEvaluator.evaluate(&Position::<Original>::start()),
            tempo(Original::WEIGHTS)
        );
    }

    /// Returns a position with the board rotated by a half turn and the colours exchanged.
    /// The position must have neither an en-passant square nor a chain in progress.
    fn half_turned(spn: &str) -> String {
        let swap = |c: char| match c {
            _ if c.is_ascii_lowercase() => c.to_ascii_uppercase(),
            _ => c.to_ascii_lowercase(),
        };
        let fields: Vec<&str> = spn.split(' ').collect();
        // A mark precedes its man, so the text with marks can't simply be reversed.
        let board: String = fields[0].chars().rev().map(swap).collect();
        assert!(!board.contains('!'));
        let side = if fields[1] == "w" { "b" } else { "w" };
        let temdek = match fields[2] {
            "T" => "t",
            "t" => "T",
            both_or_none => both_or_none,
        };
        format!("{board} {side} {temdek} {}", fields[3..].join(" "))
    }

    fn check_symmetry_in_random_games<R: EvaluatedByFeatures>() {
        let mut checked = 0;
        for game in 0..30 {
            let mut rng = Rng::new(3, game);
            let mut position = Position::<R>::start();
            for _ in 0..60 {
                let mut turns = MoveList::new();
                position.legal_turns(&mut turns);
                if turns.is_empty() {
                    break;
                }
                position = position.after(turns[rng.below(turns.len())]);
                let spn = position.to_string();
                if !spn.contains('!') && position.en_passant().is_none() && !position.is_biy_lost()
                {
                    assert_eq!(
                        evaluate::<R>(&spn),
                        evaluate::<R>(&half_turned(&spn)),
                        "{spn}"
                    );
                    checked += 1;
                }
            }
        }
        assert!(checked > 500, "{checked}");
    }

    #[test]
    fn a_half_turn_does_not_change_scores_in_random_games() {
        check_symmetry_in_random_games::<Extended>();
        check_symmetry_in_random_games::<Original>();
    }

    #[test]
    fn the_group_contributions_add_up_to_the_score() {
        let spn = "1QS1RS2B/1/SS2S2/K6/1S3SS/1s5/2r2ks/R1sssss/1/b1b1r1s2 w Tt - - 5 12";
        let setup: Setup = spn.parse().unwrap();
        let position = setup.position::<Extended>().unwrap();
        let Evaluation::Features(evaluation) = &Position::<Extended>::EVALUATION else {
            panic!("not a sum of features");
        };
        let (men, full) = phase(&position);
        let sum = |color| {
            let groups = group_contributions(evaluation, &position, color).into_iter();
            groups.fold(TaperedWeight::ZERO, |sum, (_, weight)| sum + weight)
        };
        let total = (sum(Color::White) - sum(Color::Black)).at(men, full);
        assert_eq!(total, StaticEvaluator.evaluate(&position));
    }

    #[test]
    fn a_half_turn_does_not_change_the_score() {
        let white = "9/1/K1S4/7/4Ss1/7/7/k3s2/1/9 w - - - - 1";
        let black = "9/1/2S3K/7/7/1Ss4/7/4s1k/1/9 b - - - - 1";
        assert_eq!(evaluate::<Extended>(white), evaluate::<Extended>(black));
    }

    #[test]
    fn an_extra_officer_raises_the_score() {
        let even = evaluate::<Extended>("9/1/K1S4/7/7/7/7/k3s2/1/9 w - - - - 1");
        let ahead = evaluate::<Extended>("9/1/K1S3R/7/7/7/7/k3s2/1/9 w - - - - 1");
        assert!(ahead > even + 200);
    }

    #[test]
    fn an_enemy_officer_that_attacks_the_biy_lowers_the_score() {
        // In the second position the tura on a8 attacks the biy on a6, and a5 behind the biy
        // is empty.
        let safe = evaluate::<Extended>("9/1/7/K6/7/1r5/7/6k/1/9 w - - - - 1");
        let danger = evaluate::<Extended>("9/1/7/6K/7/6r/7/6k/1/9 w - - - - 1");
        assert!(danger < safe);
    }
}
