//! Warnings about lines that are only partly understood.
//!
//! A bad word does not invalidate the good ones around it, so a parser returns
//! a value *and* a list of warnings. A warning names the word and says what was
//! expected in its place; the session sends each warning as a message that
//! starts with `error: `.

use std::fmt;

use thiserror::Error;

/// The maximum number of warnings about one line. For a line of junk, more
/// warnings would add nothing.
pub const MAX_WARNINGS: usize = 8;

/// The maximum number of characters of a bad word that a warning repeats.
const MAX_SHOWN: usize = 60;

/// The result of parsing one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed<T> {
    /// The parsed value; `None` if the line contains nothing to act on.
    pub value: Option<T>,
    /// The warnings, at most [`MAX_WARNINGS`].
    pub warnings: Vec<Warning>,
}

/// What was expected in place of a bad or missing word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// A whole number within a range.
    Number {
        /// The smallest number.
        min: i64,
        /// The greatest number.
        max: u64,
    },
    /// A command.
    Command,
    /// A move.
    Move,
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// The name of an option.
    OptionName,
    /// Free text.
    Text,
    /// A JSON object.
    JsonObject,
    /// Nothing: the line should have ended.
    EndOfLine,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number { min: i64::MIN, .. } => f.write_str("a whole number"),
            Self::Number { min, max } => write!(f, "a whole number from {min} to {max}"),
            Self::Command => f.write_str("a command such as position, go or help"),
            Self::Move => f.write_str("a move"),
            Self::OneOf([word]) => f.write_str(word),
            Self::OneOf(words) => write!(f, "one of: {}", words.join(", ")),
            Self::OptionName => f.write_str("the name of an option"),
            Self::Text => f.write_str("text"),
            Self::JsonObject => f.write_str("a JSON object"),
            Self::EndOfLine => f.write_str("the end of the line"),
        }
    }
}

/// A fault in a line, and what was expected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{command}{}{fault}, expected {expected}", if command.is_empty() { "" } else { ": " })]
pub struct Warning {
    /// The command or reply that was being read; empty if there was none.
    pub command: &'static str,
    /// The fault.
    pub fault: Fault,
    /// What was expected.
    pub expected: Expected,
}

/// The kinds of [`Warning`].
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    /// The line starts with this word, which is not a command. The words before the
    /// first command, or all words of a line without a command, were skipped.
    #[error("unknown command '{0}'")]
    UnknownCommand(String),
    /// A word that has no meaning in its place was skipped.
    #[error("'{0}' was skipped")]
    Unexpected(String),
    /// The value of this field could not be parsed; the field was dropped.
    #[error("bad value '{1}' for {0}")]
    BadValue(&'static str, String),
    /// The argument of a command or reply is missing.
    #[error("missing argument")]
    MissingArgument,
    /// The value of this field is missing; the field was dropped.
    #[error("missing value for {0}")]
    MissingValue(&'static str),
}

/// A type of number that a line can contain, with its range.
pub(crate) trait Number: std::str::FromStr {
    const EXPECTED: Expected;
}

macro_rules! number {
    ($($type:ty),*) => {$(
        impl Number for $type {
            // The casts are lossless: every `MIN` here fits into an i64, and
            // every `MAX` into a u64.
            const EXPECTED: Expected = Expected::Number {
                min: <$type>::MIN as i64,
                max: <$type>::MAX as u64,
            };
        }
    )*};
}
number!(u16, u32, u64, i32, i64);

/// A collector of the warnings about one line.
#[derive(Debug)]
pub(crate) struct Warnings {
    command: &'static str,
    list: Vec<Warning>,
}

impl Warnings {
    pub(crate) const fn new(command: &'static str) -> Self {
        Self {
            command,
            list: Vec::new(),
        }
    }

    /// Sets the command to which further warnings refer.
    pub(crate) const fn set_command(&mut self, command: &'static str) {
        self.command = command;
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the result of parsing, with these warnings.
    pub(crate) fn into_parsed<T>(self, value: Option<T>) -> Parsed<T> {
        Parsed {
            value,
            warnings: self.list,
        }
    }

    pub(crate) fn unknown_command(&mut self, word: &str) {
        self.add(Fault::UnknownCommand(shorten(word)), Expected::Command);
    }

    pub(crate) fn unexpected(&mut self, word: &str, expected: Expected) {
        self.add(Fault::Unexpected(shorten(word)), expected);
    }

    pub(crate) fn missing_value(&mut self, field: &'static str, expected: Expected) {
        self.add(Fault::MissingValue(field), expected);
    }

    pub(crate) fn missing_argument(&mut self, expected: Expected) {
        self.add(Fault::MissingArgument, expected);
    }

    /// Parses the number of a field into `slot`, which a bad or missing number
    /// leaves unchanged.
    pub(crate) fn parse_number<T: Number>(
        &mut self,
        field: &'static str,
        word: Option<&str>,
        slot: &mut Option<T>,
    ) {
        let Some(word) = word else {
            return self.missing_value(field, T::EXPECTED);
        };
        match crate::text::number(word) {
            Some(value) => *slot = Some(value),
            None => self.bad_value(field, word, T::EXPECTED),
        }
    }

    pub(crate) fn bad_value(&mut self, field: &'static str, word: &str, expected: Expected) {
        self.add(Fault::BadValue(field, shorten(word)), expected);
    }

    fn add(&mut self, fault: Fault, expected: Expected) {
        if self.list.len() < MAX_WARNINGS {
            self.list.push(Warning {
                command: self.command,
                fault,
                expected,
            });
        }
    }
}

/// A key of a line and the unparsed word after it, `None` if the value is missing.
#[derive(Debug)]
pub(crate) struct Field<'a> {
    pub(crate) key: &'static str,
    pub(crate) word: Option<&'a str>,
    pub(crate) warnings: &'a mut Warnings,
}

impl Field<'_> {
    /// Parses a number into `slot`, as [`Warnings::parse_number`] does.
    pub(crate) fn parse_number<T: Number>(self, slot: &mut Option<T>) {
        self.warnings.parse_number(self.key, self.word, slot);
    }
}

/// Cuts a word of more than [`MAX_SHOWN`] characters to that length and adds an ellipsis.
pub(crate) fn shorten(word: &str) -> String {
    match word.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", word.get(..end).unwrap_or_default()),
        None => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_word_and_what_was_expected() {
        let mut warnings = Warnings::new("go");
        warnings.parse_number::<u32>("depth", Some("+5"), &mut None);
        warnings.parse_number::<i64>("wtime", None, &mut None);
        warnings.unexpected("foo", Expected::OneOf(&["on", "off"]));
        let messages: Vec<String> = warnings.list.iter().map(ToString::to_string).collect();
        assert_eq!(
            messages,
            [
                "go: bad value '+5' for depth, expected a whole number from 0 to 4294967295",
                "go: missing value for wtime, expected a whole number",
                "go: 'foo' was skipped, expected one of: on, off",
            ]
        );
    }

    #[test]
    fn the_number_of_warnings_about_junk_is_limited() {
        let mut warnings = Warnings::new("go");
        for _ in 0..1000 {
            warnings.unexpected(&"ж".repeat(1000), Expected::Move);
        }
        assert_eq!(warnings.list.len(), MAX_WARNINGS);
        assert!(warnings.list[0].to_string().len() < 200);
    }
}
