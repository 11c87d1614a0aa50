//! The definition of a mistake.
//!
//! **The decision:** a turn is judged by the chances that it gives away, as given
//! by [`Chances`], not by centipawns: a shatra more or less matters in a level
//! game, and hardly in a decided one. Two kinds of turns are inaccuracies at
//! least, even if the chances hardly change: one after which a proved win is no
//! longer proved, or a loss is, and one that loses as much as a tura is worth,
//! whichever side is ahead.

use serde::Serialize;

use crate::base::Score;
use crate::base::score::is_decisive;
use crate::eval::wdl::{Chances, Curve};

/// The mark of a mistake, by its severity.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// A turn that gives away 0.05 points or more, or misses or allows a proved
    /// win, or loses as much as a tura is worth.
    Inaccuracy,
    /// A turn that gives away 0.1 points or more.
    Mistake,
    /// A turn that gives away 0.16 points or more.
    Blunder,
}

/// The least loss for each mark, in thousandths of a point, the heaviest first.
const LEAST: [(Mark, i32); 3] = [
    (Mark::Blunder, 160),
    (Mark::Mistake, 100),
    (Mark::Inaccuracy, 50),
];

/// The loss in centipawns that is an inaccuracy at least: what a tura is worth.
const HEAVY: Score = 450;

impl Mark {
    /// All marks, the lightest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Returns the number of the annotation in game files, the NAG of PGN: `$6`,
    /// `$2`, `$4`.
    pub const fn nag(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// Returns the name of the mark.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "Inaccuracy",
            Self::Mistake => "Mistake",
            Self::Blunder => "Blunder",
        }
    }

    /// Returns the symbol written after a turn: `?!`, `?`, `??`.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

/// Returns the expected points at a score, in thousandths: a win is 1000, a draw
/// 500.
pub fn expected_points(score: Score, curve: Curve) -> i32 {
    let Chances { win, draw, .. } = Chances::of(score, curve);
    i32::from(win) + i32::from(draw) / 2
}

/// Returns the mark of a turn that scores `played` where the best scores `best`,
/// both for the side that moves, by the curve of chances in the position before
/// it; `None` if the turn was good enough.
pub fn judge(best: Score, played: Score, curve: Curve) -> Option<Mark> {
    let given = expected_points(best, curve) - expected_points(played, curve);
    let by_chances = LEAST.iter().find(|(_, least)| given >= *least);
    let is_silent = throws_away_a_win(best, played)
        || throws_away_a_win(-played, -best)
        || !is_decisive(best) && !is_decisive(played) && best - played >= HEAVY;
    let at_least = is_silent.then_some(Mark::Inaccuracy);
    by_chances.map(|(mark, _)| *mark).or(at_least)
}

/// Returns whether a proved win has become something else.
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

    /// Judges by a curve where three level games in ten are drawn.
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
        // A longer way to the same result is no mistake.
        assert_eq!(judge(win_in(1), win_in(9)), None);
        assert_eq!(judge(lost_in(8), lost_in(2)), None);
    }
}
