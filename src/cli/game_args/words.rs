//! Options whose value consists of KEY=VALUE words, such as `--resign score=800,count=4`.

use std::str::FromStr;

use crate::cli::error::CliError;

/// Calls `set_word` with the key and the value of each word of an option, KEY=VALUE or
/// KEY (with an empty value). `set_word` returns `None` if the word is invalid.
///
/// The words may be separated by commas or spaces, or be separate arguments, as in other
/// match runners.
pub fn parse_words(
    option: &'static str,
    expected: &'static str,
    values: &[String],
    mut set_word: impl FnMut(&str, &str) -> Option<()>,
) -> Result<(), CliError> {
    let words = values.iter().flat_map(|value| value.split([',', ' ']));
    for word in words.filter(|word| !word.is_empty()) {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        set_word(key, value).ok_or_else(|| invalid_word(option, word, expected))?;
    }
    Ok(())
}

/// Returns the error for an invalid word in the value of an option.
pub fn invalid_word(option: &str, word: &str, expected: &str) -> CliError {
    CliError::usage(format_args!("{option}: {word:?}, expected {expected}"))
}

/// Parses a value into `target`; returns `None` if the value is invalid.
pub fn set_value<T: FromStr>(
    target: &mut T,
    value: &str,
    is_valid: impl Fn(&T) -> bool,
) -> Option<()> {
    *target = value.parse().ok().filter(is_valid)?;
    Some(())
}
