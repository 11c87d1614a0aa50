//! How strong the engine plays.

use std::hash::{BuildHasher, RandomState};

use crate::search::Handicap;

/// The rating of level 0.
pub const ELO_MIN: i64 = 800;
/// The rating at which nothing is held back.
pub const ELO_MAX: i64 = 2400;

/// A choice of strength.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub enum Strength {
    /// As strong as can be.
    #[default]
    Full,
    /// A level from 0 to 20.
    Level(f64),
    /// Full depth, but a lot among turns of nearly the same worth: by so many
    /// centipawns a turn must be worse to be drawn `e` times less often.
    Varied(f64),
}

impl Strength {
    /// The level that plays like a rating, held to [`ELO_MIN`] and [`ELO_MAX`].
    /// The scale is linear and not calibrated yet.
    pub fn of_elo(elo: i64) -> Self {
        let above = elo.clamp(ELO_MIN, ELO_MAX) - ELO_MIN;
        Self::Level(Handicap::FULL * above as f64 / (ELO_MAX - ELO_MIN) as f64)
    }

    /// What that means for a search, with fresh lots.
    pub fn handicap(self) -> Option<Handicap> {
        // Hashers of the library start from numbers of the system.
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
        assert_eq!(Strength::of_elo(1600), Strength::Level(10.0));
        assert_eq!(Strength::of_elo(ELO_MAX).handicap(), None);
        assert_eq!(Strength::of_elo(i64::MAX).handicap(), None);
    }

    #[test]
    fn lots_are_fresh_each_time() {
        let lots = [(); 2].map(|()| Strength::Level(3.0).handicap());
        assert_ne!(lots[0], lots[1]);
    }
}
