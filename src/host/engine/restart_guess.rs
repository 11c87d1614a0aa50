//! Guesses whether the host starts a new process for each jump, as ShatraBase does by
//! default.
//!
//! Such a host charges to the clock the time from the answer of one process to the first
//! command of the next. No process lives long enough to measure it, and the host says
//! nothing about it, so the guess rests on the only thing that a process sees: its first
//! position is one from the middle of a game. A second search with a clock in the same
//! process proves the guess wrong.

use std::time::Duration;

use crate::util::clock::Instant;

/// The time that such a host takes from the clock with each jump on a quiet machine:
/// 330 ms were measured with ShatraBase, and somewhat more must be expected.
const RESTART_LAG: Duration = Duration::from_millis(450);
/// The maximum of the expected lag: ShatraBase took up to a second on a busy machine.
const MAX_RESTART_LAG: Duration = Duration::from_secs(1);
/// The lag as a multiple of its visible part, the time from the start of the process to the
/// search: about 60 of 330 ms on a quiet machine, 210 of 1000 ms on a busy one.
const LAG_OF_VISIBLE_PART: u32 = 5;

/// The evidence for and against a host that starts a new process for each jump.
#[derive(Clone, Debug)]
pub struct RestartGuess {
    process_start: Instant,
    /// Whether the first position was the start of a game; `None` before any position.
    began_at_start: Option<bool>,
    /// The number of searches with a clock.
    clocked_searches: u32,
    /// The time from the start of the process to the first of these searches.
    time_to_search: Duration,
}

impl RestartGuess {
    /// Creates the guess of a process that started at `now`.
    pub const fn new(now: Instant) -> Self {
        Self {
            process_start: now,
            began_at_start: None,
            clocked_searches: 0,
            time_to_search: Duration::ZERO,
        }
    }

    /// Records a position that was set. Only the first position counts, so `is_start`
    /// is not called for any other.
    pub fn record_position(&mut self, is_start: impl FnOnce() -> bool) {
        self.began_at_start.get_or_insert_with(is_start);
    }

    /// Records a search with a clock.
    pub fn record_clocked_search(&mut self, now: Instant) {
        if self.clocked_searches == 0 {
            self.time_to_search = now.saturating_duration_since(self.process_start);
        }
        self.clocked_searches = self.clocked_searches.saturating_add(1);
    }

    /// Returns the lag to expect of a host that starts a new process for each jump; `None`
    /// if this host does not seem to do so.
    pub fn lag(&self) -> Option<Duration> {
        let is_likely = self.began_at_start == Some(false) && self.clocked_searches <= 1;
        let scaled = self.time_to_search * LAG_OF_VISIBLE_PART;
        is_likely.then(|| scaled.clamp(RESTART_LAG, MAX_RESTART_LAG))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// Returns the lag expected at the last of these clocked searches, each given by its
    /// time since the start of the process.
    fn lag_at_searches(began_at_start: bool, times: &[u64]) -> Option<Duration> {
        let start = Instant::now();
        let mut guess = RestartGuess::new(start);
        guess.record_position(|| began_at_start);
        for &time in times {
            guess.record_position(|| !began_at_start);
            guess.record_clocked_search(start + ms(time));
        }
        guess.lag()
    }

    #[test]
    fn a_first_position_from_the_middle_of_a_game_suggests_restarts() {
        assert_eq!(lag_at_searches(false, &[60]), Some(RESTART_LAG));
        assert_eq!(lag_at_searches(true, &[60]), None);
        assert_eq!(RestartGuess::new(Instant::now()).lag(), None);
    }

    #[test]
    fn a_busy_machine_takes_longer_up_to_a_maximum() {
        assert_eq!(lag_at_searches(false, &[140]), Some(ms(700)));
        assert_eq!(lag_at_searches(false, &[60_000]), Some(MAX_RESTART_LAG));
    }

    #[test]
    fn a_second_search_in_the_same_process_refutes_the_guess() {
        assert_eq!(lag_at_searches(false, &[60, 2000]), None);
    }
}
