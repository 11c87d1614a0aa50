//! Handicaps. Like a weaker player, an engine with a handicap looks less far ahead, and
//! sometimes plays a turn that is not quite the best.
//!
//! The search goes no deeper than the handicap allows and finds several candidates. The
//! turn to play is drawn from them at random, and worse turns are less likely (a softmax
//! of the scores, sampled by the Gumbel-max trick). So a blunder happens only where the
//! search is too shallow to see it, and small slips are more frequent than big ones.
//!
//! A level that lies between two depths gets either of them at random. If each level had
//! one depth, a rating (`UCI_Elo`) could change by 200 while the depth stayed the same and
//! the play hardly changed (docs/strength/recipes/levels.md).

use super::root_turn::RootTurn;
use crate::base::score::{MAX_PLY, PROVED_WIN};
use crate::base::zobrist::splitmix;

/// A handicap: how far below full strength a search plays.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Handicap {
    /// The maximum depth to search, in plies.
    pub depth: usize,
    /// The number of candidates, the best turns, from which the turn to play is drawn.
    pub candidates: usize,
    /// The difference in centipawns that makes the worse of two turns less likely to be
    /// drawn by a factor of e (2.718…).
    pub temperature: f64,
    /// The seed of the draw.
    pub seed: u64,
}

impl Handicap {
    /// The level at full strength.
    pub const FULL_STRENGTH_LEVEL: f64 = 20.0;

    /// Returns the handicap of a level from 0, the weakest, to
    /// [`Handicap::FULL_STRENGTH_LEVEL`]; `None` for full strength. The depth is drawn so
    /// that its mean rises steadily with the level.
    pub fn of_level(level: f64, seed: u64) -> Option<Self> {
        let level = level.clamp(0.0, Self::FULL_STRENGTH_LEVEL);
        let deficit = Self::FULL_STRENGTH_LEVEL - level;
        let mean_depth = 1.0 + 0.6 * level;
        let is_deeper = uniform(seed) < mean_depth.fract();
        (deficit > 0.0).then(|| Self {
            depth: mean_depth as usize + usize::from(is_deeper),
            candidates: 2 + (deficit * 0.4) as usize,
            temperature: 2.0 + 0.4 * deficit * deficit,
            seed,
        })
    }

    /// Returns a handicap that does not limit the depth and only varies the choice among
    /// turns of similar score.
    pub fn of_temperature(temperature: f64, seed: u64) -> Self {
        Self {
            depth: MAX_PLY,
            candidates: 4,
            temperature,
            seed,
        }
    }

    /// Returns the index in `turns` of the turn to play; 0 if `turns` is empty.
    pub(super) fn choose<M: Copy>(&self, turns: &[RootTurn<M>]) -> usize {
        let gumbel_noise = |i: usize| {
            let uniform = uniform(self.seed ^ splitmix(i as u64));
            -(-uniform.ln()).ln()
        };
        let noisy_score = |i: usize| {
            let score = turns.get(i).map_or(0, RootTurn::latest_score);
            f64::from(score.clamp(-PROVED_WIN, PROVED_WIN)) + self.temperature * gumbel_noise(i)
        };
        (0..turns.len())
            .max_by(|&a, &b| noisy_score(a).total_cmp(&noisy_score(b)))
            .unwrap_or(0)
    }
}

/// Returns a uniform number between 0 and 1, both excluded, that depends only on the seed.
fn uniform(seed: u64) -> f64 {
    let bits = splitmix(seed) >> 12;
    (bits as f64 + 0.5) / (1_u64 << 52) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(scores: &[i32]) -> Vec<RootTurn<usize>> {
        let turn = |(i, &score)| {
            let mut root = RootTurn::new(i);
            root.line.score = score;
            root
        };
        scores.iter().enumerate().map(turn).collect()
    }

    /// Returns how often each turn is drawn with 10,000 different seeds.
    fn draw_counts(temperature: f64, scores: &[i32]) -> Vec<usize> {
        let mut counts = vec![0; scores.len()];
        let turns = turns(scores);
        for seed in 0..10_000 {
            counts[Handicap::of_temperature(temperature, seed).choose(&turns)] += 1;
        }
        counts
    }

    #[test]
    fn a_turn_worse_by_the_temperature_is_drawn_e_times_less_often() {
        let counts = draw_counts(50.0, &[100, 50, 50]);
        let ratio = counts[0] as f64 / counts[1] as f64;
        assert!((2.5..2.95).contains(&ratio), "{counts:?}");
        assert!(counts[1].abs_diff(counts[2]) < 250, "{counts:?}");
    }

    #[test]
    fn a_losing_turn_is_never_chosen_if_another_does_not_lose() {
        assert_eq!(draw_counts(160.0, &[-300, -PROVED_WIN - 10])[1], 0);
    }

    #[test]
    fn the_mean_depth_rises_with_the_level() {
        for (level, mean_depth) in [(0.0, 1.0), (1.0, 1.6), (5.0, 4.0), (8.5, 6.1)] {
            let depths = (0..10_000).map(|seed| Handicap::of_level(level, seed).unwrap().depth);
            let mean = depths.sum::<usize>() as f64 / 10_000.0;
            assert!((mean - mean_depth).abs() < 0.02, "level {level}: {mean}");
        }
    }

    #[test]
    fn a_higher_level_is_a_smaller_handicap() {
        assert_eq!(Handicap::of_level(Handicap::FULL_STRENGTH_LEVEL, 0), None);
        let levels: Vec<_> = (0..20)
            .map(|level| Handicap::of_level(f64::from(level), 0).unwrap())
            .collect();
        assert_eq!(levels[0].depth, 1);
        for pair in levels.windows(2) {
            assert!(pair[0].depth <= pair[1].depth);
            assert!(pair[0].candidates >= pair[1].candidates);
            assert!(pair[0].temperature > pair[1].temperature);
        }
    }
}
