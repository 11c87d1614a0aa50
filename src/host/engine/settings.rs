//! The settings of a host for play and output.

use std::time::Duration;

use batyr_protocol::Dialect;

use crate::base::Score;
use crate::engine::{ELO_MAX, Strength, Variant};

/// The skill level without a handicap, which is the default.
pub const FULL_LEVEL: i64 = 20;

/// Returns the default time to keep back from the clock, in milliseconds.
pub const fn default_overhead(dialect: Dialect) -> i64 {
    if dialect.host_is_on_clock() { 100 } else { 10 }
}

/// The settings of a host that the engine does not keep itself.
#[derive(Clone, Debug)]
pub struct PlaySettings {
    /// The time kept back from the clock; `None` for the default of the
    /// dialect.
    pub move_overhead: Option<Duration>,
    /// Whether to play by Fairy-Stockfish's rules, for the games that it has.
    pub fairy_rules: bool,
    /// Whether to report the chances of win, draw and loss.
    pub show_wdl: bool,
    /// Whether to play at full strength, for analysis, whatever the other
    /// settings say.
    pub analyse: bool,
    /// Whether to play at the rating `elo`, whatever `skill_level` says.
    pub limit_strength: bool,
    /// The rating to play at.
    pub elo: i64,
    /// The skill level, from 0 to 20.
    pub skill_level: i64,
    /// The randomness of the choice among good turns: how many centipawns worse
    /// a turn must be to be chosen `e` times less often; 0 for none.
    pub randomness: f64,
    /// By how much a score may exceed that of a draw for an offered draw to be accepted, in
    /// centipawns.
    pub draw_margin: Score,
}

impl Default for PlaySettings {
    fn default() -> Self {
        Self {
            move_overhead: None,
            fairy_rules: false,
            show_wdl: false,
            analyse: false,
            limit_strength: false,
            elo: ELO_MAX,
            skill_level: FULL_LEVEL,
            randomness: 0.0,
            draw_margin: 0,
        }
    }
}

impl PlaySettings {
    /// Returns the variant of a game whose rules the host has chosen: ours or
    /// Fairy-Stockfish's.
    pub const fn by_chosen_rules(&self, variant: Variant) -> Variant {
        if self.fairy_rules {
            variant.fairy()
        } else {
            variant.own()
        }
    }

    /// Returns the time to keep back from the clock.
    pub fn move_overhead(&self, dialect: Dialect) -> Duration {
        let default = || Duration::from_millis(default_overhead(dialect).unsigned_abs());
        self.move_overhead.unwrap_or_else(default)
    }

    /// Returns the strength to play at.
    pub fn strength(&self) -> Strength {
        if self.analyse {
            Strength::Full
        } else if self.limit_strength {
            Strength::of_elo(self.elo)
        } else if self.skill_level < FULL_LEVEL {
            Strength::Level(self.skill_level as f64)
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
    fn each_setting_of_strength_overrides_the_weaker_ones() {
        let mut settings = PlaySettings::default();
        assert_eq!(settings.strength(), Strength::Full);
        settings.randomness = 5.0;
        assert_eq!(settings.strength(), Strength::Varied(5.0));
        settings.skill_level = 3;
        assert_eq!(settings.strength(), Strength::Level(3.0));
        settings.elo = 0;
        assert_eq!(settings.strength(), Strength::Level(3.0));
        settings.limit_strength = true;
        assert_eq!(settings.strength(), Strength::of_elo(0));
        settings.analyse = true;
        assert_eq!(settings.strength(), Strength::Full);
    }
}
