//! The line in which a host sends the token.

use crate::host::conversation::Line;

const AUTH: &str = "auth";
const BLANKS: [char; 2] = [' ', '\t'];

/// The kind of line that a host sends first.
#[derive(Debug, PartialEq, Eq)]
pub enum First {
    /// A blank line.
    Nothing,
    /// A token, right or wrong.
    Auth(String),
    /// Any other line.
    Other,
}

impl First {
    /// Classifies a line.
    pub fn of(line: &Line) -> Self {
        match line {
            Ok(line) if line.trim().is_empty() => Self::Nothing,
            Ok(line) => given(line).map_or(Self::Other, |token| Self::Auth(token.to_owned())),
            Err(_) => Self::Other,
        }
    }
}

fn given(line: &str) -> Option<&str> {
    let (word, rest) = line.trim_matches(BLANKS).split_once(BLANKS)?;
    (word == AUTH).then(|| rest.trim_matches(BLANKS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_stands_behind_its_word() {
        let first = |text: &str| First::of(&Ok(text.to_owned()));
        for text in ["auth T", " auth\tT", "auth   T \t", " \tauth T"] {
            assert_eq!(first(text), First::Auth("T".to_owned()), "{text:?}");
        }
        assert_eq!(first("auth a b"), First::Auth("a b".to_owned()));
        for text in ["", " ", "\t \t"] {
            assert_eq!(first(text), First::Nothing, "{text:?}");
        }
        for text in ["uci", "auth", "auth ", "authT", "AUTH T"] {
            assert_eq!(first(text), First::Other, "{text:?}");
        }
        let too_long = Err(batyr_protocol::LineError::TooLong { limit: 1 });
        assert_eq!(First::of(&too_long), First::Other);
    }
}
