//! Recognizes the line in which a host sends the token.

use batyr_protocol::InputLine;

const AUTH_COMMAND: &str = "auth";
const BLANKS: [char; 2] = [' ', '\t'];

/// The kind of a line that may be the first one of a host that is not blank.
#[derive(PartialEq, Eq)]
#[cfg_attr(test, derive(Debug))] // no log may show a token
pub enum FirstLine {
    /// A blank line.
    Blank,
    /// The command `auth` with a token, which may be right or wrong.
    Token(String),
    /// Any other line.
    Other,
}

impl FirstLine {
    pub fn classify(line: &InputLine) -> Self {
        match line {
            Ok(line) if line.trim().is_empty() => Self::Blank,
            Ok(line) => match line.trim().split_once(BLANKS) {
                Some((AUTH_COMMAND, token)) => Self::Token(token.trim().to_owned()),
                _ => Self::Other,
            },
            Err(_) => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_follows_the_word_auth() {
        let first = |text: &str| FirstLine::classify(&Ok(text.to_owned()));
        for text in ["auth T", " auth\tT", "auth   T \t", " \tauth T"] {
            assert_eq!(first(text), FirstLine::Token("T".to_owned()), "{text:?}");
        }
        assert_eq!(first("auth a b"), FirstLine::Token("a b".to_owned()));
        for text in ["", " ", "\t \t"] {
            assert_eq!(first(text), FirstLine::Blank, "{text:?}");
        }
        for text in ["uci", "auth", "auth ", "authT", "AUTH T"] {
            assert_eq!(first(text), FirstLine::Other, "{text:?}");
        }
        let too_long = Err(batyr_protocol::LineError::TooLong { limit: 1 });
        assert_eq!(FirstLine::classify(&too_long), FirstLine::Other);
    }
}
