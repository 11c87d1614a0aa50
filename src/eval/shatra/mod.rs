//! The hand-written evaluation of Shatra.
//!
//! It is a sum over [`mod@features`] that are defined alike for both sides, so a
//! half turn of the board with the colours exchanged gives the same score. The
//! weight of a feature depends on how full the board is, and on the family of rule
//! sets; the weights are tuned on the results of games. The search resolves
//! captures before it evaluates, so nothing here considers exchanges.

mod biy;
mod endings;
pub mod features;
pub mod terms;
mod weights;

pub use weights::Weights;

use super::{Evaluation, Pair, Valued, Weighing};
use crate::base::score::MAX_EVAL;
use crate::base::{Color, Score, Square};
use crate::rules::shatra::{Kind, Position, RuleSet};

/// A tally that adds up weights.
struct Sum<'w> {
    weights: &'w Weights,
    total: Pair,
}

impl terms::Tally for Sum<'_> {
    #[inline]
    fn add(&mut self, feature: usize, count: i32) {
        self.total += self.weights.table[feature] * count;
    }

    #[inline]
    fn man(&mut self, kind: Kind, square: Square) {
        self.total += self.weights.man(kind, square);
    }
}

/// Returns the sum of the weighted features of one side.
#[inline]
fn side<R: RuleSet>(position: &Position<R>, color: Color) -> Pair {
    let mut sum = Sum {
        weights: Weights::of::<R>(),
        total: Pair::ZERO,
    };
    terms::tell(position, color, &mut sum);
    sum.total
}

/// A tally that counts how often each feature occurs.
struct Counts(Vec<i32>);

impl terms::Tally for Counts {
    fn add(&mut self, feature: usize, count: i32) {
        self.0[feature] += count;
    }

    fn man(&mut self, kind: Kind, square: Square) {
        self.0[terms::place_of(kind, square)] += 1;
    }
}

/// Returns how often a side has each feature.
fn features<R: RuleSet>(position: &Position<R>, color: Color) -> Vec<i32> {
    let mut counts = Counts(vec![0; features::COUNT]);
    terms::tell(position, color, &mut counts);
    counts.0
}

/// Returns the number of men, and that number on a full board.
#[inline]
fn phase<R: RuleSet>(position: &Position<R>) -> (Score, Score) {
    let full = Weights::of::<R>().full;
    (position.men().clamp(0, full), full)
}

impl<R: RuleSet> Valued for Position<R> {
    const EVALUATION: Evaluation<Self> = Evaluation::Features(Weighing {
        groups: features::GROUPS,
        weights: Weights::of::<R>().table,
        features,
        phase,
    });

    #[inline]
    fn static_score(&self) -> Score {
        let me = self.side_to_move();
        let (men, full) = phase(self);
        let score = (side(self, me) - side(self, !me)).at(men, full);
        score.clamp(-MAX_EVAL, MAX_EVAL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Evaluator, Standard, breakdown};
    use crate::rules::MoveList;
    use crate::rules::shatra::{Extended, Original, Setup};
    use crate::util::rng::Rng;

    fn evaluate<R: RuleSet>(spn: &str) -> Score {
        let setup: Setup = spn.parse().unwrap();
        Standard.evaluate(&setup.position::<R>().unwrap())
    }

    #[test]
    fn the_start_is_even() {
        // Both sides have as many spare turns: the middle feature of three.
        let tempo = |weights: &Weights| {
            weights.table[features::TEMPO].full() + weights.table[features::SPARE_TEMPO + 1].full()
        };
        assert_eq!(
            Standard.evaluate(&Position::<Extended>::start()),
            tempo(Weights::of::<Extended>())
        );
        assert_eq!(
            Standard.evaluate(&Position::<Original>::start()),
            tempo(Weights::of::<Original>())
        );
    }

    /// Returns the position with the board turned round and the colours
    /// exchanged. It has no en-passant square and no chain under way.
    fn turned(spn: &str) -> String {
        let swap = |c: char| match c {
            _ if c.is_ascii_lowercase() => c.to_ascii_uppercase(),
            _ => c.to_ascii_lowercase(),
        };
        let fields: Vec<&str> = spn.split(' ').collect();
        // A mark precedes its man.
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

    fn a_half_turn_changes_nothing_in_games_of<R: RuleSet>() {
        let mut seen = 0;
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
                    assert_eq!(evaluate::<R>(&spn), evaluate::<R>(&turned(&spn)), "{spn}");
                    seen += 1;
                }
            }
        }
        assert!(seen > 500, "{seen}");
    }

    #[test]
    fn a_half_turn_changes_nothing_in_games() {
        a_half_turn_changes_nothing_in_games_of::<Extended>();
        a_half_turn_changes_nothing_in_games_of::<Original>();
    }

    #[test]
    fn what_a_person_sees_adds_up() {
        let spn = "1QS1RS2B/1/SS2S2/K6/1S3SS/1s5/2r2ks/R1sssss/1/b1b1r1s2 w Tt - - 5 12";
        let setup: Setup = spn.parse().unwrap();
        let position = setup.position::<Extended>().unwrap();
        let Evaluation::Features(weighing) = &Position::<Extended>::EVALUATION else {
            panic!("no features");
        };
        let (men, full) = phase(&position);
        let sum = |color| {
            let groups = breakdown(weighing, &position, color).into_iter();
            groups.fold(Pair::ZERO, |sum, (_, pair)| sum + pair)
        };
        let total = (sum(Color::White) - sum(Color::Black)).at(men, full);
        assert_eq!(total, Standard.evaluate(&position));
    }

    #[test]
    fn a_half_turn_changes_nothing() {
        let white = "9/1/K1S4/7/4Ss1/7/7/k3s2/1/9 w - - - - 1";
        let black = "9/1/2S3K/7/7/1Ss4/7/4s1k/1/9 b - - - - 1";
        assert_eq!(evaluate::<Extended>(white), evaluate::<Extended>(black));
    }

    #[test]
    fn an_officer_more_is_worth_it() {
        let even = evaluate::<Extended>("9/1/K1S4/7/7/7/7/k3s2/1/9 w - - - - 1");
        let ahead = evaluate::<Extended>("9/1/K1S3R/7/7/7/7/k3s2/1/9 w - - - - 1");
        assert!(ahead > even + 200);
    }

    #[test]
    fn an_officer_on_a_line_to_the_biy_is_danger() {
        // The tura on a8 looks at the biy on a6, with a5 empty behind it.
        let safe = evaluate::<Extended>("9/1/7/K6/7/1r5/7/6k/1/9 w - - - - 1");
        let danger = evaluate::<Extended>("9/1/7/6K/7/6r/7/6k/1/9 w - - - - 1");
        assert!(danger < safe);
    }
}
