//! Decides whether the engine ends a game early, by resigning or by offering or accepting a
//! draw, in the dialects that can express this.
//!
//! The engine resigns only if a loss is proved. It accepts a draw unless its score is above
//! a limit that the host can set. It offers a draw only if there has been no progress on
//! the board for a long time and neither side has had an advantage.

use batyr_protocol::GameAction;

use crate::base::Score;
use crate::base::score::PROVED_WIN;

/// The largest absolute value of a score, in centipawns, that counts as level.
const MAX_LEVEL_SCORE: Score = 10;
/// The number of consecutive answers with a level score after which a draw is offered.
const MIN_LEVEL_ANSWERS: u32 = 12;

/// Decides whether to end one game early, from the scores so far.
#[derive(Clone, Debug, Default)]
pub struct VerdictPolicy {
    /// The number of consecutive answers with a level score since the last draw offer.
    level_answers: u32,
}

impl VerdictPolicy {
    /// Returns the verdict to add to an answer with this score for the side to move. If a
    /// draw was offered (`draw_offered`), it is accepted unless the score is above
    /// `max_draw_score`. A draw is offered only if the game is stale (`is_stale`).
    pub fn verdict(
        &mut self,
        score: Score,
        draw_offered: bool,
        max_draw_score: Score,
        is_stale: bool,
    ) -> Option<GameAction> {
        if score <= -PROVED_WIN {
            return Some(GameAction::Resign);
        }
        if draw_offered && score <= max_draw_score {
            self.level_answers = 0;
            return Some(GameAction::Draw);
        }
        self.level_answers = if score.abs() <= MAX_LEVEL_SCORE {
            self.level_answers + 1
        } else {
            0
        };
        // In answer to an offer, the same word would accept it.
        if draw_offered || !is_stale || self.level_answers < MIN_LEVEL_ANSWERS {
            return None;
        }
        self.level_answers = 0;
        Some(GameAction::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::score::{loss_in, table_win, win_in};

    #[test]
    fn only_a_proved_loss_is_resigned() {
        let mut policy = VerdictPolicy::default();
        assert_eq!(
            policy.verdict(loss_in(6), false, 0, true),
            Some(GameAction::Resign)
        );
        assert_eq!(
            policy.verdict(loss_in(6), true, 0, true),
            Some(GameAction::Resign)
        );
        assert_eq!(
            policy.verdict(-table_win(6), false, 0, true),
            Some(GameAction::Resign)
        );
        assert_eq!(policy.verdict(1 - PROVED_WIN, false, 0, true), None);
        assert_eq!(policy.verdict(win_in(5), true, 0, true), None);
    }

    #[test]
    fn a_draw_is_accepted_up_to_the_maximum_score() {
        let mut policy = VerdictPolicy::default();
        assert_eq!(policy.verdict(0, true, 0, true), Some(GameAction::Draw));
        assert_eq!(policy.verdict(40, true, 0, true), None);
        assert_eq!(policy.verdict(40, true, 50, true), Some(GameAction::Draw));
        assert_eq!(policy.verdict(-40, true, -100, true), None);
        assert_eq!(policy.verdict(-40, false, 0, true), None);
        for _ in 0..2 * MIN_LEVEL_ANSWERS {
            assert_eq!(policy.verdict(0, true, -100, true), None);
        }
    }

    #[test]
    fn no_draw_is_offered_while_there_is_progress() {
        let mut policy = VerdictPolicy::default();
        for _ in 0..5 * MIN_LEVEL_ANSWERS {
            assert_eq!(policy.verdict(0, false, 0, false), None);
        }
    }

    #[test]
    fn a_draw_is_offered_after_enough_level_scores() {
        let mut policy = VerdictPolicy::default();
        for _ in 0..2 {
            for _ in 1..MIN_LEVEL_ANSWERS {
                assert_eq!(policy.verdict(-3, false, 0, true), None);
            }
            assert_eq!(policy.verdict(3, false, 0, true), Some(GameAction::Draw));
        }
        for _ in 1..MIN_LEVEL_ANSWERS {
            policy.verdict(0, false, 0, true);
        }
        assert_eq!(policy.verdict(MAX_LEVEL_SCORE + 1, false, 0, true), None);
        assert_eq!(policy.verdict(0, false, 0, true), None);
    }
}
