//! Options: the declarations of an engine and the values that a host sets.
//!
//! Options are typed, so a value is checked against its declaration in one place,
//! and a value out of range changes nothing. The engine receives only checked
//! values, under the declared name.

use crate::dialect::{Dialect, NameMatching, SessionOption};

/// The word that stands for empty text on a line.
pub(crate) const EMPTY: &str = "<empty>";

/// The type of an option, with its default and its range or choices.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum OptionKind {
    /// A whole number.
    Spin {
        /// The default.
        default: i64,
        /// The smallest value allowed.
        min: i64,
        /// The greatest value allowed.
        max: i64,
    },
    /// A switch, on or off.
    Check {
        /// The default.
        default: bool,
    },
    /// A choice from a list.
    Combo {
        /// The default, one of `choices`.
        default: String,
        /// All choices.
        choices: Vec<String>,
    },
    /// An action.
    Button,
    /// Free text, such as a path.
    Text {
        /// The default; may be empty.
        default: String,
    },
    /// Text that is shown among the options but is not an option (UCCI). It has
    /// no value and cannot be set.
    Label,
}

/// The declaration of an option.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OptionSpec {
    /// The name; may contain single spaces, but neither `value` nor `type` as a
    /// separate word.
    pub name: String,
    /// The type.
    pub kind: OptionKind,
    /// Whether setting the option waits for the end of a running search. Other
    /// options can be set during a search, and take effect for the next `go`.
    /// This part of the declaration is not sent to the host.
    pub waits: bool,
}

impl OptionSpec {
    /// Returns an option that can be set during a search.
    #[must_use]
    pub fn new(name: impl Into<String>, kind: OptionKind) -> Self {
        Self {
            name: name.into(),
            kind,
            waits: false,
        }
    }

    /// Returns an option whose value is a whole number from `min` to `max`.
    #[must_use]
    pub fn spin(name: impl Into<String>, default: i64, min: i64, max: i64) -> Self {
        Self::new(name, OptionKind::Spin { default, min, max })
    }

    /// Returns an option that is on or off.
    #[must_use]
    pub fn check(name: impl Into<String>, default: bool) -> Self {
        Self::new(name, OptionKind::Check { default })
    }

    /// Returns an option whose value is one of `choices`.
    #[must_use]
    pub fn combo(name: impl Into<String>, default: &str, choices: &[&str]) -> Self {
        let choices = choices.iter().map(|choice| (*choice).to_owned()).collect();
        let default = default.to_owned();
        Self::new(name, OptionKind::Combo { default, choices })
    }

    /// Returns an option that is an action.
    #[must_use]
    pub fn button(name: impl Into<String>) -> Self {
        Self::new(name, OptionKind::Button)
    }

    /// Returns an option whose value is free text.
    #[must_use]
    pub fn text(name: impl Into<String>, default: impl Into<String>) -> Self {
        let default = default.into();
        Self::new(name, OptionKind::Text { default })
    }

    /// Makes setting the option wait for the end of a running search.
    #[must_use]
    pub fn waiting(mut self) -> Self {
        self.waits = true;
        self
    }

    /// Returns whether `name`, as a host sends it, refers to this option. Case
    /// never matters. In USHI, characters other than letters and digits don't
    /// matter either, because the GUI sends spaces in their place.
    #[must_use]
    pub fn is_called(&self, name: &str, dialect: Dialect) -> bool {
        same_name(&self.name, name, dialect)
    }

    /// Returns whether the USHI GUI understands the declaration and can set the
    /// option. The GUI splits the line at every character outside
    /// `[A-Za-z0-9_]`, so it can't represent negative numbers or choices of
    /// several words.
    #[must_use]
    pub fn fits_ushi(&self) -> bool {
        let words = || self.name.split(|c: char| !is_ushi_word_char(c));
        let has_name = self.name.contains(|c: char| c.is_ascii_alphanumeric());
        has_name
            && !words().any(|word| word == "type" || word == "value")
            && match &self.kind {
                OptionKind::Spin { default, min, max } => *default >= 0 && *min >= 0 && *max >= 0,
                OptionKind::Combo { default, choices } => {
                    is_ushi_word(default) && choices.iter().all(|choice| is_ushi_word(choice))
                }
                OptionKind::Check { .. } | OptionKind::Button | OptionKind::Text { .. } => true,
                OptionKind::Label => false,
            }
    }
}

impl Dialect {
    /// Returns whether hosts can send this choice of a combo option unchanged.
    #[must_use]
    pub fn can_send_choice(self, choice: &str) -> bool {
        match self.properties().name_matching {
            NameMatching::Words => true,
            NameMatching::Alphanumeric => is_ushi_word(choice),
        }
    }

    /// Returns the options of the conversation itself. A
    /// [`Session`](crate::Session) declares them before the engine's options
    /// and handles them itself.
    #[must_use]
    pub fn session_options(self) -> Vec<OptionSpec> {
        let spec = |(name, option): &(&str, SessionOption)| match option {
            SessionOption::Milliseconds | SessionOption::Batch | SessionOption::Debug => {
                OptionSpec::check(*name, false)
            }
            SessionOption::NewGame => OptionSpec::button(*name).waiting(),
        };
        self.properties().session_options.iter().map(spec).collect()
    }
}

/// Returns whether the USHI GUI reads the text as one word.
pub(crate) fn is_ushi_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_ushi_word_char)
}

/// Returns whether the USHI GUI reads the character as part of a word.
pub(crate) const fn is_ushi_word_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Returns whether two option names are the same in a dialect.
pub(crate) fn same_name(a: &str, b: &str, dialect: Dialect) -> bool {
    match dialect.properties().name_matching {
        NameMatching::Words => same_words(a, b),
        NameMatching::Alphanumeric => same_alphanumerics(a, b),
    }
}

fn same_words(a: &str, b: &str) -> bool {
    let [a, b] = [a, b].map(|name| name.split_whitespace().map(str::to_lowercase));
    a.eq(b)
}

fn same_alphanumerics(a: &str, b: &str) -> bool {
    fn alphanumerics(text: &str) -> impl Iterator<Item = char> {
        text.chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|c| c.to_ascii_lowercase())
    }
    alphanumerics(a).eq(alphanumerics(b)) && alphanumerics(a).next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_case_insensitively() {
        let hash = OptionSpec::button("Clear Hash");
        assert!(hash.is_called("clear  HASH", Dialect::Uci));
        assert!(!hash.is_called("Clear-Hash", Dialect::Uci));
        assert!(!hash.is_called("Clear", Dialect::Uci));
        let book = OptionSpec::text("Book-File", "");
        assert!(book.is_called("Book File", Dialect::Ushi));
        assert!(!book.is_called("Book File", Dialect::Uci));
        assert!(!book.is_called("--", Dialect::Ushi));
        let analyse = OptionSpec::check("USHI_AnalyseMode", false);
        assert!(analyse.is_called("USHI_AnalyseMode", Dialect::Ushi));
    }

    #[test]
    fn only_plain_declarations_fit_ushi() {
        assert!(OptionSpec::spin("Hash", 16, 1, 4096).fits_ushi());
        assert!(!OptionSpec::spin("Neg", -5, -10, 10).fits_ushi());
        assert!(OptionSpec::combo("Style", "Normal", &["Normal", "Risky_1"]).fits_ushi());
        assert!(!OptionSpec::combo("V", "a", &["a", "b-c"]).fits_ushi());
        assert!(OptionSpec::text("Book-File", "/a/b").fits_ushi());
        assert!(!OptionSpec::button("--").fits_ushi());
        assert!(!OptionSpec::button("Hash (type").fits_ushi());
    }
}
