//! Time: how much a turn may take, and whether it is over.
//!
//! Two bounds. Past the soft one no new iteration starts; it stretches while
//! the best turn keeps changing. At the hard one the search stops where it
//! stands. While pondering none is enforced. At the ponderhit the time thought
//! so far counts towards the soft bound and a `movetime`, so that an answer that
//! is good enough comes at once; it is not charged to the clock, which ran on
//! the other side, so the hard bound of a clock counts from there.

use std::time::{Duration, Instant};

use super::{Control, Limits};
use crate::base::Color;

/// Turns that the rest of a game is planned for when the host gives none.
const HORIZON: u32 = 28;
/// The least time a search gets: an answer at once is still an answer.
const LEAST: Duration = Duration::from_micros(100);
/// So many times the overhead should be left on a clock.
const EASE: f64 = 4.0;
/// Above every sensible clock (some thirty years), so that sums can't overflow.
const LONGEST: u64 = 1_000_000_000_000;

/// The bounds on the time of one turn; `None` for no bound.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// No new iteration after this, counted from `go`.
    pub soft: Option<Duration>,
    /// Stop at this, counted from the moment at which the clock runs.
    pub hard: Option<Duration>,
    /// Stop at this, counted from `go`.
    pub movetime: Option<Duration>,
}

impl Budget {
    /// The time that `side` may spend under these limits.
    pub fn new(limits: &Limits, side: Color) -> Self {
        let movetime = limits.movetime.map(|time| time.max(LEAST));
        let Some(remaining) = limits.remaining(side) else {
            return Self {
                movetime,
                ..Self::default()
            };
        };
        let increment = milliseconds(limits.increment[side.index()]);
        let overhead = limits.overhead.min(Duration::from_millis(LONGEST));
        let left = milliseconds(remaining).saturating_sub(overhead);
        let turns = limits
            .moves_to_go
            .filter(|&turns| turns > 0)
            .map_or(HORIZON, |turns| turns.min(HORIZON));
        // What the host will take can't be spent; a share is left even if it says
        // that it takes all.
        let lost = limits.lag.min(Duration::from_millis(LONGEST)) * searches(turns);
        let left = left - lost.min(left / 8 * 7);
        // Never all of the clock unless it is set again after this turn.
        let most = if turns == 1 { left * 9 / 10 } else { left / 2 };
        // The nearer the clock is to its end, the more of the increment is saved.
        let ease = left.as_secs_f64() / (EASE * overhead.as_secs_f64()).max(1e-9);
        let soft = left / turns + increment.mul_f64(0.75 * ease.min(1.0));
        let soft = soft.min(most);
        Self {
            soft: Some(soft.max(LEAST)),
            hard: Some((soft * 4).min(most).max(LEAST)),
            movetime,
        }
    }
}

/// How many searches so many turns may take with a host that asks for each jump:
/// every second turn has one more, and there may be a long chain.
const fn searches(turns: u32) -> u32 {
    turns + turns / 2 + 6
}

/// A time on a clock, held to a sensible range.
fn milliseconds(time: i64) -> Duration {
    Duration::from_millis(time.max(0).unsigned_abs().min(LONGEST))
}

/// The watch of one search, read by its main worker alone.
#[derive(Debug)]
pub struct Timer {
    started: Instant,
    budget: Budget,
    pondering: bool,
    /// When the own clock began to run, counted from the start.
    clock_from: Duration,
    /// The search is done and only waits for the ponderhit.
    expired: bool,
}

impl Timer {
    /// A watch that has been running since `started`.
    pub fn new(started: Instant, limits: &Limits, side: Color) -> Self {
        Self {
            started,
            budget: Budget::new(limits, side),
            pondering: limits.ponder,
            clock_from: Duration::ZERO,
            expired: false,
        }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the search must stop here and now.
    pub fn out_of_time(&mut self, control: &Control) -> bool {
        let Budget {
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
            self.clock_from = elapsed;
            self.expired |= soft.is_some_and(|soft| elapsed >= soft);
        }
        self.expired
            || movetime.is_some_and(|time| elapsed >= time)
            || hard.is_some_and(|hard| elapsed - self.clock_from >= hard)
    }

    /// Whether a finished iteration is the last one, for lack of time. `scale`
    /// stretches the soft bound; an `easy` position gets a fraction of it.
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

    /// Whether a clock is running, so that time saved is time won.
    pub fn has_clock(&self) -> bool {
        self.budget.soft.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn any_clock_gives_a_bound_within_it() {
        for left in [i64::MIN, -5, 0, 1, 2, 11, 500, 60_000, i64::MAX] {
            for increment in [i64::MIN, -1, 0, 100, i64::MAX] {
                for turns in [None, Some(0), Some(1), Some(40), Some(u32::MAX)] {
                    let limits = clock(left, increment, turns);
                    for side in Color::ALL {
                        let budget = Budget::new(&limits, side);
                        let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
                        let cap = Duration::from_millis(left.max(1) as u64);
                        assert!(LEAST <= soft && soft <= hard && hard <= cap);
                    }
                }
            }
        }
    }

    #[test]
    fn more_time_is_spent_when_the_clock_is_set_again() {
        let soft = |turns| Budget::new(&clock(10_000, 0, turns), Color::White).soft;
        assert!(soft(Some(1)) > soft(Some(5)));
        assert!(soft(Some(5)) > soft(None));
    }

    #[test]
    fn no_clock_no_bound() {
        assert_eq!(
            Budget::new(&Limits::depth(5), Color::White),
            Budget::default()
        );
    }

    #[test]
    fn pondered_time_is_thought_but_not_charged() {
        let started = Instant::now();
        let mut limits = clock(2000, 0, None);
        limits.ponder = true;
        let (soft, hard) = {
            let budget = Budget::new(&limits, Color::White);
            (budget.soft.unwrap(), budget.hard.unwrap())
        };
        let control = Control::new();
        let mut timer = Timer::new(started, &limits, Color::White);
        std::thread::sleep(soft / 2);
        control.ponderhit();
        assert!(!timer.out_of_time(&control));
        // The clock has run since the ponderhit only.
        let hit = started.elapsed();
        while started.elapsed() < hard {
            assert!(!timer.out_of_time(&control) || started.elapsed() >= hard);
        }
        std::thread::sleep((hit + hard).saturating_sub(started.elapsed()));
        assert!(timer.out_of_time(&control));
    }

    #[test]
    fn pondered_time_counts_at_the_ponderhit() {
        let started = Instant::now();
        let mut limits = clock(0, 0, None);
        limits.ponder = true;
        let control = Control::new();
        let mut timer = Timer::new(started, &limits, Color::White);
        std::thread::sleep(Duration::from_millis(3));
        assert!(!timer.out_of_time(&control));
        assert!(!timer.iteration_was_last(&control, 1.0, false));
        control.ponderhit();
        assert!(timer.out_of_time(&control));
    }
}
