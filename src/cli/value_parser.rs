//! Parsers for option values that several subcommands share.

use std::ops::RangeInclusive;

/// The maximum number of turns of an opening.
const MAX_OPENING_TURNS: u32 = 100;

/// Parses a share, which is a number from 0 to 1.
pub fn parse_share(text: &str) -> Result<f64, String> {
    parse_in(0.0..=1.0, text)
}

/// Parses a factor by which scores are multiplied, a number from 0.5 to 2.
pub fn parse_stretch(text: &str) -> Result<f64, String> {
    parse_in(0.5..=2.0, text)
}

fn parse_in(range: RangeInclusive<f64>, text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    let (min, max) = range.into_inner();
    number.ok_or_else(|| format!("expected a number from {min} to {max}"))
}

/// Parses a share, or a range of shares such as `1..0.7`.
pub fn parse_share_or_range(text: &str) -> Result<[f64; 2], String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let shares = parse_share(first).and_then(|first| Ok([first, parse_share(last)?]));
    shares.map_err(|_| "expected a number from 0 to 1, or a range such as 1..0.7".to_owned())
}

/// Parses the length of an opening: a number of turns, or an inclusive range such as `4..8`.
pub fn parse_opening_length(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (min, max) = text.split_once("..").unwrap_or((text, text));
    let max = max.strip_prefix('=').unwrap_or(max);
    match (min.parse(), max.parse()) {
        (Ok(min), Ok(max)) if min <= max && max <= MAX_OPENING_TURNS => Ok(min..=max),
        _ => Err(format!(
            "expected a number up to {MAX_OPENING_TURNS}, or a range such as 4..8"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_may_be_a_range() {
        assert_eq!(parse_share_or_range("0.7"), Ok([0.7, 0.7]));
        assert_eq!(parse_share_or_range("1..0.5"), Ok([1.0, 0.5]));
        for invalid in ["", "..", "1..", "2", "0..1.5", "x"] {
            assert!(parse_share_or_range(invalid).is_err(), "{invalid}");
        }
    }

    #[test]
    fn the_length_of_an_opening_is_a_number_or_a_range() {
        assert_eq!(parse_opening_length("6"), Ok(6..=6));
        assert_eq!(parse_opening_length("4..8"), Ok(4..=8));
        assert_eq!(parse_opening_length("4..=8"), Ok(4..=8));
        for invalid in ["", "..", "8..4", "-1", "4..x", "101"] {
            assert!(parse_opening_length(invalid).is_err(), "{invalid}");
        }
    }
}
