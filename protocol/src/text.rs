//! The nom parsers that all grammars share.
//!
//! A line is a sequence of words separated by blanks; a parser of words consumes
//! the blanks before each word. No loop continues without consuming a
//! word, so parsing terminates on any input.

use std::str::FromStr;

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::{take_till1, take_while},
    character::complete::{anychar, char, digit1, one_of},
    combinator::{all_consuming, map_opt, not, opt, recognize, verify},
    error::Error,
    multi::many1_count,
    sequence::{delimited, preceded, terminated},
};

/// The result of a parser of text.
pub(crate) type Res<'a, T> = IResult<&'a str, T>;

/// Returns whether a character is a blank, which separates words. All control
/// characters are blanks, so that stray ones do not become part of a word.
pub(crate) fn is_blank(c: char) -> bool {
    c == ' ' || c.is_control()
}

/// Parses the next word of the line.
pub(crate) fn word(input: &str) -> Res<'_, &str> {
    let (input, _) = take_while(is_blank).parse(input)?;
    take_till1(is_blank).parse(input)
}

/// Parses the next word if it is `text`.
pub(crate) fn keyword<'a>(
    text: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = Error<&'a str>> {
    verify(word, move |found: &str| found == text)
}

/// Parses the next word if it is one of `keys`.
pub(crate) fn any_keyword<'a>(
    keys: &'static [&'static str],
) -> impl Parser<&'a str, Output = &'static str, Error = Error<&'a str>> {
    map_opt(word, move |found| {
        keys.iter().copied().find(|key| *key == found)
    })
}

/// Parses the next word if it is not one of `keys`.
pub(crate) fn non_keyword<'a>(
    keys: &'static [&'static str],
) -> impl Parser<&'a str, Output = &'a str, Error = Error<&'a str>> {
    verify(word, move |found: &str| !keys.contains(&found))
}

/// The keys of a grammar, each with an entry that defines how its argument is parsed.
#[derive(Debug)]
pub(crate) struct Keys<T: 'static> {
    pub(crate) names: Vec<&'static str>,
    entries: Vec<T>,
}

impl<T> Keys<T> {
    pub(crate) fn new(rows: impl IntoIterator<Item = (&'static str, T)>) -> Self {
        let (names, entries) = rows.into_iter().unzip();
        Self { names, entries }
    }

    /// Parses the next word if it is a key, and returns it with its entry.
    pub(crate) fn key<'a>(&'static self, input: &'a str) -> Res<'a, (&'static str, &'static T)> {
        let rows = || self.names.iter().copied().zip(&self.entries);
        map_opt(word, |found| rows().find(|(name, _)| *name == found)).parse(input)
    }

    /// Returns the rest of the line, and the next word; `None` if it is a key or missing.
    pub(crate) fn value<'a>(&'static self, input: &'a str) -> (&'a str, Option<&'a str>) {
        match non_keyword(&self.names).parse(input) {
            Ok((rest, value)) => (rest, Some(value)),
            Err(_) => (input, None),
        }
    }
}

/// Expands to the row of a key whose argument is a number, which is stored in the field of
/// the same name.
macro_rules! number_key {
    ($entry:path, $field:ident) => {
        (
            stringify!($field),
            $entry(|parsed, field| field.parse_number(&mut parsed.$field)),
        )
    };
}
pub(crate) use number_key;

/// Returns the rest of the line and the words of `input` up to the first of
/// `keys`, joined by single spaces.
pub(crate) fn phrase<'a>(input: &'a str, keys: &'static [&'static str]) -> (&'a str, String) {
    let (rest, list) = words(input, keys);
    (rest, list.join(" "))
}

/// Returns the rest of the line and the words of `input` up to the first of
/// `keys`.
pub(crate) fn words<'a>(input: &'a str, keys: &'static [&'static str]) -> (&'a str, Vec<String>) {
    let mut list = Vec::new();
    let mut rest = input;
    while let Ok((after, found)) = non_keyword(keys).parse(rest) {
        list.push(found.to_owned());
        rest = after;
    }
    (rest, list)
}

/// Returns the rest of the line without the blanks around it, otherwise
/// unchanged.
pub(crate) fn rest_of_line(input: &str) -> &str {
    input.trim_matches(is_blank)
}

/// Parses a decimal whole number within the range of `T`: digits, after a `-` if
/// `T` can be negative, without a `+`, a fraction or an exponent.
pub(crate) fn number<T: FromStr>(text: &str) -> Option<T> {
    let digits: Res<'_, &str> = all_consuming(recognize((opt(char('-')), digit1))).parse(text);
    digits.ok()?.1.parse().ok()
}

/// Returns whether a word looks like a move: `pass`, or squares joined by a
/// hyphen or a capture sign, or squares by file and rank without a separator, as
/// in chess (`e2e4`, `e7e8q`, `a5a7g7`).
pub(crate) fn is_move(text: &str) -> bool {
    text == "pass"
        || text.starts_with(|c: char| c.is_ascii_alphanumeric())
            && text.contains(|c: char| c.is_ascii_digit())
            && text.contains(['-', ':', 'x', '×', '–'])
        || move_without_separators(text).is_ok()
}

/// Parses a move without separators: optionally the letter of a man, then two or more
/// squares, each after the first with an optional promotion, and optionally a mark such as `+`.
fn move_without_separators(input: &str) -> Res<'_, ()> {
    all_consuming((
        opt(verify(anychar, char::is_ascii_uppercase)),
        square,
        many1_count((square, opt(promotion))),
        opt(one_of("x×#+")),
    ))
    .map(|_| ())
    .parse(input)
}

fn square(input: &str) -> Res<'_, &str> {
    recognize((verify(anychar, char::is_ascii_lowercase), digit1)).parse(input)
}

/// Parses a promotion: `=Q`, `(Q)` or `Q`, in either case. A letter before a digit is a file.
fn promotion(input: &str) -> Res<'_, char> {
    let letter = || verify(anychar, char::is_ascii_alphabetic);
    alt((
        preceded(char('='), letter()),
        delimited(char('('), letter(), char(')')),
        terminated(letter(), not(digit1)),
    ))
    .parse(input)
}

/// A line under construction, made of keys and their values.
pub(crate) struct Fields(pub(crate) String);

impl Fields {
    /// Appends a word.
    pub(crate) fn word(&mut self, word: &str) {
        if !self.0.is_empty() {
            self.0.push(' ');
        }
        self.0.push_str(word);
    }

    /// Appends a key and its value, if there is a value.
    pub(crate) fn field(&mut self, key: &str, value: Option<impl ToString>) {
        if let Some(value) = value {
            self.word(key);
            self.word(&value.to_string());
        }
    }

    /// Appends several keys and their values.
    pub(crate) fn fields(&mut self, fields: impl IntoIterator<Item = (&'static str, String)>) {
        for (key, value) in fields {
            self.field(key, Some(value));
        }
    }

    /// Appends a word if `is_set`.
    pub(crate) fn flag(&mut self, word: &str, is_set: bool) {
        if is_set {
            self.word(word);
        }
    }

    /// Appends a key and its moves, if there are any.
    pub(crate) fn moves(&mut self, key: &str, moves: &[String]) {
        if !moves.is_empty() {
            self.field(key, Some(moves.join(" ")));
        }
    }
}

/// Returns `line`, followed by the words.
pub(crate) fn with_words(
    line: impl Into<String>,
    words: impl IntoIterator<Item = impl AsRef<str>>,
) -> String {
    let mut line = line.into();
    for word in words {
        line.extend([" ", word.as_ref()]);
    }
    line
}

/// Returns the text as one line: control characters become spaces, so that no
/// value can begin a new line.
pub(crate) fn one_line(text: String) -> String {
    if text.contains(char::is_control) {
        text.replace(char::is_control, " ")
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_and_control_characters_separate_words() {
        assert_eq!(word(" \t go\tdepth"), Ok(("\tdepth", "go")));
        assert!(word(" \t\0 ").is_err());
    }

    #[test]
    fn numbers_are_strict() {
        assert_eq!(number::<u32>("007"), Some(7));
        assert_eq!(number::<i64>("-5"), Some(-5));
        for bad in ["+5", "1e3", "", "-", "5.0", "4294967296", "-1", "٣", "5 "] {
            assert_eq!(number::<u32>(bad), None, "{bad}");
        }
    }

    #[test]
    fn words_that_look_like_moves_are_recognized() {
        for yes in [
            "d4-d6",
            "18-25",
            "a5:a7:g7",
            "Kd4-g7",
            "44:28",
            "58-60Q",
            "pass",
            "e2e4",
            "e7e8q",
            "48-48",
            "d1xd6",
            "d1×d6",
            "d1–d6",
            "d1:d6",
            "e13-e14=Q",
            "33-26",
            "a5a7g7",
            "a5b10b7x",
            "e13e14=Q",
            "e13e14Q",
            "e13e14(q)+",
            "e13e14b",
            "Qd1d14",
            "e12e14qc12",
        ] {
            assert!(is_move(yes), "{yes}");
        }
        for no in [
            "-5", "1e3", "+5", "12", "depth", "foo-bar", ":", "e2", "", "e2e4qq", "–5", "xx",
            "d5=Q", "e13e14=", "e13e14(Q", "mate5", "ab1", "a1b", "d5d6=7",
        ] {
            assert!(!is_move(no), "{no}");
        }
    }
}
