//! `pophash`: the transposition table entry of a position, as UCCI sends it.
//!
//! A bound consists of a value and its depth. The parser drops a bound that lacks
//! either.

use nom::Parser;

use super::{
    HashEntry,
    ucci::{score_number, score_value},
};
use crate::{
    info::ScoreValue,
    text::{Fields, any_keyword, keyword, non_keyword, word},
    warning::{Expected, Warnings},
};

const KEYS: &[&str] = &["bestmove", "lowerbound", "upperbound"];
/// The word that follows the value of a bound.
const DEPTH: &str = "depth";

pub(super) fn line(entry: &HashEntry) -> String {
    let mut line = Fields("pophash".to_owned());
    line.field("bestmove", entry.best.as_ref());
    for (key, bound) in [("lowerbound", entry.lower), ("upperbound", entry.upper)] {
        line.field(key, bound.map(|(value, _)| score_number(value)));
        line.field(DEPTH, bound.map(|(_, depth)| depth));
    }
    line.0
}

/// Parses the arguments of `pophash`: the best move and the bounds, in any order.
pub(super) fn parse(args: &str, warnings: &mut Warnings) -> HashEntry {
    let mut entry = HashEntry::default();
    let mut rest = args;
    loop {
        rest = if let Ok((after, key)) = any_keyword(KEYS).parse(rest) {
            match key {
                "bestmove" => best(after, &mut entry.best, warnings),
                "lowerbound" => bound(key, after, &mut entry.lower, warnings),
                _ => bound(key, after, &mut entry.upper, warnings),
            }
        } else if let Ok((after, junk)) = word(rest) {
            warnings.unexpected(junk, Expected::OneOf(KEYS));
            after
        } else {
            return entry;
        };
    }
}

fn best<'a>(args: &'a str, slot: &mut Option<String>, warnings: &mut Warnings) -> &'a str {
    match non_keyword(KEYS).parse(args) {
        Ok((rest, found)) => {
            *slot = Some(found.to_owned());
            rest
        }
        Err(_) => {
            warnings.missing_value("bestmove", Expected::Move);
            args
        }
    }
}

fn bound<'a>(
    key: &'static str,
    args: &'a str,
    slot: &mut Option<(ScoreValue, u32)>,
    warnings: &mut Warnings,
) -> &'a str {
    let value_word = |rest| match non_keyword(KEYS).parse(rest) {
        Ok((after, word)) if word != DEPTH => (after, Some(word)),
        _ => (rest, None),
    };
    let (mut value, mut depth) = (None, None);
    let (rest, word) = value_word(args);
    warnings.parse_number(key, word, &mut value);
    let (rest, word) = match keyword(DEPTH).parse(rest) {
        Ok((rest, _)) => value_word(rest),
        Err(_) => (rest, None),
    };
    warnings.parse_number(DEPTH, word, &mut depth);
    *slot = value.map(score_value).zip(depth).or(*slot);
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_entries_are_parsed_and_printed() {
        let mut warnings = Warnings::new("pophash");
        let mut read = |text| parse(text, &mut warnings);
        assert_eq!(read(""), HashEntry::default());
        let full = HashEntry {
            best: Some("d4-d6".into()),
            lower: Some((ScoreValue::Cp(-5), 7)),
            upper: Some((ScoreValue::Mate(9), 3)),
        };
        let text = " bestmove d4-d6 lowerbound -5 depth 7 upperbound 31991 depth 3";
        assert_eq!(read(text), full);
        assert_eq!(line(&full), format!("pophash{text}"));
        let half = read("upperbound 31991 depth 3 lowerbound depth 7 bestmove");
        assert_eq!(
            (half.best, half.lower, half.upper),
            (None, None, Some((ScoreValue::Mate(9), 3)))
        );
        assert_eq!(warnings.into_parsed(Some(())).warnings.len(), 2);
    }
}
