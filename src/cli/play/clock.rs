//! The clocks of both sides.
//!
//! The clocks at the start of each turn are stored, so that taking a turn back restores
//! them.

use std::time::{Duration, Instant};

use crate::base::Color;
use crate::search::Limits;
use crate::tournament::{GameClock, TimeControl};

/// The part of its time that the engine leaves unused on each turn, for the work
/// between searches.
const OVERHEAD: Duration = Duration::from_millis(20);

/// The clocks of both sides, of which only that of the side to move can run.
#[derive(Clone, Debug)]
pub struct Clocks {
    /// The clocks at the start of the current turn, White's first.
    clocks: [GameClock; 2],
    /// The clocks at the start of each turn played so far.
    earlier: Vec<[GameClock; 2]>,
    /// The time that the current turn has used, without the time since `started`.
    used: Duration,
    /// When the clock of the side to move was started, if it runs.
    started: Option<Instant>,
}

impl Clocks {
    /// Creates clocks with the full time.
    pub fn new(control: &TimeControl) -> Self {
        Self {
            clocks: [(); 2].map(|()| GameClock::new(control.clone())),
            earlier: Vec::new(),
            used: Duration::ZERO,
            started: None,
        }
    }

    /// Starts the clock of the side to move, unless it is already running.
    pub fn start(&mut self) {
        self.started.get_or_insert_with(Instant::now);
    }

    /// Stops the running clock.
    pub fn stop(&mut self) {
        self.used = self.used();
        self.started = None;
    }

    fn used(&self) -> Duration {
        let running = self.started.map(|started| started.elapsed());
        self.used + running.unwrap_or_default()
    }

    /// Returns the time that `color` has left, at least 0; `mover` is the side to move.
    pub fn left(&self, color: Color, mover: Color) -> Duration {
        let used = if color == mover {
            self.used()
        } else {
            Duration::ZERO
        };
        self.clocks[color.index()].left().saturating_sub(used)
    }

    /// Stops the clock after a turn of `mover`, and adds its increment.
    pub fn finish_turn(&mut self, mover: Color) {
        self.earlier.push(self.clocks.clone());
        let used = self.used();
        // Nobody loses on time here: a clock that has run out stays at 0.
        let _ = self.clocks[mover.index()].charge(used, Duration::ZERO);
        (self.used, self.started) = (Duration::ZERO, None);
    }

    /// Resets the clocks to their state at the start of the last turn.
    pub fn undo_turn(&mut self) {
        if let Some(clocks) = self.earlier.pop() {
            self.clocks = clocks;
        }
        self.restart_turn();
    }

    /// Resets the clocks to their state at the start of the current turn.
    pub const fn restart_turn(&mut self) {
        (self.used, self.started) = (Duration::ZERO, None);
    }

    /// Returns search limits with both clocks.
    pub fn limits(&self, mover: Color) -> Limits {
        let milliseconds = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        Limits {
            clock: Color::ALL.map(|color| Some(milliseconds(self.left(color, mover)))),
            increment: Color::ALL.map(|color| milliseconds(self.clocks[color.index()].increment())),
            moves_to_go: self.clocks[mover.index()].to_go(),
            overhead: OVERHEAD,
            ..Limits::default()
        }
    }
}

/// Formats a time left, such as `1:04:05`, `4:05` or, with tenths below a minute, `0:09.3`.
pub fn time_text(left: Duration) -> String {
    let (minutes, seconds) = (left.as_secs() / 60, left.as_secs() % 60);
    if minutes >= 60 {
        format!("{}:{:02}:{seconds:02}", minutes / 60, minutes % 60)
    } else if minutes > 0 {
        format!("{minutes}:{seconds:02}")
    } else {
        format!("0:{seconds:02}.{}", left.subsec_millis() / 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taking_a_turn_back_restores_the_clocks() {
        const WHITE: Color = Color::White;
        const BLACK: Color = Color::Black;
        let mut clocks = Clocks::new(&"10+2".parse().unwrap());
        let full = Duration::from_secs(10);
        clocks.start();
        std::thread::sleep(Duration::from_millis(30));
        assert!(clocks.left(WHITE, WHITE) < full && clocks.left(BLACK, WHITE) == full);
        clocks.finish_turn(WHITE);
        let left = clocks.left(WHITE, BLACK);
        assert!((10_000..=11_970).contains(&left.as_millis()), "{left:?}");
        clocks.start();
        clocks.finish_turn(BLACK);
        clocks.undo_turn();
        assert_eq!(clocks.left(WHITE, BLACK), left);
        assert_eq!(clocks.left(BLACK, BLACK), full);
        clocks.undo_turn();
        assert_eq!(clocks.left(WHITE, WHITE), full);
    }

    #[test]
    fn times_are_formatted_for_people() {
        let time_text = |ms| super::time_text(Duration::from_millis(ms));
        assert_eq!(time_text(245_000), "4:05");
        assert_eq!(time_text(59_990), "0:59.9");
        assert_eq!(time_text(0), "0:00.0");
        assert_eq!(time_text(3_661_000), "1:01:01");
    }
}
