//! Options whose value consists of KEY=VALUE words, such as `--resign score=800,count=4`.

use std::str::FromStr;

use super::error::GameArgsError;

/// Calls `set_word` with the key and the value of each word of an option, KEY=VALUE or
/// KEY. `set_word` returns `None` if the word is invalid.
pub fn parse_words(
    option: &'static str,
    expected: &'static str,
    text: &str,
    mut set_word: impl FnMut(&str, &str) -> Option<()>,
) -> Result<(), GameArgsError> {
    for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        set_word(key, value).ok_or_else(|| GameArgsError::Word {
            option,
            word: word.to_owned(),
            expected,
        })?;
    }
    Ok(())
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
