//! The playing strength of the engine.

use std::hash::{BuildHasher, RandomState};

use crate::search::Handicap;

/// The rating of level 0.
pub const ELO_MIN: i64 = 900;
/// The rating of full strength.
pub const ELO_MAX: i64 = 2600;

/// The levels that correspond to ratings; values in between are interpolated linearly.
/// The rating differences were measured in 1,360 games between neighbouring levels
/// (shatra, 0.5+0.005 s, one thread; docs/strength/recipes/levels.md); the value of
/// [`ELO_MAX`] for full strength is a convention.
const LADDER: [(i64, f64); 11] = [
    (ELO_MIN, 0.0),
    (1290, 2.0),
    (1590, 4.0),
    (1830, 6.0),
    (2090, 8.0),
    (2240, 10.0),
    (2330, 12.0),
    (2400, 14.0),
    (2450, 16.0),
    (2520, 18.0),
    (ELO_MAX, Handicap::FULL),
];

/// A playing strength.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub enum Strength {
    /// Full strength.
    #[default]
    Full,
    /// A level from 0 to 20.
    Level(f64),
    /// Full depth, but a random choice among turns with nearly the same score: a turn
    /// that is worse by this number of centipawns is chosen `e` times less often.
    Varied(f64),
}

impl Strength {
    /// Returns the level that plays like a rating, limited to the range from
    /// [`ELO_MIN`] to [`ELO_MAX`].
    pub fn of_elo(elo: i64) -> Self {
        let elo = elo.clamp(ELO_MIN, ELO_MAX);
        let mut steps = LADDER.windows(2);
        let level = steps.find_map(|step| match *step {
            [(low, below), (high, above)] if elo <= high => {
                let share = (elo - low) as f64 / (high - low) as f64;
                Some(below + share * (above - below))
            }
            _ => None,
        });
        Self::Level(level.unwrap_or(Handicap::FULL))
    }

    /// Returns the handicap of this strength, with a fresh seed.
    pub fn handicap(self) -> Option<Handicap> {
        // The standard library seeds its hashers with random numbers from the
        // system.
        let seed = RandomState::new().hash_one(0);
        match self {
            Self::Full => None,
            Self::Level(level) => Handicap::of_level(level, seed),
            Self::Varied(temperature) => Some(Handicap::of_temperature(temperature, seed)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_cover_all_levels() {
        assert_eq!(Strength::of_elo(i64::MIN), Strength::Level(0.0));
        assert_eq!(Strength::of_elo(ELO_MIN), Strength::Level(0.0));
        assert_eq!(Strength::of_elo(2240), Strength::Level(10.0));
        assert_eq!(Strength::of_elo(1440), Strength::Level(3.0));
        assert_eq!(Strength::of_elo(ELO_MAX).handicap(), None);
        assert_eq!(Strength::of_elo(i64::MAX).handicap(), None);
    }

    #[test]
    fn ratings_and_levels_rise_together() {
        for step in LADDER.windows(2) {
            assert!(step[0].0 < step[1].0 && step[0].1 < step[1].1, "{step:?}");
        }
    }

    #[test]
    fn every_handicap_has_its_own_seed() {
        let [one, other] = [(); 2].map(|()| Strength::Level(3.0).handicap());
        assert_ne!(one, other);
    }
}
