//! What a mistake is.
//!
//! **The decision:** a turn is judged by the chances that it gives away, as
//! [`Chances`] tells them, not by centipawns: a shatra more or less matters in
//! a level game and hardly in one that is decided. Two cases in which the
//! chances alone would be silent are at least inaccuracies: a proved win that
//! is no longer one (or a loss that has become a proved one), and the loss of
//! as much as a tura, whoever is ahead.

use serde::Serialize;

use crate::base::Score;
use crate::base::score::is_decisive;
use crate::eval::wdl::{Chances, Curve};

/// A mistake, by its weight.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// A twentieth of a point was given away.
    Inaccuracy,
    /// A tenth of a point.
    Mistake,
    /// A sixth of a point or more.
    Blunder,
}

/// What is given away at least, in thousandths of a point, the heaviest first.
const LEAST: [(Mark, i32); 3] = [
    (Mark::Blunder, 160),
    (Mark::Mistake, 100),
    (Mark::Inaccuracy, 50),
];

/// So many centipawns are never lost for nothing: what a tura is worth.
const HEAVY: Score = 450;

impl Mark {
    /// All marks, the lightest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The number of the annotation in game files, the NAG of PGN: `$6`, `$2`,
    /// `$4`.
    pub const fn nag(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "Inaccuracy",
            Self::Mistake => "Mistake",
            Self::Blunder => "Blunder",
        }
    }

    /// The sign behind a turn, as people write it: `?!`, `?`, `??`.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

/// The points to expect at a score, in thousandths: a win is 1000, a draw 500.
pub fn expected_points(score: Score, curve: Curve) -> i32 {
    let Chances { win, draw, .. } = Chances::of(score, curve);
    i32::from(win) + i32::from(draw) / 2
}

/// The mark of a turn worth `played` where `best` was to be had, both for the
/// side that moves, and with the chances of the position before it; `None` if
/// it was good enough.
pub fn judge(best: Score, played: Score, curve: Curve) -> Option<Mark> {
    let given = expected_points(best, curve) - expected_points(played, curve);
    let by_chances = LEAST.iter().find(|(_, least)| given >= *least);
    let is_silent = throws_away_a_win(best, played)
        || throws_away_a_win(-played, -best)
        || !is_decisive(best) && !is_decisive(played) && best - played >= HEAVY;
    let at_least = is_silent.then_some(Mark::Inaccuracy);
    by_chances.map(|(mark, _)| *mark).or(at_least)
}

/// Whether a proved win has become something else.
const fn throws_away_a_win(best: Score, played: Score) -> bool {
    let was_won = best > 0 && is_decisive(best);
    let is_won = played > 0 && is_decisive(played);
    was_won && !is_won
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::score::{lost_in, win_in};
    use Mark::{Blunder, Inaccuracy, Mistake};

    /// Judges where three games in ten are drawn if they are level.
    fn judge(best: Score, played: Score) -> Option<Mark> {
        let curve = Curve {
            draw: 0.6,
            gain: 1.25,
        };
        super::judge(best, played, curve)
    }

    #[test]
    fn the_best_turn_is_no_mistake() {
        for score in [-3000, -200, 0, 50, 900, win_in(5), lost_in(4)] {
            assert_eq!(judge(score, score), None);
        }
        assert_eq!(judge(10, 30), None);
    }

    #[test]
    fn in_a_level_game_chances_weigh() {
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
    fn marks_only_get_heavier() {
        for best in (-2000..2000).step_by(50) {
            let mut last = None;
            for lost in (0..3000).step_by(10) {
                let mark = judge(best, best - lost);
                assert!(mark >= last, "{best} less {lost}: {mark:?} after {last:?}");
                last = mark;
            }
        }
    }

    #[test]
    fn in_a_decided_game_only_much_counts() {
        assert_eq!(judge(2500, 2200), None);
        assert_eq!(judge(2500, 2500 - HEAVY), Some(Inaccuracy));
        assert_eq!(judge(-2000, -2300), None);
    }

    #[test]
    fn a_proved_win_is_not_to_be_missed_nor_allowed() {
        assert_eq!(judge(win_in(3), 3000), Some(Inaccuracy));
        assert_eq!(judge(win_in(3), 0), Some(Blunder));
        assert_eq!(judge(-3000, lost_in(4)), Some(Inaccuracy));
        assert_eq!(judge(0, lost_in(2)), Some(Blunder));
        // A longer way to the same end is the same.
        assert_eq!(judge(win_in(1), win_in(9)), None);
        assert_eq!(judge(lost_in(8), lost_in(2)), None);
    }
}
