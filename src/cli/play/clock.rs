//! The clocks of both sides.
//!
//! Times are whole milliseconds and may fall below zero, as in hosts and engines. The
//! times left at the start of each turn are stored, so that taking a turn back restores
//! them.

use std::time::Instant;

use crate::base::Color;
use crate::search::Limits;
use crate::tournament::TimeControl;

/// Parses a time control: `300+3`, `5:00+3`, `10+0.1`, `60`.
///
/// # Errors
/// Returns an error if the text is not a time control.
pub fn parse_time_control(text: &str) -> Result<TimeControl, String> {
    let expected = || format!("time {text:?}, expected seconds or minutes:seconds, such as 5:00+3");
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let base_ms = match base.split_once(':') {
        Some((minutes, seconds)) => {
            let minutes: u64 = minutes.parse().map_err(|_| expected())?;
            let seconds = milliseconds(seconds).filter(|&ms| ms < 60_000);
            let seconds = seconds.ok_or_else(expected)?;
            minutes
                .checked_mul(60_000)
                .and_then(|ms| ms.checked_add(seconds))
        }
        None => milliseconds(base),
    };
    let base_ms = base_ms.filter(|ms| (1..=MAX_MS).contains(ms));
    let increment_ms = milliseconds(increment).filter(|&ms| ms <= MAX_MS);
    Ok(TimeControl {
        base_ms: base_ms.ok_or_else(expected)?,
        increment_ms: increment_ms.ok_or_else(expected)?,
        moves: None,
    })
}

/// The maximum base time and the maximum increment, in milliseconds: ten days.
const MAX_MS: u64 = 864_000_000;

/// Converts a number of seconds to milliseconds.
fn milliseconds(seconds: &str) -> Option<u64> {
    let is_plain = seconds.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let seconds: f64 = seconds.parse().ok().filter(|_| is_plain)?;
    // A number that is too large becomes `u64::MAX`, which the caller rejects.
    Some((seconds * 1000.0).round() as u64)
}

/// The clocks of both sides; at most one of them runs.
#[derive(Clone, Debug)]
pub struct Clocks {
    control: TimeControl,
    left: [i64; 2],
    running: Option<(Color, Instant)>,
    /// The times left at the start of the current turn.
    turn_start: [i64; 2],
    /// The times left at the start of each turn played so far.
    earlier_starts: Vec<[i64; 2]>,
}

impl Clocks {
    /// Creates clocks with the full time.
    pub const fn new(control: TimeControl) -> Self {
        let left = [control.base_ms as i64; 2];
        Self {
            control,
            left,
            running: None,
            turn_start: left,
            earlier_starts: Vec::new(),
        }
    }

    /// Returns the time control.
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// Starts a side's clock, unless it is already running, and stops the opponent's.
    pub fn start(&mut self, color: Color) {
        if self.running.is_none_or(|(running, _)| running != color) {
            self.stop();
            self.running = Some((color, Instant::now()));
        }
    }

    /// Stops the running clock.
    pub fn stop(&mut self) {
        self.left = Color::ALL.map(|color| self.left(color));
        self.running = None;
    }

    /// Returns the time that a side has left, in milliseconds.
    pub fn left(&self, color: Color) -> i64 {
        let spent = match self.running {
            Some((running, since)) if running == color => since.elapsed().as_millis() as i64,
            _ => 0,
        };
        let [white, black] = self.left;
        let left = match color {
            Color::White => white,
            Color::Black => black,
        };
        left - spent
    }

    /// Returns whether a side's flag has fallen.
    pub fn has_fallen(&self, color: Color) -> bool {
        self.left(color) <= 0
    }

    /// Stops the clocks after a side's turn and adds its increment.
    pub fn finish_turn(&mut self, color: Color) {
        self.stop();
        let gain = self.control.increment_ms as i64;
        self.left = Color::ALL.map(|c| self.left(c) + if c == color { gain } else { 0 });
        self.earlier_starts.push(self.turn_start);
        self.turn_start = self.left;
    }

    /// Restores the times at the start of the last turn.
    pub fn undo_turn(&mut self) {
        self.running = None;
        if let Some(turn_start) = self.earlier_starts.pop() {
            self.turn_start = turn_start;
        }
        self.left = self.turn_start;
    }

    /// Returns search limits with the times and increments of both clocks.
    pub fn limits(&self) -> Limits {
        Limits {
            clock: Color::ALL.map(|color| Some(self.left(color))),
            increment: [self.control.increment_ms as i64; 2],
            ..Limits::default()
        }
    }
}

/// Formats a time left: `4:05`, with tenths below a minute.
pub fn time_text(left_ms: i64) -> String {
    let ms = left_ms.max(0);
    let (minutes, seconds) = (ms / 60_000, ms / 1_000 % 60);
    if minutes >= 60 {
        format!("{}:{:02}:{seconds:02}", minutes / 60, minutes % 60)
    } else if minutes > 0 {
        format!("{minutes}:{seconds:02}")
    } else {
        format!("0:{seconds:02}.{}", ms / 100 % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Option<(u64, u64)> {
        let clock = parse_time_control(text).ok()?;
        Some((clock.base_ms, clock.increment_ms))
    }

    #[test]
    fn time_controls_are_parsed() {
        assert_eq!(parsed("300+3"), Some((300_000, 3_000)));
        assert_eq!(parsed("5:00+3"), Some((300_000, 3_000)));
        assert_eq!(parsed("10+0.1"), Some((10_000, 100)));
        assert_eq!(parsed("60"), Some((60_000, 0)));
        assert_eq!(parsed("1:02.5"), Some((62_500, 0)));
        for wrong in [
            "", "+", "0+1", "5:60", "-1", "inf", "nan", "1e9", "5+", "9999999", "a:1",
        ] {
            assert_eq!(parsed(wrong), None, "{wrong}");
            assert!(parse_time_control(wrong).is_err_and(|error| error.contains("expected")));
        }
        let minutes = format!("{}:00", u64::MAX);
        assert_eq!(parsed(&minutes), None);
    }

    #[test]
    fn taking_a_turn_back_restores_the_clocks() {
        let mut clocks = Clocks::new(parse_time_control("10+2").unwrap());
        clocks.start(Color::White);
        std::thread::sleep(std::time::Duration::from_millis(30));
        clocks.finish_turn(Color::White);
        let left = clocks.left(Color::White);
        assert!((10_000..=11_970).contains(&left), "{left}");
        assert_eq!(clocks.left(Color::Black), 10_000);
        clocks.start(Color::Black);
        clocks.finish_turn(Color::Black);
        clocks.undo_turn();
        assert_eq!(clocks.left(Color::White), left);
        assert_eq!(clocks.left(Color::Black), 10_000);
        clocks.undo_turn();
        assert_eq!(clocks.left(Color::White), 10_000);
    }

    #[test]
    fn times_are_formatted_for_people() {
        assert_eq!(time_text(245_000), "4:05");
        assert_eq!(time_text(59_990), "0:59.9");
        assert_eq!(time_text(-5), "0:00.0");
        assert_eq!(time_text(3_661_000), "1:01:01");
    }
}
