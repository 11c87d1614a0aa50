//! Decides which games are abandoned because the runner itself was not running.
//!
//! Such a gap makes an answer seem late, and gives an engine that is stopped with the runner less
//! time than its clock says. A game with time limits is therefore abandoned if a long gap falls
//! into a search, and if a shorter gap accounts for the whole overrun of a late answer. Searches
//! without a time limit are not affected: their waits are prolonged by the gaps.

use std::time::{Duration, Instant};

use super::clock::milliseconds;
use super::ending::GameEnd;
use super::in_progress::GameInProgress;
use crate::base::Color;
use crate::tournament::heartbeat::LONG_GAP;

impl GameInProgress<'_> {
    /// Returns the end of the game if it is to be abandoned because of gaps since a search with a
    /// time limit began. `until` is the time of the answer, and `overrun` the time by which it was
    /// late.
    pub(super) fn delayed_end(
        &mut self,
        side: Color,
        since: Instant,
        until: Instant,
        overrun: Duration,
    ) -> Option<GameEnd> {
        let gap = self.control.heartbeat.longest_gap_between(since, until);
        let explains_overrun = !overrun.is_zero() && gap >= overrun;
        (gap >= LONG_GAP || explains_overrun).then(|| {
            GameEnd::delayed(format!(
                "the runner itself did not run for {:.0} ms while {} was thinking",
                milliseconds(gap),
                self.engine_at_move(side)
            ))
        })
    }
}
