//! Lag: the time that a host takes from the clock for itself with each move.
//!
//! The lag is learnt from the clock alone. Each sample is the fall of
//! the clock from one `go` to the next of the same side, less the time that the answer
//! took. A single sample proves nothing, as clocks are also reset, gain increments that
//! are not reported, or belong to another game. So the lag is the median of the last few
//! samples, within bounds; until there are enough, the expected lag takes the place of
//! those missing.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::base::Color;

/// The number of samples in the median.
const SAMPLES: usize = 7;
/// The longest lag to believe; a clock that falls faster does so for some other
/// reason.
const MAX_LAG: Duration = Duration::from_millis(500);

/// A clock as reported with a `go`.
#[derive(Copy, Clone, Debug)]
struct Reading {
    milliseconds: i64,
    at: Instant,
    /// The time that the answer took; `None` until it is given.
    answer_time: Option<Duration>,
}

/// A meter of the lag of one host.
#[derive(Clone, Debug, Default)]
pub struct LagMeter {
    readings: [Option<Reading>; 2],
    /// The side to move of the running search.
    running: Option<Color>,
    samples: VecDeque<Duration>,
}

impl LagMeter {
    /// Records a `go`, with the clock of the side to move if there is one.
    pub fn go(&mut self, side: Color, clock: Option<i64>, now: Instant) {
        let Some(milliseconds) = clock else {
            // The next sample would span more than one move.
            self.readings = [None; 2];
            self.running = None;
            return;
        };
        let reading = Reading {
            milliseconds,
            at: now,
            answer_time: None,
        };
        if let Some(before) = self.readings[side.index()].replace(reading)
            && let Some(answer_time) = before.answer_time
        {
            let fall = before.milliseconds.saturating_sub(milliseconds);
            let fall = Duration::from_millis(fall.max(0).unsigned_abs());
            self.samples
                .push_back(fall.saturating_sub(answer_time).min(MAX_LAG));
            if self.samples.len() > SAMPLES {
                self.samples.pop_front();
            }
        }
        self.running = Some(side);
    }

    /// Records the answer to the running search.
    pub fn answered(&mut self, now: Instant) {
        if let Some(side) = self.running.take()
            && let Some(reading) = &mut self.readings[side.index()]
        {
            reading.answer_time = Some(now.saturating_duration_since(reading.at));
        }
    }

    /// Returns the lag, given the one expected of this host.
    pub fn lag(&self, expected: Duration) -> Duration {
        let missing = SAMPLES - self.samples.len();
        let mut all: Vec<_> = self.samples.iter().copied().collect();
        all.extend(std::iter::repeat_n(expected, missing));
        all.sort_unstable();
        all.get(SAMPLES / 2).copied().unwrap_or(expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXPECTED: Duration = Duration::from_millis(100);

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// Returns the lag learnt from clocks reported one after the other, with 10 ms for
    /// each answer.
    fn lag_learnt_from(clocks: &[Option<i64>]) -> Duration {
        let mut meter = LagMeter::default();
        let mut now = Instant::now();
        for &clock in clocks {
            meter.go(Color::White, clock, now);
            meter.answered(now + ms(10));
            now += ms(5000);
        }
        meter.lag(EXPECTED)
    }

    /// Returns the readings of a clock that falls by `by` milliseconds with each move.
    fn falling(from: i64, by: i64, moves: i64) -> Vec<Option<i64>> {
        (0..moves).map(|i| Some(from - i * by)).collect()
    }

    #[test]
    fn the_lag_is_what_the_clock_lost_beyond_the_answers() {
        assert_eq!(lag_learnt_from(&falling(60_000, 98, 2)), EXPECTED);
        assert_eq!(lag_learnt_from(&falling(60_000, 98, 9)), ms(88));
        assert_eq!(lag_learnt_from(&falling(60_000, 10, 9)), ms(0));
        // Less than the answers took: the host adds an increment that it does
        // not report.
        assert_eq!(lag_learnt_from(&falling(60_000, 4, 9)), ms(0));
    }

    #[test]
    fn a_reset_clock_does_not_change_the_lag() {
        let mut clocks = falling(60_000, 98, 9);
        clocks.push(Some(90_000));
        clocks.extend(falling(89_902, 98, 3));
        assert_eq!(lag_learnt_from(&clocks), ms(88));
    }

    #[test]
    fn strange_clocks_are_bounded() {
        assert_eq!(
            lag_learnt_from(&falling(i64::MAX, i64::MAX / 20, 20)),
            MAX_LAG
        );
        assert_eq!(
            lag_learnt_from(&[Some(i64::MIN), Some(i64::MAX)].repeat(9)),
            ms(0)
        );
        assert_eq!(lag_learnt_from(&[Some(0); 20]), ms(0));
    }

    #[test]
    fn a_search_without_a_clock_interrupts_the_samples() {
        let mut clocks = Vec::new();
        for clock in falling(60_000, 3000, 20) {
            clocks.extend([clock, None]);
        }
        assert_eq!(lag_learnt_from(&clocks), EXPECTED);
    }

    #[test]
    fn unanswered_searches_and_the_other_side_do_not_count() {
        let mut meter = LagMeter::default();
        let now = Instant::now();
        for i in 0..20 {
            meter.go(Color::ALL[i % 2], Some(60_000 - 1000 * i as i64), now);
        }
        assert_eq!(meter.lag(EXPECTED), EXPECTED);
        for i in 0..20 {
            meter.go(Color::ALL[i % 2], Some(60_000 - 100 * (i / 2) as i64), now);
            meter.answered(now + ms(60));
        }
        assert_eq!(meter.lag(EXPECTED), ms(40));
    }
}
