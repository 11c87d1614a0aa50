//! A host's settings for play and output.

use std::time::Duration;

use batyr_protocol::Dialect;

use crate::base::Score;
use crate::engine::{ELO_MAX, Strength};
use crate::game::Variant;
use crate::search::RepetitionDraw;

/// The skill level of full strength, which is the default.
pub const FULL_LEVEL: i64 = 20;

/// Returns the default move overhead, in milliseconds.
pub const fn default_overhead(dialect: Dialect) -> i64 {
    if dialect.properties().host_is_on_clock {
        100
    } else {
        10
    }
}

/// Returns the default occurrence of a position at which the host calls the game a draw.
pub const fn default_repetition_draw(dialect: Dialect) -> RepetitionDraw {
    if dialect.properties().second_occurrence_draws {
        RepetitionDraw::Second
    } else {
        RepetitionDraw::Third
    }
}

/// The settings of a host that [`Engine`](crate::engine::Engine) does not store.
#[derive(Clone, Debug)]
pub struct PlaySettings {
    /// The move overhead: the clock time reserved for delays on each move. `None` means the
    /// default of the dialect.
    pub move_overhead: Option<Duration>,
    /// Whether to use Fairy-Stockfish's rules in the variants that it supports.
    pub fairy_rules: bool,
    /// Whether to report the chances of win, draw and loss.
    pub show_wdl: bool,
    /// Whether to use full strength, for analysis, regardless of the other settings.
    pub analyse: bool,
    /// Whether to play at the rating `elo`, regardless of `skill_level`.
    pub limit_strength: bool,
    /// The Elo rating at which to play.
    pub elo: i64,
    /// The skill level, from 0 to 20.
    pub skill_level: i64,
    /// The randomness of the choice among good turns: a turn that is this many centipawns
    /// worse is chosen `e` times less often. 0 means no randomness.
    pub randomness: f64,
    /// The maximum score, in centipawns above that of a draw, at which an offered draw is
    /// accepted.
    pub draw_margin: Score,
    /// How much worse than an even position a draw is for the engine, in centipawns, unless it
    /// analyses.
    pub contempt: Score,
    /// The occurrence of a position at which the host calls the game a draw. `None` means the
    /// default of the dialect.
    pub repetition_draw: Option<RepetitionDraw>,
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
            contempt: 0,
            repetition_draw: None,
        }
    }
}

impl PlaySettings {
    /// Returns the variant of the same game that has the rules chosen by the host: Batyr's or
    /// Fairy-Stockfish's.
    pub fn with_chosen_rules(&self, variant: Variant) -> Variant {
        if self.fairy_rules {
            variant.with_fairy_rules()
        } else {
            variant.with_batyr_rules()
        }
    }

    /// Returns the occurrence of a position at which the host calls the game a draw.
    pub fn repetition_draw(&self, dialect: Dialect) -> RepetitionDraw {
        self.repetition_draw
            .unwrap_or_else(|| default_repetition_draw(dialect))
    }

    pub fn move_overhead(&self, dialect: Dialect) -> Duration {
        let default = || Duration::from_millis(default_overhead(dialect).unsigned_abs());
        self.move_overhead.unwrap_or_else(default)
    }

    /// Returns the strength at which to play.
    pub fn strength(&self) -> Strength {
        if self.analyse {
            Strength::Full
        } else if self.limit_strength {
            Strength::from_elo(self.elo)
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
    fn strength_settings_override_each_other_in_order() {
        let mut settings = PlaySettings::default();
        assert_eq!(settings.strength(), Strength::Full);
        settings.randomness = 5.0;
        assert_eq!(settings.strength(), Strength::Varied(5.0));
        settings.skill_level = 3;
        assert_eq!(settings.strength(), Strength::Level(3.0));
        settings.elo = 0;
        assert_eq!(settings.strength(), Strength::Level(3.0));
        settings.limit_strength = true;
        assert_eq!(settings.strength(), Strength::from_elo(0));
        settings.analyse = true;
        assert_eq!(settings.strength(), Strength::Full);
    }
}
