//! Which protocol is spoken.
//!
//! **The decision:** one process speaks one dialect, and the host's first word
//! picks it. What differs between the dialects is asked of this type, so that
//! a further one shows up as a missing arm and not as a missing `if`.

use nom::{Parser, branch::alt, combinator::value, sequence::preceded};

use crate::text::{Res, is_blank, keyword};

/// A text protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// The Universal Chess Interface of April 2006, with the console commands
    /// that people know from chess engines.
    Uci,
    /// The dialect of the Shatra GUI ShatraBase: close to UCI, but one jump at
    /// a time and with a narrower form of each reply.
    Ushi,
}

/// How moves are written, in both directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Notation {
    /// A move is a whole turn with all its jumps, squares have letters.
    #[default]
    Turns,
    /// A move is one step or jump, squares are numbers of the position text;
    /// each jump of a chain is a word of its own.
    Jumps,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Self; 2] = [Self::Uci, Self::Ushi];

    /// The word that opens the conversation and picks the dialect.
    #[must_use]
    pub const fn handshake(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Ushi => "ushi",
        }
    }

    /// The engine's last word of the opening.
    #[must_use]
    pub const fn handshake_done(self) -> &'static str {
        match self {
            Self::Uci => "uciok",
            Self::Ushi => "ushiok",
        }
    }

    /// The command that announces another game.
    #[must_use]
    pub const fn new_game(self) -> &'static str {
        match self {
            Self::Uci => "ucinewgame",
            Self::Ushi => "ushinewgame",
        }
    }

    /// How moves are written in this dialect.
    #[must_use]
    pub const fn notation(self) -> Notation {
        match self {
            Self::Uci => Notation::Turns,
            Self::Ushi => Notation::Jumps,
        }
    }

    /// The dialect that the first line of a conversation picks: by the opening
    /// word, or by `ushinewgame` or `position spn`, with which ShatraBase's
    /// engine tester starts. `None` if the line leaves it open.
    #[must_use]
    pub fn detect(line: &str) -> Option<Self> {
        fn first_words(input: &str) -> Res<'_, Dialect> {
            alt((
                value(Dialect::Uci, keyword("uci")),
                value(Dialect::Ushi, keyword("ushi")),
                value(Dialect::Ushi, keyword("ushinewgame")),
                value(Dialect::Ushi, preceded(keyword("position"), keyword("spn"))),
            ))
            .parse(input)
        }
        first_words(line).ok().map(|(_, dialect)| dialect)
    }
}

/// The one line that may stand in front of the conversation: `text`, made into
/// a line that no host can take for an answer.
///
/// ShatraBase's engine tester waits for some output before it sends its first
/// command, and other hosts look for their words anywhere in a line. `None` if
/// the text is empty or holds `id`, `option` or `ok`, in any case.
#[must_use]
pub fn banner(text: &str) -> Option<String> {
    let line = text.trim_matches(is_blank);
    let lower = line.to_ascii_lowercase();
    let bad = line.is_empty()
        || line.contains(char::is_control)
        || ["id", "option", "ok"]
            .iter()
            .any(|word| lower.contains(word));
    (!bad).then(|| line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_line_picks_the_dialect() {
        let ushi = Some(Dialect::Ushi);
        assert_eq!(Dialect::detect(" \tuci"), Some(Dialect::Uci));
        assert_eq!(Dialect::detect("ushi"), ushi);
        assert_eq!(Dialect::detect("ushinewgame"), ushi);
        assert_eq!(Dialect::detect("position  spn 9/1/7 w"), ushi);
        for open in [
            "",
            "isready",
            "position startpos",
            "position fen 8/8",
            "quit",
            "ucix",
        ] {
            assert_eq!(Dialect::detect(open), None, "{open}");
        }
    }

    #[test]
    fn banner_holds_none_of_the_words_hosts_wait_for() {
        assert_eq!(banner("Batyr 0.1.0\n").as_deref(), Some("Batyr 0.1.0"));
        for bad in ["", "  ", "uciok", "Book", "Idle", "no options", "a\nb"] {
            assert_eq!(banner(bad), None, "{bad}");
        }
    }
}
