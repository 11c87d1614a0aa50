//! The settings of a host for play and output.

use std::time::Duration;

use batyr_protocol::Dialect;

use super::options::{FULL_LEVEL, default_overhead};
use crate::base::Score;
use crate::engine::{ELO_MAX, Strength, Variant};

/// The settings that the engine does not keep itself.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The time kept back from the clock; `None` for the default of the
    /// dialect.
    pub overhead: Option<Duration>,
    /// Whether to play by Fairy-Stockfish's rules, where it knows the game.
    pub fairy: bool,
    /// Whether to report the chances of win, draw and loss.
    pub wdl: bool,
    /// Whether to play at full strength, for analysis, whatever the other
    /// settings say.
    pub analyse: bool,
    /// Whether to play at the rating `elo`, whatever `level` says.
    pub limit: bool,
    /// The rating to play at.
    pub elo: i64,
    /// The skill level, from 0 to 20.
    pub level: i64,
    /// The randomness of the choice among good turns: by how many centipawns a
    /// turn must be worse to be drawn `e` times less often; 0 for none.
    pub randomness: f64,
    /// The score up to which an offered draw is accepted, in centipawns.
    pub draw: Score,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            overhead: None,
            fairy: false,
            wdl: false,
            analyse: false,
            limit: false,
            elo: ELO_MAX,
            level: FULL_LEVEL,
            randomness: 0.0,
            draw: 0,
        }
    }
}

impl Settings {
    /// Returns the game by the rules that are set.
    pub const fn ruled(&self, variant: Variant) -> Variant {
        if self.fairy {
            variant.fairy()
        } else {
            variant.own()
        }
    }

    /// Returns the time to keep back from the clock.
    pub fn overhead(&self, dialect: Dialect) -> Duration {
        let default = || Duration::from_millis(default_overhead(dialect).unsigned_abs());
        self.overhead.unwrap_or_else(default)
    }

    /// Returns the strength to play at.
    pub fn strength(&self) -> Strength {
        if self.analyse {
            Strength::Full
        } else if self.limit {
            Strength::of_elo(self.elo)
        } else if self.level < FULL_LEVEL {
            Strength::Level(self.level as f64)
        } else if self.randomness > 0.0 {
            Strength::Varied(self.randomness)
        } else {
            Strength::Full
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stronger_word_counts() {
        let mut settings = Settings::default();
        assert_eq!(settings.strength(), Strength::Full);
        settings.randomness = 5.0;
        assert_eq!(settings.strength(), Strength::Varied(5.0));
        settings.level = 3;
        assert_eq!(settings.strength(), Strength::Level(3.0));
        settings.elo = 0;
        assert_eq!(settings.strength(), Strength::Level(3.0));
        settings.limit = true;
        assert_eq!(settings.strength(), Strength::of_elo(0));
        settings.analyse = true;
        assert_eq!(settings.strength(), Strength::Full);
    }
}
