//! The dialects: the text protocols that a conversation can use.
//!
//! A conversation uses one dialect, which the host's first command picks. One
//! table (`properties`) lists the differences between the dialects, so the
//! compiler rejects a new dialect without a row. Apart from the printers of
//! replies, no other code in this crate compares dialects.

mod properties;

use nom::Parser;

use crate::{
    limits::ClockParameter,
    text::{is_blank, keyword, word},
};
pub use properties::{
    ClockForm, DialectProperties, LimitCount, NameMatching, Notation, SessionOption, SetOptionForm,
};

/// Declares the dialects, each with its row of properties, so that no list of
/// dialects can omit one.
macro_rules! dialects {
    ($($(#[$attribute:meta])* $name:ident => $properties:expr,)*) => {
        /// A text protocol. [`Dialect::Uci`] applies until the host has picked
        /// a dialect.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub enum Dialect {
            $($(#[$attribute])* $name,)*
        }

        impl Dialect {
            /// All dialects, each at its [index](Dialect::index).
            pub const ALL: [Self; [$(Self::$name),*].len()] = [$(Self::$name),*];

            /// Returns the properties in which the dialect differs from others.
            #[must_use]
            pub const fn properties(self) -> &'static DialectProperties {
                match self {
                    $(Self::$name => &$properties,)*
                }
            }
        }
    };
}

dialects! {
    /// The Universal Chess Interface of April 2006, with the console commands
    /// common in chess engines.
    #[default]
    Uci => properties::UCI,
    /// The Universal Chinese Chess Interface 3.0, used for Xiangqi.
    Ucci => properties::UCCI,
    /// The dialect of the Shatra GUI ShatraBase: close to UCI, but each move is
    /// a single step or jump, and replies have fewer fields.
    Ushi => properties::USHI,
}

impl Dialect {
    /// Returns the index of the dialect in [`Dialect::ALL`], for tables with a
    /// column for each dialect.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns whether `go` sends the clocks by colour or by player.
    #[must_use]
    pub fn clock_form(self) -> ClockForm {
        match self.clock_word(ClockParameter::OwnTime) {
            Some(_) => ClockForm::Players,
            None => ClockForm::Colors,
        }
    }

    /// Returns the keyword of `go` for a clock parameter; `None` if the dialect
    /// has no keyword for it.
    #[must_use]
    pub fn clock_word(self, parameter: ClockParameter) -> Option<&'static str> {
        let mut words = self.properties().clock_words.iter();
        words
            .find(|(_, meaning)| *meaning == parameter)
            .map(|(word, _)| *word)
    }

    /// Returns the name of the option that makes clocks count milliseconds; `None`
    /// if the dialect has no such option.
    #[must_use]
    pub fn milliseconds_option(self) -> Option<&'static str> {
        let mut own = self.properties().session_options.iter();
        own.find(|(_, option)| *option == SessionOption::Milliseconds)
            .map(|(name, _)| *name)
    }

    /// Returns whether the dialect has this command, which must be one that some
    /// dialects lack: `banmoves` or `probe`.
    #[must_use]
    pub fn has_command(self, command: &str) -> bool {
        self.properties().commands.contains(&command)
    }

    /// Returns the dialect that the first line of a conversation picks: by the
    /// handshake command, or by `ushinewgame` or `position spn`, with which
    /// ShatraBase's engine tester starts. `None` if the line picks none.
    #[must_use]
    pub fn detect(line: &str) -> Option<Self> {
        let (_, first) = word(line).ok()?;
        let sets_position = |dialect: &Self| {
            let key = keyword(dialect.properties().position_key);
            (keyword("position"), key).parse(line).is_ok()
        };
        Self::from_handshake(first)
            .or_else(|| Self::detect_by_new_game(line))
            .or_else(|| Self::with_optional_handshake().find(sets_position))
    }

    /// Returns the dialect that a line picks even after console commands: the
    /// dialect in which the line announces a new game, if its hosts may skip the
    /// handshake.
    pub(crate) fn detect_by_new_game(line: &str) -> Option<Self> {
        let announces_game =
            |dialect: &Self| keyword(dialect.properties().new_game).parse(line).is_ok();
        Self::with_optional_handshake().find(announces_game)
    }

    /// Returns the dialects whose hosts may skip the handshake.
    fn with_optional_handshake() -> impl Iterator<Item = Self> {
        let all = Self::ALL.into_iter();
        all.filter(|dialect| dialect.properties().handshake_optional)
    }

    /// Returns the dialect with this handshake command; `None` for any other word.
    #[must_use]
    pub fn from_handshake(word: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|dialect| dialect.properties().handshake == word)
    }
}

/// Returns the one line that an engine may print before the conversation:
/// `text`, trimmed, if no host can mistake it for a reply.
///
/// ShatraBase's engine tester waits for some output before it sends its first
/// command, and some hosts look for keywords anywhere in a line. Returns `None`
/// if the trimmed text is empty, contains a control character, or contains `id`,
/// `option` or `ok`, regardless of case.
#[must_use]
pub fn banner(text: &str) -> Option<String> {
    let line = text.trim_matches(is_blank);
    let lower = line.to_ascii_lowercase();
    let is_ambiguous = line.is_empty()
        || line.contains(char::is_control)
        || ["id", "option", "ok"]
            .iter()
            .any(|word| lower.contains(word));
    (!is_ambiguous).then(|| line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_picks_the_dialect() {
        let ushi = Some(Dialect::Ushi);
        assert_eq!(Dialect::detect(" \tuci"), Some(Dialect::Uci));
        assert_eq!(Dialect::detect("ucci "), Some(Dialect::Ucci));
        assert_eq!(Dialect::detect("ushi"), ushi);
        assert_eq!(Dialect::detect("ushinewgame"), ushi);
        assert_eq!(Dialect::detect("position  spn 9/1/7 w"), ushi);
        for undecided in [
            "",
            "isready",
            "position startpos",
            "position fen 8/8",
            "quit",
            "ucix",
            "ucinewgame",
            "setoption newgame",
        ] {
            assert_eq!(Dialect::detect(undecided), None, "{undecided}");
        }
    }

    #[test]
    fn a_banner_contains_no_word_that_hosts_wait_for() {
        assert_eq!(banner("Batyr 0.1.0\n").as_deref(), Some("Batyr 0.1.0"));
        for text in ["", "  ", "uciok", "Book", "Idle", "no options", "a\nb"] {
            assert_eq!(banner(text), None, "{text}");
        }
    }
}
