//! Lag: the time that a host itself uses on the engine's clock at each move.
//!
//! The lag is learnt from the clock alone. Each sample is the fall of the clock from one
//! `go` to the next for the same side, less the time that the answer took. A single
//! sample proves nothing: the clock may have been reset, have gained an increment that is
//! not reported, or belong to a different game. So the lag is the median of the last few
//! samples, within bounds; until there are enough, the expected lag stands in for the
//! missing ones.
//!
//! A host may report as an increment what its clock gives back only as far as it was used: a
//! delay. Such a clock stands still during short answers, which looks like a lag of what was not
//! used. So a clock with an increment that has not fallen is no sample; nor does it need one.

use std::collections::VecDeque;
use std::time::Duration;

use crate::base::Color;
use crate::util::clock::Instant;

/// The number of samples in the median.
const SAMPLES: usize = 7;
/// The longest plausible lag; longer samples count as this much.
const MAX_LAG: Duration = Duration::from_millis(500);

/// The state of a clock, as reported with a `go`.
#[derive(Copy, Clone, Debug)]
struct Reading {
    /// The time left.
    milliseconds: i64,
    /// The time of the `go`.
    time: Instant,
    /// The time that the answer took; `None` until it is given.
    answer_time: Option<Duration>,
}

/// A meter of the lag of one host.
#[derive(Clone, Debug, Default)]
pub struct LagMeter {
    /// The latest reading for each side.
    readings: [Option<Reading>; 2],
    /// The side to move in the running search.
    running: Option<Color>,
    samples: VecDeque<Duration>,
}

impl LagMeter {
    /// Records a `go`, with the clock of the side to move and its increment, in milliseconds;
    /// `None` without a clock.
    pub fn record_go(&mut self, side: Color, clock: Option<i64>, increment: i64, now: Instant) {
        let Some(milliseconds) = clock else {
            // The next sample would span more than one move.
            self.readings = [None; 2];
            self.running = None;
            return;
        };
        let reading = Reading {
            milliseconds,
            time: now,
            answer_time: None,
        };
        if let Some(previous) = self.readings[side.index()].replace(reading)
            && let Some(answer_time) = previous.answer_time
            && (increment <= 0 || milliseconds < previous.milliseconds)
        {
            let before = previous.milliseconds.saturating_add(increment);
            let fall = before.saturating_sub(milliseconds);
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
    pub fn record_answer(&mut self, now: Instant) {
        if let Some(side) = self.running.take()
            && let Some(reading) = &mut self.readings[side.index()]
        {
            reading.answer_time = Some(now.saturating_duration_since(reading.time));
        }
    }

    /// Returns whether most of the samples were measured, so that the median lies between
    /// measured values, whatever lag is expected.
    pub fn is_measured(&self) -> bool {
        self.samples.len() > SAMPLES / 2
    }

    /// Returns the lag, given the lag expected of this host.
    pub fn lag(&self, expected: Duration) -> Duration {
        let mut samples = Vec::from(self.samples.clone());
        samples.resize(SAMPLES, expected);
        samples.sort_unstable();
        samples.get(SAMPLES / 2).copied().unwrap_or(expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::zobrist::splitmix;
    use crate::rules::shatra::{Extended, Position};
    use crate::search::{Limits, TimeBudget};

    const EXPECTED: Duration = Duration::from_millis(100);

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// Returns the lag learnt from the clocks reported with successive `go` commands, each
    /// answered after 10 ms.
    fn lag_learnt_from(clocks: &[Option<i64>]) -> Duration {
        let meter = meter_after(clocks);
        // A measured lag does not depend on the expected one.
        let depends = meter.lag(EXPECTED) != meter.lag(EXPECTED + ms(1));
        assert_eq!(meter.is_measured(), !depends);
        meter.lag(EXPECTED)
    }

    fn meter_after(clocks: &[Option<i64>]) -> LagMeter {
        let mut meter = LagMeter::default();
        let mut now = Instant::now();
        for &clock in clocks {
            meter.record_go(Color::White, clock, 0, now);
            meter.record_answer(now + ms(10));
            now += ms(5000);
        }
        meter
    }

    /// Returns the readings of a clock that falls by `by` milliseconds with each move.
    fn falling(from: i64, by: i64, moves: i64) -> Vec<Option<i64>> {
        (0..moves).map(|i| Some(from - i * by)).collect()
    }

    #[test]
    fn the_lag_is_what_the_clock_lost_beyond_the_answers() {
        assert_eq!(lag_learnt_from(&falling(60_000, 98, 2)), EXPECTED);
        assert_eq!(lag_learnt_from(&falling(60_000, 98, 4)), EXPECTED);
        assert_eq!(lag_learnt_from(&falling(60_000, 98, 5)), ms(88));
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
    fn the_lag_is_bounded_whatever_the_clocks() {
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
    fn a_delay_reported_as_an_increment_is_no_lag() {
        const BASE: i64 = 10_000;
        const DELAY: i64 = 2000;
        for lag in [0, 40] {
            let mut meter = LagMeter::default();
            let (mut now, mut clock) = (Instant::now(), BASE);
            // Some answers are shorter than the delay; the clock loses nothing to them.
            for thought in [600, 1500, 2300, 300].repeat(5) {
                meter.record_go(Color::White, Some(clock), DELAY, now);
                meter.record_answer(now + ms(thought));
                now += ms(5000);
                clock -= (thought as i64 + lag - DELAY).max(0);
            }
            // The long answers measure what the host itself uses.
            assert_eq!(meter.lag(ms(0)), ms(lag as u64), "{meter:?}");
        }
    }

    #[test]
    fn a_clock_that_its_increment_fills_up_measures_no_lag() {
        let mut meter = LagMeter::default();
        let mut now = Instant::now();
        for turn in 0..20 {
            meter.record_go(Color::White, Some(10_000 + 1400 * turn), 2000, now);
            meter.record_answer(now + ms(600));
            now += ms(5000);
        }
        assert!(!meter.is_measured() && meter.lag(EXPECTED) == EXPECTED);
    }

    #[test]
    fn unanswered_searches_and_the_other_side_do_not_count() {
        let mut meter = LagMeter::default();
        let now = Instant::now();
        for i in 0..20 {
            let clock = Some(60_000 - 1000 * i as i64);
            meter.record_go(Color::ALL[i % 2], clock, 0, now);
        }
        assert_eq!(meter.lag(EXPECTED), EXPECTED);
        for i in 0..20 {
            // An increment that is reported is no lag.
            let clock = Some(60_000 - 50 * (i / 2) as i64);
            meter.record_go(Color::ALL[i % 2], clock, 50, now);
            meter.record_answer(now + ms(60));
        }
        assert_eq!(meter.lag(EXPECTED), ms(40));
    }

    /// A time control in stages, as used by ShatraBase: the number of turns of each stage and
    /// the milliseconds for them. The last stage is for the rest of the game.
    const STAGES: [(u32, i64); 3] = [(10, 6000), (5, 4000), (0, 4000)];
    /// The time that the host takes from the clock with each jump.
    const HOST_TIME: Duration = Duration::from_millis(88);

    /// The number of turns of a game.
    const TURNS: u32 = 40;

    /// Plays `turns` turns, some of them chains, on a simulated clock, and returns the
    /// milliseconds left on it.
    fn clock_after(turns: u32, seed: u64) -> i64 {
        let mut meter = LagMeter::default();
        let mut now = Instant::now();
        let mut random = seed;
        let mut random_below = |n: u64| {
            random = splitmix(random);
            random % n
        };
        let (mut stage, mut played) = (0, 0);
        let mut clock = STAGES[0].1;
        for _ in 0..turns {
            let stage_left = STAGES[stage].0.saturating_sub(played);
            // Before the last turn of a stage, the host counts to the end of the next stage.
            let moves_to_go = match stage_left {
                1 => STAGES[stage + 1]
                    .0
                    .checked_add(1)
                    .filter(|&turns| turns > 1),
                turns => Some(turns),
            };
            let jumps = if random_below(5) == 0 {
                2 + random_below(2)
            } else {
                1
            };
            for _ in 0..jumps {
                meter.record_go(Color::White, Some(clock), 0, now);
                let limits = Limits {
                    clock: [Some(clock), None],
                    moves_to_go,
                    overhead: Duration::from_millis(100),
                    lag: meter.lag(Duration::from_millis(100)),
                    searches_jumps: true,
                    ..Limits::default()
                };
                let budget = TimeBudget::new::<Position<Extended>>(&limits, Color::White);
                let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
                let thought = match random_below(8) {
                    0 => hard,
                    1 => soft / 20,
                    _ => soft.mul_f64(0.6 + random_below(9) as f64 / 10.0).min(hard),
                };
                meter.record_answer(now + thought);
                now += thought + HOST_TIME + Duration::from_secs(1);
                clock -= (thought + HOST_TIME).as_millis() as i64;
                if clock < 0 {
                    return clock;
                }
            }
            played += 1;
            if STAGES[stage].0 == played {
                (stage, played) = (stage + 1, 0);
                clock += STAGES[stage].1;
            }
        }
        clock
    }

    #[test]
    fn the_lag_of_a_host_loses_no_game_on_time() {
        let left: Vec<_> = (0..500).map(|seed| clock_after(TURNS, seed)).collect();
        assert!(left.iter().all(|&left| left >= 0), "{left:?}");
        // Nor is too much time left unused.
        let early = (0..500).map(|seed| clock_after(14, seed)).max();
        assert!(early < Some(5000), "{early:?}");
    }
}
