//! Time controls and their notation.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The maximum that [`parse_milliseconds`] accepts, in seconds: a year.
const MAX_SECONDS: f64 = 365.0 * 86_400.0;
/// The maximum base time and the maximum increment, in milliseconds: ten days.
const MAX_MS: u64 = 10 * 86_400_000;

/// A time control.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimeControl {
    /// The base time in milliseconds, added again after every `moves` moves.
    pub base_ms: u64,
    /// The increment, added after each move, in milliseconds.
    pub increment_ms: u64,
    /// The number of moves for each base time; `None` if the base time is for the complete game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
}

/// An error in the text of a time control.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "time {0:?}, expected [MOVES/]TIME[+INCREMENT] with seconds or minutes:seconds, at most ten \
     days, such as 40/1:30+0.5"
)]
pub struct TimeControlError(String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// Parses a time control: `300+3`, `5:00+3`, `40/60`, `10+0.1`.
    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        parse(text).ok_or_else(|| TimeControlError(text.to_owned()))
    }
}

impl fmt::Display for TimeControl {
    /// Formats the time control in seconds: `300+3`, `40/60+0.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        let [base, increment] = [self.base_ms, self.increment_ms].map(|ms| ms as f64 / 1000.0);
        write!(f, "{base}+{increment}")
    }
}

fn parse(text: &str) -> Option<TimeControl> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), rest),
        None => (None, text),
    };
    let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let base_ms = match time.split_once(':') {
        Some((minutes, seconds)) => {
            let minutes: u64 = minutes.parse().ok()?;
            let seconds = parse_milliseconds(seconds).filter(|&ms| ms < 60_000)?;
            minutes.checked_mul(60_000)?.checked_add(seconds)?
        }
        None => parse_milliseconds(time)?,
    };
    let increment_ms = parse_milliseconds(increment)?;
    // Without a base time, the first move would lose on time.
    ((1..=MAX_MS).contains(&base_ms) && increment_ms <= MAX_MS).then_some(TimeControl {
        base_ms,
        increment_ms,
        moves,
    })
}

/// Parses a decimal number of seconds, at most a year, and returns it in milliseconds, rounded.
pub(super) fn parse_milliseconds(text: &str) -> Option<u64> {
    let is_plain = text.bytes().all(|c| c.is_ascii_digit() || c == b'.');
    let seconds: f64 = text.parse().ok().filter(|_| is_plain)?;
    (seconds <= MAX_SECONDS).then(|| (seconds * 1000.0).round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_parsed() {
        for (text, base_ms, increment_ms, moves) in [
            ("300+3", 300_000, 3_000, None),
            ("5:00+3", 300_000, 3_000, None),
            ("10+0.1", 10_000, 100, None),
            ("60", 60_000, 0, None),
            ("1:02.5", 62_500, 0, None),
            ("40/60+0.5", 60_000, 500, Some(40)),
        ] {
            let expected = TimeControl {
                base_ms,
                increment_ms,
                moves,
            };
            assert_eq!(text.parse(), Ok(expected), "{text}");
            assert_eq!(expected.to_string().parse(), Ok(expected), "{text}");
        }
        let minutes = format!("{}:00", u64::MAX);
        for wrong in [
            "", "+", "0+1", "5:60", "-1", "inf", "nan", "1e9", "5+", "9999999", "a:1", "0/5",
            "14400:01", &minutes,
        ] {
            let error = wrong.parse::<TimeControl>().unwrap_err();
            assert!(error.to_string().contains("expected"), "{wrong}: {error}");
        }
    }
}
