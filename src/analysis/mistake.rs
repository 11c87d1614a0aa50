//! The definition of a mistake.
//!
//! A turn is judged by the [`Chances`] that it gives away rather than by centipawns: one
//! shatra more or less matters in a level game, but hardly in a decided one. Two kinds of
//! turns are at least inaccuracies even if the chances hardly change: a turn after which a
//! win is no longer proved, or after which a loss is proved; and a turn that loses at
//! least the value of a tura, whichever side is ahead.

use serde::Serialize;

use crate::base::Score;
use crate::base::score::is_proved;
use crate::eval::wdl::{Chances, WdlCurve};

/// The severity of a mistake.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// A turn that gives away at least 0.05 points, misses or allows a proved win, or
    /// loses at least the value of a tura.
    Inaccuracy,
    /// A turn that gives away at least 0.1 points.
    Mistake,
    /// A turn that gives away at least 0.16 points.
    Blunder,
}

/// The minimum loss for each severity, in thousandths of a point, most severe first.
const THRESHOLDS: [(Severity, i32); 3] = [
    (Severity::Blunder, 160),
    (Severity::Mistake, 100),
    (Severity::Inaccuracy, 50),
];

/// The value of a tura, in centipawns; a turn that loses this much is at least an inaccuracy.
const HEAVY_LOSS: Score = 450;

impl Severity {
    /// Returns the Numeric Annotation Glyph (NAG), as in PGN: 6, 2 or 4.
    pub const fn nag(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// Returns the name of the severity.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "Inaccuracy",
            Self::Mistake => "Mistake",
            Self::Blunder => "Blunder",
        }
    }

    /// Returns the symbol that is written after a turn: `?!`, `?` or `??`.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

/// Returns the expected points at a score, in thousandths: 1000 for a win, 500 for a
/// draw.
pub fn expected_points(score: Score, curve: WdlCurve) -> i32 {
    Chances::at_score(score, curve).expected_points()
}

/// Returns the severity of a turn with the score `played` if the best turn has the score
/// `best`, both for the side to move; `None` if the turn is not a mistake. `curve` is the
/// curve of chances in the position before the turn.
pub fn mistake_severity(best: Score, played: Score, curve: WdlCurve) -> Option<Severity> {
    let lost_points = expected_points(best, curve) - expected_points(played, curve);
    let by_chances = THRESHOLDS
        .iter()
        .find(|(_, minimum)| lost_points >= *minimum);
    let is_at_least_inaccuracy = misses_a_proved_win(best, played)
        || misses_a_proved_win(-played, -best)
        || !is_proved(best) && !is_proved(played) && best - played >= HEAVY_LOSS;
    let minimum = is_at_least_inaccuracy.then_some(Severity::Inaccuracy);
    by_chances.map(|(severity, _)| *severity).or(minimum)
}

/// Returns whether `best` is a proved win and `played` is not.
const fn misses_a_proved_win(best: Score, played: Score) -> bool {
    let was_won = best > 0 && is_proved(best);
    let is_won = played > 0 && is_proved(played);
    was_won && !is_won
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::score::{loss_in, table_win, win_in};
    use Severity::{Blunder, Inaccuracy, Mistake};

    /// Judges a turn by a curve under which three in ten level games are drawn.
    fn judge(best: Score, played: Score) -> Option<Severity> {
        let curve = WdlCurve {
            threshold: 0.6,
            gain: 1.25,
        };
        super::mistake_severity(best, played, curve)
    }

    #[test]
    fn the_best_turn_is_not_a_mistake() {
        for score in [-3000, -200, 0, 50, 900, win_in(5), loss_in(4)] {
            assert_eq!(judge(score, score), None);
        }
        assert_eq!(judge(10, 30), None);
    }

    #[test]
    fn in_a_level_game_the_lost_chances_determine_the_severity() {
        let marks = [20, 80, 160, 300, 800].map(|lost| judge(0, -lost));
        let expected = [
            None,
            Some(Inaccuracy),
            Some(Mistake),
            Some(Blunder),
            Some(Blunder),
        ];
        assert_eq!(marks, expected);
    }

    #[test]
    fn a_larger_loss_is_never_less_severe() {
        for best in (-2000..2000).step_by(50) {
            let mut last = None;
            for lost in (0..3000).step_by(10) {
                let severity = judge(best, best - lost);
                assert!(
                    severity >= last,
                    "{best} - {lost}: {severity:?} after {last:?}"
                );
                last = severity;
            }
        }
    }

    #[test]
    fn in_a_decided_game_only_a_large_loss_is_a_mistake() {
        assert_eq!(judge(2500, 2200), None);
        assert_eq!(judge(2500, 2500 - HEAVY_LOSS), Some(Inaccuracy));
        assert_eq!(judge(-2000, -2300), None);
    }

    #[test]
    fn a_missed_or_allowed_proved_win_is_a_mistake() {
        assert_eq!(judge(win_in(3), 3000), Some(Inaccuracy));
        assert_eq!(judge(win_in(3), 0), Some(Blunder));
        assert_eq!(judge(-3000, loss_in(4)), Some(Inaccuracy));
        assert_eq!(judge(0, loss_in(2)), Some(Blunder));
        // A longer line to the same result is not a mistake.
        assert_eq!(judge(win_in(1), win_in(9)), None);
        assert_eq!(judge(loss_in(8), loss_in(2)), None);
        assert_eq!(judge(win_in(1), table_win(9)), None);
        assert_eq!(judge(table_win(9), 3000), Some(Inaccuracy));
    }
}
