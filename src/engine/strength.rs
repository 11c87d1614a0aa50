//! The playing strength of the engine.

use std::hash::{BuildHasher, RandomState};

use crate::search::Handicap;
use crate::util::clock::Instant;

/// The Elo rating of level 0.
pub const ELO_MIN: i64 = 880;
/// The Elo rating of full strength.
pub const ELO_MAX: i64 = 2600;

/// Pairs of a rating and the level that has it; values in between are interpolated linearly. The
/// ratings were fitted to 3,520 games, in which each even level played every other (shatra,
/// 0.5+0.005 s, one thread; docs/strength/recipes/levels.md). That full strength has the rating
/// [`ELO_MAX`] is a convention.
const RATED_LEVELS: [(i64, f64); 11] = [
    (ELO_MIN, 0.0),
    (1350, 2.0),
    (1650, 4.0),
    (1930, 6.0),
    (2170, 8.0),
    (2240, 10.0),
    (2330, 12.0),
    (2430, 14.0),
    (2500, 16.0),
    (2550, 18.0),
    (ELO_MAX, Handicap::FULL_STRENGTH_LEVEL),
];

/// Returns a seed for a draw, another one each time.
pub fn random_seed() -> u64 {
    // The standard library seeds its hashers with random numbers from the operating system; in a
    // browser there are none, and the clock must do.
    RandomState::new().hash_one(Instant::now())
}

/// The strength at which the engine plays.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub enum Strength {
    /// Full strength.
    #[default]
    Full,
    /// A skill level from 0, the weakest, to 20, full strength.
    Level(f64),
    /// Full search depth, but a random choice among turns with nearly the same score. The
    /// value is the temperature: for a turn that is this many centipawns worse, the odds
    /// of being chosen fall by a factor of e (2.718…).
    Varied(f64),
    /// This handicap, with its own seed, so that the same search gives the same turn.
    Seeded(Handicap),
}

impl Strength {
    /// Returns the level that has this rating, which is clamped to the range from
    /// [`ELO_MIN`] to [`ELO_MAX`].
    pub fn from_elo(elo: i64) -> Self {
        let elo = elo.clamp(ELO_MIN, ELO_MAX);
        let mut neighbours = RATED_LEVELS.windows(2);
        let level = neighbours.find_map(|pair| match *pair {
            [(low_elo, low_level), (high_elo, high_level)] if elo <= high_elo => {
                let fraction = (elo - low_elo) as f64 / (high_elo - low_elo) as f64;
                Some(low_level + fraction * (high_level - low_level))
            }
            _ => None,
        });
        Self::Level(level.unwrap_or(Handicap::FULL_STRENGTH_LEVEL))
    }

    /// Returns the handicap of this strength, with a new random seed unless it has its own; `None`
    /// at full strength.
    pub fn handicap(self) -> Option<Handicap> {
        let seed = random_seed();
        match self {
            Self::Full => None,
            Self::Level(level) => Handicap::of_level(level, seed),
            Self::Varied(temperature) => Some(Handicap::of_temperature(temperature, seed)),
            Self::Seeded(handicap) => Some(handicap),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_cover_all_levels() {
        assert_eq!(Strength::from_elo(i64::MIN), Strength::Level(0.0));
        for (elo, level) in RATED_LEVELS {
            assert_eq!(Strength::from_elo(elo), Strength::Level(level));
        }
        // In the middle between levels 2 and 4.
        assert_eq!(Strength::from_elo(1500), Strength::Level(3.0));
        assert_eq!(Strength::from_elo(ELO_MAX).handicap(), None);
        assert_eq!(Strength::from_elo(i64::MAX).handicap(), None);
    }

    #[test]
    fn ratings_and_levels_rise_together() {
        for pair in RATED_LEVELS.windows(2) {
            assert!(pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1, "{pair:?}");
        }
    }

    #[test]
    fn every_handicap_has_its_own_seed() {
        let [first, second] = [(); 2].map(|()| Strength::Level(3.0).handicap());
        assert_ne!(first, second);
        let seeded = Handicap::of_level(3.0, 7);
        assert_eq!(
            seeded.and_then(|handicap| Strength::Seeded(handicap).handicap()),
            seeded
        );
    }
}
