//! The chess clock of one side.

use std::time::Duration;

use crate::tournament::{Delay, TimeControl, TimePeriod};

/// The chess clock of one side during a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameClock {
    control: TimeControl,
    /// The index of the period.
    period: usize,
    left: Duration,
    /// The number of moves until the next period.
    to_go: Option<u32>,
}

impl GameClock {
    /// Creates the clock for the start of a game.
    pub fn new(control: TimeControl) -> Self {
        let first = control.first;
        Self {
            control,
            period: 0,
            left: Duration::from_millis(first.base_ms) + simple_delay(&first),
            to_go: first.moves,
        }
    }

    /// Returns the time that a move may use. A simple delay is part of it, as on the clocks of
    /// tournaments.
    pub const fn left(&self) -> Duration {
        self.left
    }

    /// Returns the increment, added after each move; a delay counts as one, which it is for a
    /// move that uses all of it. Hosts have no other way to tell an engine of it, and what they
    /// tell is never more than there is.
    pub fn increment(&self) -> Duration {
        let period = self.control.period(self.period);
        Duration::from_millis(period.increment_ms) + delay(&period)
    }

    /// Returns the number of moves until the next time control; `None` for one that covers the
    /// whole game.
    pub const fn to_go(&self) -> Option<u32> {
        self.to_go
    }

    /// Charges the time of a move. Returns `false` if it exceeds the time left and
    /// the margin together: the side then loses on time.
    #[must_use]
    pub fn charge(&mut self, used: Duration, margin: Duration) -> bool {
        if used > self.left + margin {
            self.left = Duration::ZERO;
            return false;
        }
        let period = self.control.period(self.period);
        // Since a simple delay is part of the time left, it is given back like the other one.
        let given_back = delay(&period).min(used);
        let increment = Duration::from_millis(period.increment_ms);
        self.left = self.left.saturating_sub(used) + given_back + increment;
        if let Some(to_go) = &mut self.to_go {
            *to_go -= 1;
            if *to_go == 0 {
                self.begin_next_period();
            }
        }
        true
    }

    fn begin_next_period(&mut self) {
        let old = self.control.period(self.period);
        self.period = (self.period + 1).min(self.control.later.len());
        let new = self.control.period(self.period);
        self.left += Duration::from_millis(new.base_ms) + simple_delay(&new);
        self.left = self.left.saturating_sub(simple_delay(&old));
        self.to_go = new.moves;
    }
}

/// Returns the time of each move that costs nothing.
fn delay(period: &TimePeriod) -> Duration {
    Duration::from_millis(period.delay.map_or(0, Delay::milliseconds))
}

/// Returns the time by which the clock begins to run later.
fn simple_delay(period: &TimePeriod) -> Duration {
    match period.delay {
        Some(Delay::Simple(time)) => Duration::from_millis(time),
        Some(Delay::Bronstein(_)) | None => Duration::ZERO,
    }
}

/// Returns a duration in milliseconds, with fractions.
pub fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    fn clock(base_ms: u64, increment_ms: u64, moves: Option<u32>) -> GameClock {
        let first = TimePeriod {
            base_ms,
            increment_ms,
            moves,
            delay: None,
        };
        let later = Vec::new();
        GameClock::new(TimeControl { first, later })
    }

    #[test]
    fn a_move_costs_its_time_and_adds_the_increment() {
        let mut clock = clock(1000, 100, None);
        assert!(clock.charge(ms(300), ms(0)));
        assert_eq!((clock.left(), clock.to_go()), (ms(800), None));
        // The increment is added after the move, not before it.
        assert!(!clock.charge(ms(801), ms(0)));
        assert_eq!(clock.left(), ms(0));
    }

    #[test]
    fn the_margin_excuses_an_overrun_and_adds_no_time() {
        let mut clock = clock(1000, 100, None);
        assert!(clock.charge(ms(1050), ms(50)));
        assert_eq!(clock.left(), ms(100));
        assert!(!clock.charge(ms(151), ms(50)));
    }

    #[test]
    fn a_time_control_adds_the_base_again() {
        let mut clock = clock(1000, 10, Some(2));
        assert!(clock.charge(ms(600), ms(0)));
        assert_eq!((clock.left(), clock.to_go()), (ms(410), Some(1)));
        assert!(clock.charge(ms(400), ms(0)));
        assert_eq!((clock.left(), clock.to_go()), (ms(1020), Some(2)));
    }

    #[test]
    fn a_period_follows_another_and_the_last_is_repeated() {
        let mut clock = GameClock::new("2/1+0.01:1/0.5:1/0.3".parse().unwrap());
        assert!(clock.charge(ms(600), ms(0)) && clock.charge(ms(400), ms(0)));
        assert_eq!((clock.left(), clock.to_go()), (ms(520), Some(1)));
        assert_eq!(clock.increment(), ms(0));
        assert!(clock.charge(ms(20), ms(0)));
        assert_eq!((clock.left(), clock.to_go()), (ms(800), Some(1)));
        assert!(clock.charge(ms(100), ms(0)));
        assert_eq!((clock.left(), clock.to_go()), (ms(1000), Some(1)));
        // The rest of the game has no number of moves.
        let mut clock = GameClock::new("1/1+0:0.5+0.1".parse().unwrap());
        assert!(clock.charge(ms(0), ms(0)));
        assert_eq!((clock.left(), clock.to_go()), (ms(1500), None));
    }

    #[test]
    fn a_delay_costs_nothing_and_saves_nothing() {
        for (control, first, later) in [("1d0.2", 1200, 200), ("1b0.2", 1000, 0)] {
            let mut clock = GameClock::new(control.parse().unwrap());
            assert_eq!((clock.left(), clock.increment()), (ms(first), ms(200)));
            // A move within the delay costs nothing.
            for used in [0, 150, 200] {
                assert!(clock.charge(ms(used), ms(0)));
                assert_eq!(clock.left(), ms(first), "{control}");
            }
            assert!(clock.charge(ms(700), ms(0)));
            assert_eq!(clock.left(), ms(first - 500));
            // On the last move, only a simple delay may be used beyond what is left.
            assert!(!clock.clone().charge(ms(501 + later), ms(0)));
            assert!(clock.charge(ms(500 + later), ms(0)));
            assert_eq!(clock.left(), ms(200), "{control}");
        }
    }

    #[test]
    fn a_period_may_have_another_delay() {
        let mut clock = GameClock::new("1/1d0.2:1/1d0.5:1".parse().unwrap());
        assert!(clock.charge(ms(1200), ms(0)));
        assert_eq!((clock.left(), clock.increment()), (ms(1500), ms(500)));
        assert!(clock.charge(ms(1500), ms(0)));
        assert_eq!((clock.left(), clock.increment()), (ms(1000), ms(0)));
    }
}
