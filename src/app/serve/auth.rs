//! The line with which a host shows the token.

use crate::app::conversation::Line;

const AUTH: &str = "auth";
const BLANKS: [char; 2] = [' ', '\t'];

/// What a host says first.
#[derive(Debug, PartialEq, Eq)]
pub enum First {
    /// Nothing yet, or only blank lines.
    Nothing,
    /// A token, be it right or wrong.
    Auth(String),
    /// Something else.
    Other,
}

/// Takes blank lines and a token off the lines that come first.
pub fn take_first(lines: &mut Vec<Line>) -> First {
    let is_blank = |line: &Line| line.as_ref().is_ok_and(|line| line.trim().is_empty());
    let blank = lines.iter().take_while(|line| is_blank(line)).count();
    lines.drain(..blank);
    let Some(first) = lines.first() else {
        return First::Nothing;
    };
    let Some(given) = first.as_ref().ok().and_then(|line| given(line)) else {
        return First::Other;
    };
    let given = given.to_owned();
    lines.drain(..1);
    First::Auth(given)
}

fn given(line: &str) -> Option<&str> {
    let (word, rest) = line.trim_matches(BLANKS).split_once(BLANKS)?;
    (word == AUTH).then(|| rest.trim_matches(BLANKS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(text: &str) -> (First, usize) {
        let mut lines: Vec<Line> = text.lines().map(|line| Ok(line.to_owned())).collect();
        (take_first(&mut lines), lines.len())
    }

    #[test]
    fn a_token_stands_on_the_first_line_that_is_not_blank() {
        for text in ["auth T", " auth\tT", "\n\nauth   T \t", " \n\tauth T"] {
            assert_eq!(first(text), (First::Auth("T".to_owned()), 0), "{text:?}");
        }
        assert_eq!(first("auth a b\nuci"), (First::Auth("a b".to_owned()), 1));
        assert_eq!(first("\n \n"), (First::Nothing, 0));
        for text in ["uci\nauth T", "auth\nauth T", "authT\nuci", "AUTH T\nuci"] {
            assert_eq!(first(text), (First::Other, 2), "{text:?}");
        }
    }
}
