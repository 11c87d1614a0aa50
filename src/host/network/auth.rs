//! The line in which a host sends the token.

use crate::host::conversation::Line;

const AUTH: &str = "auth";
const BLANKS: [char; 2] = [' ', '\t'];

/// The kind of line that a host sends first.
#[derive(Debug, PartialEq, Eq)]
pub enum FirstLine {
    /// A blank line.
    Blank,
    /// A token, right or wrong.
    Token(String),
    /// Any other line.
    Other,
}

impl FirstLine {
    /// Classifies a line.
    pub fn of(line: &Line) -> Self {
        match line {
            Ok(line) if line.trim().is_empty() => Self::Blank,
            Ok(line) => token(line).map_or(Self::Other, |token| Self::Token(token.to_owned())),
            Err(_) => Self::Other,
        }
    }
}

fn token(line: &str) -> Option<&str> {
    let (word, rest) = line.trim_matches(BLANKS).split_once(BLANKS)?;
    (word == AUTH).then(|| rest.trim_matches(BLANKS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_follows_the_word_auth() {
        let first = |text: &str| FirstLine::of(&Ok(text.to_owned()));
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
        assert_eq!(FirstLine::of(&too_long), FirstLine::Other);
    }
}
