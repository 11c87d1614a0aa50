//! The clocks of both sides.
//!
//! **The decision:** time is counted in whole milliseconds that may fall below
//! zero, as hosts and engines count it. What was left before each turn is
//! kept, so that a turn taken back gives its time back.

use std::time::Instant;

use crate::base::Color;
use crate::search::Limits;
use crate::tournament::Clock;

/// Reads a time control: `300+3`, `5:00+3`, `10+0.1`, `60`.
///
/// # Errors
/// If the text is none; the message says what is expected.
pub fn read_control(text: &str) -> Result<Clock, String> {
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
    let base_ms = base_ms.filter(|ms| (1..=MOST_MS).contains(ms));
    let increment_ms = milliseconds(increment).filter(|&ms| ms <= MOST_MS);
    Ok(Clock {
        base_ms: base_ms.ok_or_else(expected)?,
        increment_ms: increment_ms.ok_or_else(expected)?,
        moves: None,
    })
}

/// Ten days.
const MOST_MS: u64 = 864_000_000;

/// The milliseconds of a number of seconds.
fn milliseconds(seconds: &str) -> Option<u64> {
    let is_plain = seconds.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let seconds: f64 = seconds.parse().ok().filter(|_| is_plain)?;
    // A number too large becomes the largest there is, and is refused as such.
    Some((seconds * 1000.0).round() as u64)
}

/// Two clocks, of which one runs at most.
#[derive(Clone, Debug)]
pub struct Clocks {
    control: Clock,
    left: [i64; 2],
    running: Option<(Color, Instant)>,
    /// What was left when the present turn began.
    at_turn: [i64; 2],
    /// What was left when each turn that was made began.
    before: Vec<[i64; 2]>,
}

impl Clocks {
    /// Both with the full time.
    pub const fn new(control: Clock) -> Self {
        let left = [control.base_ms as i64; 2];
        Self {
            control,
            left,
            running: None,
            at_turn: left,
            before: Vec::new(),
        }
    }

    /// The control that they began with.
    pub const fn control(&self) -> Clock {
        self.control
    }

    /// Lets a side's clock run, if it does not run yet.
    pub fn start(&mut self, color: Color) {
        if self.running.is_none_or(|(running, _)| running != color) {
            self.stop();
            self.running = Some((color, Instant::now()));
        }
    }

    /// Stops the clock that runs.
    pub fn stop(&mut self) {
        self.left = Color::ALL.map(|color| self.left(color));
        self.running = None;
    }

    /// What a side has left, in milliseconds.
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

    /// Whether a side's time is over.
    pub fn has_fallen(&self, color: Color) -> bool {
        self.left(color) <= 0
    }

    /// A side has made its turn.
    pub fn turn_made(&mut self, color: Color) {
        self.stop();
        let gain = self.control.increment_ms as i64;
        self.left = Color::ALL.map(|c| self.left(c) + if c == color { gain } else { 0 });
        self.before.push(self.at_turn);
        self.at_turn = self.left;
    }

    /// The last turn is taken back, and the time spent since it began.
    pub fn turn_undone(&mut self) {
        self.running = None;
        if let Some(before) = self.before.pop() {
            self.at_turn = before;
        }
        self.left = self.at_turn;
    }

    /// What a search has to keep to.
    pub fn limits(&self) -> Limits {
        Limits {
            clock: Color::ALL.map(|color| Some(self.left(color))),
            increment: [self.control.increment_ms as i64; 2],
            ..Limits::default()
        }
    }
}

/// A time left as people read it: `4:05`, and with tenths below a minute.
pub fn shown(left_ms: i64) -> String {
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

    fn read(text: &str) -> Option<(u64, u64)> {
        let clock = read_control(text).ok()?;
        Some((clock.base_ms, clock.increment_ms))
    }

    #[test]
    fn controls_are_read() {
        assert_eq!(read("300+3"), Some((300_000, 3_000)));
        assert_eq!(read("5:00+3"), Some((300_000, 3_000)));
        assert_eq!(read("10+0.1"), Some((10_000, 100)));
        assert_eq!(read("60"), Some((60_000, 0)));
        assert_eq!(read("1:02.5"), Some((62_500, 0)));
        for wrong in [
            "", "+", "0+1", "5:60", "-1", "inf", "nan", "1e9", "5+", "9999999", "a:1",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
            assert!(read_control(wrong).is_err_and(|error| error.contains("expected")));
        }
        let minutes = format!("{}:00", u64::MAX);
        assert_eq!(read(&minutes), None);
    }

    #[test]
    fn a_turn_taken_back_gives_its_time_back() {
        let mut clocks = Clocks::new(read_control("10+2").unwrap());
        clocks.start(Color::White);
        std::thread::sleep(std::time::Duration::from_millis(30));
        clocks.turn_made(Color::White);
        let left = clocks.left(Color::White);
        assert!((10_000..=11_970).contains(&left), "{left}");
        assert_eq!(clocks.left(Color::Black), 10_000);
        clocks.start(Color::Black);
        clocks.turn_made(Color::Black);
        clocks.turn_undone();
        assert_eq!(clocks.left(Color::White), left);
        assert_eq!(clocks.left(Color::Black), 10_000);
        clocks.turn_undone();
        assert_eq!(clocks.left(Color::White), 10_000);
    }

    #[test]
    fn times_are_shown_as_people_read_them() {
        assert_eq!(shown(245_000), "4:05");
        assert_eq!(shown(59_990), "0:59.9");
        assert_eq!(shown(-5), "0:00.0");
        assert_eq!(shown(3_661_000), "1:01:01");
    }
}
