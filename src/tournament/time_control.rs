//! Time controls and their notation.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The maximum that [`parse_milliseconds`] accepts, in seconds: a year.
const MAX_SECONDS: f64 = 365.0 * 86_400.0;
/// The maximum base time and the maximum increment, in milliseconds: ten days.
const MAX_MS: u64 = 10 * 86_400_000;

/// A time control: one period after another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimeControl {
    /// The first period.
    #[serde(flatten)]
    pub first: TimePeriod,
    /// The periods after it, in order; the last one is repeated if it has a number of moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub later: Vec<TimePeriod>,
}

/// A period of a time control.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TimePeriod {
    /// The base time in milliseconds, added when the period begins.
    pub base_ms: u64,
    /// The increment, added after each move, in milliseconds.
    pub increment_ms: u64,
    /// The number of moves in the period; `None` if it covers the rest of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
    /// The time of each move that costs nothing, if there is any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<Delay>,
}

/// The time of each move that costs nothing, in milliseconds. Unlike an increment, what a move does
/// not use of it is lost.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Delay {
    /// The clock begins to run that much later (the US delay).
    Simple(u64),
    /// The time that a move has used is given back up to that much (after David Bronstein). Until
    /// then it must be on the clock.
    Bronstein(u64),
}

impl Delay {
    /// Returns the time in milliseconds.
    pub const fn milliseconds(self) -> u64 {
        let (Self::Simple(time) | Self::Bronstein(time)) = self;
        time
    }
}

impl TimeControl {
    /// Returns the period with this index, or the last one.
    pub fn period(&self, index: usize) -> TimePeriod {
        let later = index.min(self.later.len()).checked_sub(1);
        let later = later.and_then(|index| self.later.get(index));
        *later.unwrap_or(&self.first)
    }

    /// Returns the time control with all times divided by this number. No base time gets less than
    /// a millisecond.
    #[must_use]
    pub fn divided_by(&self, divisor: f64) -> Self {
        let period = |period: &TimePeriod| TimePeriod {
            base_ms: divide_time(period.base_ms, divisor).max(1),
            increment_ms: divide_time(period.increment_ms, divisor),
            moves: period.moves,
            delay: period.delay.map(|delay| match delay {
                Delay::Simple(time) => Delay::Simple(divide_time(time, divisor)),
                Delay::Bronstein(time) => Delay::Bronstein(divide_time(time, divisor)),
            }),
        };
        Self {
            first: period(&self.first),
            later: self.later.iter().map(period).collect(),
        }
    }
}

/// Divides a time in milliseconds by a number, and rounds it.
pub(super) fn divide_time(milliseconds: u64, divisor: f64) -> u64 {
    (milliseconds as f64 / divisor).round() as u64
}

/// An error in the text of a time control.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "time {0:?}, expected [MOVES/]TIME[+INCREMENT] with seconds or minutes:seconds, at most ten \
     days, such as 40/1:30+0.5; d or b with a delay may follow, and, after a colon, further periods \
     in seconds, such as 40/60+0:20d2"
)]
pub struct TimeControlError(String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// Parses a time control: `300+3`, `5:00+3`, `40/60`, `10+0.1`, `60d2`,
    /// `40/60+0.5:20/30:10+0.1`. A single colon between two numbers separates minutes from
    /// seconds; all others separate periods.
    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        parse(text).ok_or_else(|| TimeControlError(text.to_owned()))
    }
}

impl fmt::Display for TimeControl {
    /// Formats the time control in seconds: `300+3`, `40/60+0.5:10+0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.first.fmt(f)?;
        self.later
            .iter()
            .try_for_each(|period| write!(f, ":{period}"))
    }
}

impl fmt::Display for TimePeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        let [base, increment] = [self.base_ms, self.increment_ms].map(seconds);
        write!(f, "{base}+{increment}")?;
        match self.delay {
            None => Ok(()),
            Some(Delay::Simple(time)) => write!(f, "d{}", seconds(time)),
            Some(Delay::Bronstein(time)) => write!(f, "b{}", seconds(time)),
        }
    }
}

fn seconds(milliseconds: u64) -> f64 {
    milliseconds as f64 / 1000.0
}

fn parse(text: &str) -> Option<TimeControl> {
    if has_minutes(text) || !text.contains(':') {
        let (first, later) = (parse_period(text)?, Vec::new());
        return Some(TimeControl { first, later });
    }
    let mut periods = Vec::new();
    for field in text.split(':') {
        periods.push(parse_period(field)?);
    }
    let (_, but_last) = periods.split_last()?;
    // Another period can't follow one that covers the rest of the game.
    if but_last.iter().any(|period| period.moves.is_none()) {
        return None;
    }
    let later = periods.split_off(1);
    let first = periods.pop()?;
    Some(TimeControl { first, later })
}

/// Returns whether the only colon stands between two numbers: `40/1:30+2`.
fn has_minutes(text: &str) -> bool {
    let Some((before, after)) = text.split_once(':') else {
        return false;
    };
    let before = before.split_once('/').map_or(before, |(_, time)| time);
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    before.chars().all(is_number) && !after.contains([':', '/'])
}

fn parse_period(text: &str) -> Option<TimePeriod> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), rest),
        None => (None, text),
    };
    let (rest, delay) = split_delay(rest)?;
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
    ((1..=MAX_MS).contains(&base_ms) && increment_ms <= MAX_MS).then_some(TimePeriod {
        base_ms,
        increment_ms,
        moves,
        delay,
    })
}

/// Splits the delay from the end of a period.
fn split_delay(text: &str) -> Option<(&str, Option<Delay>)> {
    let (before, delay) = if let Some((before, time)) = text.split_once('d') {
        (before, Delay::Simple(parse_milliseconds(time)?))
    } else if let Some((before, time)) = text.split_once('b') {
        (before, Delay::Bronstein(parse_milliseconds(time)?))
    } else {
        return Some((text, None));
    };
    (delay.milliseconds() <= MAX_MS).then_some((before, Some(delay)))
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

    const fn period(base_ms: u64, increment_ms: u64, moves: Option<u32>) -> TimePeriod {
        TimePeriod {
            base_ms,
            increment_ms,
            moves,
            delay: None,
        }
    }

    #[test]
    fn time_controls_are_parsed() {
        for (text, base_ms, increment_ms, moves) in [
            ("300+3", 300_000, 3_000, None),
            ("5:00+3", 300_000, 3_000, None),
            ("10+0.1", 10_000, 100, None),
            ("60", 60_000, 0, None),
            ("1:02.5", 62_500, 0, None),
            ("40/60+0.5", 60_000, 500, Some(40)),
            ("40/1:30", 90_000, 0, Some(40)),
        ] {
            let first = period(base_ms, increment_ms, moves);
            let expected = TimeControl {
                first,
                later: Vec::new(),
            };
            assert_eq!(text.parse().as_ref(), Ok(&expected), "{text}");
            assert_eq!(expected.to_string().parse(), Ok(expected), "{text}");
        }
        let minutes = format!("{}:00", u64::MAX);
        for wrong in [
            "",
            "+",
            "0+1",
            "5:60",
            "-1",
            "inf",
            "nan",
            "1e9",
            "5+",
            "9999999",
            "a:1",
            "0/5",
            "14400:01",
            "60d",
            "60x2",
            "60b2d2",
            "60d2+1",
            "60+1:30",
            "40/60::5",
            "40/7200:3600",
            "40/60+0:",
            &minutes,
        ] {
            let error = wrong.parse::<TimeControl>().unwrap_err();
            assert!(error.to_string().contains("expected"), "{wrong}: {error}");
        }
    }

    #[test]
    fn periods_and_delays_are_parsed() {
        let delayed = |delay| TimePeriod {
            delay: Some(delay),
            ..period(20_000, 0, None)
        };
        for (text, expected) in [
            (
                "40/60+0.5:20/30:10+0.1",
                vec![
                    period(60_000, 500, Some(40)),
                    period(30_000, 0, Some(20)),
                    period(10_000, 100, None),
                ],
            ),
            (
                "40/7200+0:3600",
                vec![period(7_200_000, 0, Some(40)), period(3_600_000, 0, None)],
            ),
            (
                "9/5:3/4",
                vec![period(5_000, 0, Some(9)), period(4_000, 0, Some(3))],
            ),
            ("20d1.5", vec![delayed(Delay::Simple(1_500))]),
            ("0:20b2", vec![delayed(Delay::Bronstein(2_000))]),
            (
                "5/9+1b2:20d2",
                vec![
                    TimePeriod {
                        delay: Some(Delay::Bronstein(2_000)),
                        ..period(9_000, 1_000, Some(5))
                    },
                    delayed(Delay::Simple(2_000)),
                ],
            ),
        ] {
            let control: TimeControl = text.parse().unwrap();
            let found: Vec<TimePeriod> = (0..expected.len()).map(|i| control.period(i)).collect();
            assert_eq!(found, expected, "{text}");
            assert_eq!(control.later.len() + 1, expected.len(), "{text}");
            assert_eq!(Some(control.period(9)), expected.last().copied());
            assert_eq!(control.to_string().parse().as_ref(), Ok(&control), "{text}");
            let json = serde_json::to_string(&control).unwrap();
            assert_eq!(serde_json::from_str::<TimeControl>(&json).unwrap(), control);
        }
        // The form of earlier versions.
        let json = r#"{"base_ms":60000,"increment_ms":500,"moves":40}"#;
        let control: TimeControl = serde_json::from_str(json).unwrap();
        assert_eq!(control, "40/60+0.5".parse().unwrap());
        assert_eq!(serde_json::to_string(&control).unwrap(), json);
    }

    #[test]
    fn odds_divide_all_times() {
        let control: TimeControl = "40/60+0.5b2:10d1".parse().unwrap();
        assert_eq!(control.divided_by(2.5).to_string(), "40/24+0.2b0.8:4+0d0.4");
    }
}
