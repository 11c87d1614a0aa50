//! The words after `--resign` and `--draw`.

use super::error::GameArgsError;
use super::words::{parse_words, set_value};
use crate::tournament::{DrawRule, ResignRule};

/// The words expected after `--resign`.
const RESIGN_WORDS: &str = "score=CENTIPAWNS, count=TURNS or one-sided";
/// The words expected after `--draw`.
const DRAW_WORDS: &str = "move=N, score=CENTIPAWNS or count=TURNS";

/// Parses the words after `--resign`.
///
/// # Errors
/// Returns an error if a word is invalid.
pub fn parse_resign(words: &[String]) -> Result<ResignRule, GameArgsError> {
    let mut rule = ResignRule {
        score: 800,
        count: 4,
        two_sided: true,
    };
    parse_words("--resign", RESIGN_WORDS, words, |key, value| match key {
        "score" => set_value(&mut rule.score, value, |score| *score > 0),
        "count" => set_value(&mut rule.count, value, |count| *count > 0),
        "one-sided" if value.is_empty() => {
            rule.two_sided = false;
            Some(())
        }
        _ => None,
    })?;
    Ok(rule)
}

/// Parses the words after `--draw`.
///
/// # Errors
/// Returns an error if a word is invalid.
pub fn parse_draw(words: &[String]) -> Result<DrawRule, GameArgsError> {
    let mut rule = DrawRule {
        from_move: 60,
        score: 10,
        count: 8,
    };
    parse_words("--draw", DRAW_WORDS, words, |key, value| match key {
        "move" => set_value(&mut rule.from_move, value, |_| true),
        "score" => set_value(&mut rule.score, value, |score| *score >= 0),
        "count" => set_value(&mut rule.count, value, |count| *count > 0),
        _ => None,
    })?;
    Ok(rule)
}
