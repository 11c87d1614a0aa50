//! The words after `--resign` and `--draw`.

use super::words::{parse_words, set_value};
use crate::cli::error::CliError;
use crate::tournament::{DrawRule, ResignRule};

/// The words expected after `--resign`.
const RESIGN_WORDS: &str = "score=CENTIPAWNS, count=TURNS or one-sided";
/// The words expected after `--draw`.
const DRAW_WORDS: &str = "move=N, score=CENTIPAWNS or count=TURNS";

/// Parses the words after `--resign`; a word that is missing has a default.
pub fn parse_resign(words: &[String]) -> Result<ResignRule, CliError> {
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

/// Parses the words after `--draw`; a word that is missing has a default.
pub fn parse_draw(words: &[String]) -> Result<DrawRule, CliError> {
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
