//! Time management: how long a turn may take, and when the search must stop.
//!
//! A clock gives two bounds. After the soft bound, which is extended while the best turn
//! keeps changing, no new iteration starts. At the hard bound, the search stops at once.
//! While pondering, no bound is enforced. After a ponderhit, the time spent on pondering
//! counts towards the soft bound and a `movetime`, so an answer that is good enough comes at
//! once; it does not count towards the hard bound, because the opponent's clock was running.

use std::time::Duration;

use super::game::SearchGame;
use super::parameters::{TIME_INCREMENT, TIME_TURNS};
use super::{Control, Limits};
use crate::base::Color;
use crate::util::clock::Instant;

/// The minimum time for a search, even if the clock has run out.
const MIN_TIME: Duration = Duration::from_micros(100);
/// The time that should be left on a clock, as a multiple of the overhead; with less left,
/// more of the increment is saved.
const COMFORTABLE_OVERHEADS: f64 = 4.0;
/// The hard bound as a multiple of the soft one.
const HARD_BOUND: u32 = 4;
/// The same while the lag of the host is only assumed.
const HARD_BOUND_OF_ASSUMED_LAG: u32 = 2;
/// The share of the time that can always be spent, however much lag is expected, as a
/// divisor.
const MIN_SHARE: u32 = 8;
/// The same while the lag of the host is only assumed; it may then take nearly all of
/// the time.
const MIN_SHARE_OF_ASSUMED_LAG: u32 = 32;
/// The longest time used in calculations, in milliseconds (about thirty years): longer
/// than any sensible clock, so that sums can't overflow.
const MAX_MILLISECONDS: u64 = 1_000_000_000_000;

/// The bounds on the time of one turn; `None` means no bound.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct TimeBudget {
    /// The time after which no new iteration starts, counted from `go`.
    pub soft: Option<Duration>,
    /// The time at which the search stops, counted from when the clock starts to run.
    pub hard: Option<Duration>,
    /// The time at which the search stops, counted from `go`.
    pub movetime: Option<Duration>,
}

impl TimeBudget {
    /// Returns the time that `side` may spend under these limits.
    pub fn new<G: SearchGame>(limits: &Limits, side: Color) -> Self {
        let movetime = limits.movetime.map(|time| time.max(MIN_TIME));
        let Some(remaining) = limits.remaining(side) else {
            return Self {
                movetime,
                ..Self::default()
            };
        };
        let increment = clock_time(limits.increment[side.index()]);
        let overhead = limits.overhead.min(Duration::from_millis(MAX_MILLISECONDS));
        let left = clock_time(remaining).saturating_sub(overhead);
        // Plans up to the time control, or for `planned` turns if that is unknown or farther away.
        let planned = TIME_TURNS.get::<G>().unsigned_abs();
        let turns = limits
            .moves_to_go
            .filter(|&turns| turns > 0)
            .map_or(planned, |turns| turns.min(planned));
        let (hard_bound, min_share) = if limits.lag_is_assumed {
            (HARD_BOUND_OF_ASSUMED_LAG, MIN_SHARE_OF_ASSUMED_LAG)
        } else {
            (HARD_BOUND, MIN_SHARE)
        };
        // The lag can't be spent on searching; a small share of the time always can.
        let lag = limits.lag.min(Duration::from_millis(MAX_MILLISECONDS));
        let searches = if limits.searches_jumps {
            expected_searches(turns)
        } else {
            turns
        };
        let total_lag = lag * searches;
        let left = left - total_lag.min(left / min_share * (min_share - 1));
        // Never all of the clock, and at most half of it unless a time control follows this
        // turn.
        let max = if turns == 1 { left * 9 / 10 } else { left / 2 };
        // The nearer the clock is to zero, the more of the increment is saved.
        let ease = left.as_secs_f64() / (COMFORTABLE_OVERHEADS * overhead.as_secs_f64()).max(1e-9);
        let spent_share = f64::from(TIME_INCREMENT.get::<G>()) / 100.0;
        let soft = left / turns + increment.mul_f64(spent_share * ease.min(1.0));
        let soft = soft.min(max);
        Self {
            soft: Some(soft.max(MIN_TIME)),
            hard: Some((soft * hard_bound).min(max).max(MIN_TIME)),
            movetime,
        }
    }
}

/// Returns an estimate of the number of searches for this number of turns with a host that
/// requests each jump separately: every second turn has a second jump, and there may be a
/// long chain.
const fn expected_searches(turns: u32) -> u32 {
    turns + turns / 2 + 6
}

/// Returns the time on a clock, limited to the range from 0 to [`MAX_MILLISECONDS`].
fn clock_time(milliseconds: i64) -> Duration {
    Duration::from_millis(milliseconds.max(0).unsigned_abs().min(MAX_MILLISECONDS))
}

/// The timer of one search, used only by its main worker.
#[derive(Debug)]
pub struct Timer {
    started: Instant,
    budget: TimeBudget,
    pondering: bool,
    /// When the clock of this side began to run, counted from the start of the search.
    clock_start: Duration,
    /// Whether the soft bound has passed; the search then ends at the ponderhit at the
    /// latest.
    expired: bool,
}

impl Timer {
    /// Returns a timer that has been running since `started`.
    pub fn new<G: SearchGame>(started: Instant, limits: &Limits, side: Color) -> Self {
        Self {
            started,
            budget: TimeBudget::new::<G>(limits, side),
            pondering: limits.ponder,
            clock_start: Duration::ZERO,
            expired: false,
        }
    }

    /// Returns the time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns the time that is planned for the search; `None` if it is not limited by time.
    pub fn planned(&self) -> Option<Duration> {
        self.budget.movetime.or(self.budget.soft)
    }

    /// Returns whether the search must stop at once.
    pub fn out_of_time(&mut self, control: &Control) -> bool {
        let TimeBudget {
            soft,
            hard,
            movetime,
        } = self.budget;
        if hard.is_none() && movetime.is_none() {
            return false;
        }
        let elapsed = self.elapsed();
        if self.pondering {
            if !control.ponder_was_hit() {
                return false;
            }
            self.pondering = false;
            self.clock_start = elapsed;
            self.expired |= soft.is_some_and(|soft| elapsed >= soft);
        }
        self.expired
            || movetime.is_some_and(|time| elapsed >= time)
            || hard.is_some_and(|hard| elapsed - self.clock_start >= hard)
    }

    /// Returns whether there is no time for another iteration. The soft bound is multiplied
    /// by `scale` or, if the position is `easy`, by a small constant.
    pub fn iteration_was_last(&mut self, control: &Control, scale: f64, easy: bool) -> bool {
        let Some(soft) = self.budget.soft else {
            return false;
        };
        let scale = if easy { 0.03 } else { scale };
        if self.elapsed() < soft.mul_f64(scale) {
            return false;
        }
        self.expired = true;
        !self.pondering || control.ponder_was_hit()
    }

    /// Returns whether the search is limited by a clock, on which the time saved now remains
    /// for later turns.
    pub fn has_clock(&self) -> bool {
        self.budget.soft.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Game = crate::rules::shatra::Position<crate::rules::shatra::Extended>;

    fn clock(left: i64, increment: i64, moves_to_go: Option<u32>) -> Limits {
        Limits {
            clock: [Some(left), None],
            increment: [increment, 0],
            moves_to_go,
            overhead: Duration::from_millis(10),
            ..Limits::default()
        }
    }

    #[test]
    fn bounds_stay_within_any_clock() {
        for left in [i64::MIN, -5, 0, 1, 2, 11, 500, 60_000, i64::MAX] {
            for increment in [i64::MIN, -1, 0, 100, i64::MAX] {
                for turns in [None, Some(0), Some(1), Some(40), Some(u32::MAX)] {
                    let limits = clock(left, increment, turns);
                    for side in Color::ALL {
                        let budget = TimeBudget::new::<Game>(&limits, side);
                        let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
                        let cap = Duration::from_millis(left.max(1) as u64);
                        assert!(MIN_TIME <= soft && soft <= hard && hard <= cap);
                    }
                }
            }
        }
    }

    #[test]
    fn a_search_keeps_closer_to_its_plan_until_the_lag_is_measured() {
        let mut limits = clock(30_000, 0, Some(20));
        let bounds = |limits: &Limits| {
            let budget = TimeBudget::new::<Game>(limits, Color::White);
            (budget.soft.unwrap(), budget.hard.unwrap())
        };
        let (soft, hard) = bounds(&limits);
        assert_eq!(hard, 4 * soft);
        limits.lag_is_assumed = true;
        assert_eq!(bounds(&limits), (soft, 2 * soft));
    }

    #[test]
    fn the_lag_of_all_searches_is_kept_back() {
        let mut limits = clock(30_000, 0, Some(20));
        let soft = |limits: &Limits| TimeBudget::new::<Game>(limits, Color::White).soft.unwrap();
        let without = soft(&limits);
        limits.lag = Duration::from_millis(100);
        let turns = soft(&limits);
        limits.searches_jumps = true;
        let jumps = soft(&limits);
        assert_eq!(without - turns, Duration::from_millis(100));
        assert!(jumps < turns);
    }

    #[test]
    fn more_time_is_spent_close_to_the_time_control() {
        let soft = |turns| TimeBudget::new::<Game>(&clock(10_000, 0, turns), Color::White).soft;
        assert!(soft(Some(1)) > soft(Some(5)));
        assert!(soft(Some(5)) > soft(None));
    }

    #[test]
    fn without_a_clock_there_is_no_bound() {
        assert_eq!(
            TimeBudget::new::<Game>(&Limits::depth(5), Color::White),
            TimeBudget::default()
        );
    }

    #[test]
    fn pondering_is_not_charged_to_the_clock() {
        let started = Instant::now();
        let mut limits = clock(2000, 0, None);
        limits.ponder = true;
        let (soft, hard) = {
            let budget = TimeBudget::new::<Game>(&limits, Color::White);
            (budget.soft.unwrap(), budget.hard.unwrap())
        };
        let control = Control::new();
        let mut timer = Timer::new::<Game>(started, &limits, Color::White);
        std::thread::sleep(soft / 2);
        control.ponder_hit();
        assert!(!timer.out_of_time(&control));
        // The clock has run only since the ponderhit.
        let hit = started.elapsed();
        while started.elapsed() < hard {
            assert!(!timer.out_of_time(&control) || started.elapsed() >= hard);
        }
        std::thread::sleep((hit + hard).saturating_sub(started.elapsed()));
        assert!(timer.out_of_time(&control));
    }

    #[test]
    fn pondering_counts_towards_the_soft_bound() {
        let started = Instant::now();
        let mut limits = clock(0, 0, None);
        limits.ponder = true;
        let control = Control::new();
        let mut timer = Timer::new::<Game>(started, &limits, Color::White);
        std::thread::sleep(Duration::from_millis(3));
        assert!(!timer.out_of_time(&control));
        assert!(!timer.iteration_was_last(&control, 1.0, false));
        control.ponder_hit();
        assert!(timer.out_of_time(&control));
    }
}
