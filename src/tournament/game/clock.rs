//! The chess clock of one side.

use std::time::Duration;

use crate::tournament::TimeControl;

/// The chess clock of one side during a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameClock {
    control: TimeControl,
    left: Duration,
    /// The number of moves until the next time control.
    to_go: Option<u32>,
}

impl GameClock {
    /// Creates the clock for the start of a game.
    pub const fn new(control: TimeControl) -> Self {
        Self {
            control,
            left: Duration::from_millis(control.base_ms),
            to_go: control.moves,
        }
    }

    /// Returns the time left.
    pub const fn left(&self) -> Duration {
        self.left
    }

    /// Returns the increment, added after each move.
    pub const fn increment(&self) -> Duration {
        Duration::from_millis(self.control.increment_ms)
    }

    /// Returns the number of moves until the next time control; `None` for one that covers the
    /// whole game.
    pub const fn to_go(&self) -> Option<u32> {
        self.to_go
    }

    /// Charges the time of a move. Returns `false` if it exceeds the time left and
    /// the margin together: the side then loses on time.
    pub fn charge(&mut self, used: Duration, margin: Duration) -> bool {
        if used > self.left + margin {
            self.left = Duration::ZERO;
            return false;
        }
        self.left = self.left.saturating_sub(used) + self.increment();
        if let Some(to_go) = &mut self.to_go {
            *to_go -= 1;
            if *to_go == 0 {
                self.left += Duration::from_millis(self.control.base_ms);
                self.to_go = self.control.moves;
            }
        }
        true
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
        GameClock::new(TimeControl {
            base_ms,
            increment_ms,
            moves,
        })
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
}
