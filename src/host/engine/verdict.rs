//! The engine's verdict on ending the game early, by a draw or a resignation,
//! for the dialects that can express it.
//!
//! The engine resigns only what is proved to be lost, accepts
//! a draw that is no worse than its own score, and offers one only if there has
//! been no progress on the board for a long time and no advantage for either
//! side.

use batyr_protocol::GameAction;

use crate::base::Score;
use crate::base::score::{DECISIVE, DRAW};

/// The greatest distance from a draw at which a score is level, in centipawns.
const LEVEL: Score = 10;
/// The number of answers in a row with a level score before a draw is offered.
const LEVEL_ANSWERS: u32 = 12;

/// The policy for ending one game early, with its record of earlier scores.
#[derive(Clone, Debug, Default)]
pub struct VerdictPolicy {
    /// The number of answers in a row with a level score, since the last offer.
    level: u32,
}

impl VerdictPolicy {
    /// Returns the verdict to add to an answer with this score for the side to
    /// move. A draw that was `offered` is accepted up to `draw_score`, and one is
    /// offered only if the game is `stale`.
    pub fn verdict(
        &mut self,
        score: Score,
        offered: bool,
        draw_score: Score,
        stale: bool,
    ) -> Option<GameAction> {
        if score <= -DECISIVE {
            return Some(GameAction::Resign);
        }
        if offered && score <= DRAW + draw_score {
            self.level = 0;
            return Some(GameAction::Draw);
        }
        self.level = if score.abs() <= LEVEL {
            self.level + 1
        } else {
            0
        };
        if !stale || self.level < LEVEL_ANSWERS {
            return None;
        }
        self.level = 0;
        Some(GameAction::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::score::{lost_in, win_in};

    #[test]
    fn only_a_proved_loss_is_resigned() {
        let mut policy = VerdictPolicy::default();
        assert_eq!(
            policy.verdict(lost_in(6), false, 0, true),
            Some(GameAction::Resign)
        );
        assert_eq!(
            policy.verdict(lost_in(6), true, 0, true),
            Some(GameAction::Resign)
        );
        assert_eq!(policy.verdict(1 - DECISIVE, false, 0, true), None);
        assert_eq!(policy.verdict(win_in(5), true, 0, true), None);
    }

    #[test]
    fn a_draw_is_accepted_up_to_the_score_of_the_style() {
        let mut policy = VerdictPolicy::default();
        assert_eq!(policy.verdict(0, true, 0, true), Some(GameAction::Draw));
        assert_eq!(policy.verdict(40, true, 0, true), None);
        assert_eq!(policy.verdict(40, true, 50, true), Some(GameAction::Draw));
        assert_eq!(policy.verdict(-40, true, -100, true), None);
        assert_eq!(policy.verdict(-40, false, 0, true), None);
    }

    #[test]
    fn no_draw_is_offered_while_there_is_progress() {
        let mut policy = VerdictPolicy::default();
        for _ in 0..5 * LEVEL_ANSWERS {
            assert_eq!(policy.verdict(0, false, 0, false), None);
        }
    }

    #[test]
    fn a_draw_is_offered_after_enough_level_scores() {
        let mut policy = VerdictPolicy::default();
        for _ in 0..2 {
            for _ in 1..LEVEL_ANSWERS {
                assert_eq!(policy.verdict(-3, false, 0, true), None);
            }
            assert_eq!(policy.verdict(3, false, 0, true), Some(GameAction::Draw));
        }
        for _ in 1..LEVEL_ANSWERS {
            policy.verdict(0, false, 0, true);
        }
        assert_eq!(policy.verdict(LEVEL + 1, false, 0, true), None);
        assert_eq!(policy.verdict(0, false, 0, true), None);
    }
}
