//! The choice of a turn from a book: better turns are likelier, and none is far below the best.

use crate::util::rng::Rng;

/// How far apart the turns may be from which one is drawn, in thousandths of a point.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Spread {
    /// The most that a turn may be expected to score below the best one.
    pub margin: f64,
    /// The difference that makes the worse of two turns less likely by a factor of e (2.718…).
    pub temperature: f64,
}

impl Spread {
    /// The spread at full strength: about 14 centipawns in an even position of Shatra.
    pub const FULL_STRENGTH: Self = Self {
        margin: 10.0,
        temperature: 5.0,
    };

    /// Returns a spread that is wider by this factor.
    #[must_use]
    pub fn widened(self, factor: f64) -> Self {
        Self {
            margin: self.margin * factor,
            temperature: self.temperature * factor,
        }
    }
}

/// Draws a turn by the turns' expected scores, in thousandths of a point; returns its index. The
/// draw depends only on the arguments. Returns `None` if there is no turn.
pub fn choose(expected: &[f64], spread: Spread, seed: u64) -> Option<usize> {
    /// The number of steps of the draw.
    const STEPS: usize = 1 << 30;
    let best = expected.iter().copied().max_by(f64::total_cmp)?;
    let weight = |&expected: &f64| {
        let below = best - expected;
        match below <= spread.margin {
            true => (-below / spread.temperature.max(f64::MIN_POSITIVE)).exp(),
            false => 0.0,
        }
    };
    let weights: Vec<f64> = expected.iter().map(weight).collect();
    let total: f64 = weights.iter().sum();
    let mut left = total * (Rng::new(seed, 0).below(STEPS) as f64 + 0.5) / STEPS as f64;
    let drawn = weights.iter().position(|weight| {
        left -= weight;
        left < 0.0
    });
    // Rounding can leave a rest behind the last turn.
    drawn.or_else(|| expected.iter().position(|&expected| expected >= best))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(expected: &[f64], spread: Spread) -> Vec<usize> {
        let mut counts = vec![0; expected.len()];
        for seed in 0..10_000 {
            counts[choose(expected, spread, seed).unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn a_turn_worse_by_the_temperature_is_drawn_e_times_less_often() {
        let spread = Spread {
            margin: 100.0,
            temperature: 20.0,
        };
        let counts = counts(&[480.0, 500.0, 480.0, 399.0], spread);
        let ratio = counts[1] as f64 / counts[0] as f64;
        assert!((2.5..2.95).contains(&ratio), "{counts:?}");
        assert!(counts[0].abs_diff(counts[2]) < 250, "{counts:?}");
        assert_eq!(counts[3], 0);
    }

    #[test]
    fn at_full_strength_only_turns_about_as_good_as_the_best_are_drawn() {
        let drawn = counts(&[500.0, 495.0, 489.0, 300.0], Spread::FULL_STRENGTH);
        assert!(drawn[0] > drawn[1] && drawn[1] > 0, "{drawn:?}");
        assert_eq!(drawn[2..], [0, 0]);
        let wide = counts(
            &[500.0, 495.0, 489.0, 300.0],
            Spread::FULL_STRENGTH.widened(30.0),
        );
        assert!(wide.iter().all(|&count| count > 0), "{wide:?}");
        assert_eq!(choose(&[], Spread::FULL_STRENGTH, 1), None);
    }
}
