//! Parses and writes moves in UCI notation: `e2e3`, `e7e8q`. The parser also accepts the
//! notation of game files.

use super::geometry::{square_name, square_named};
use super::letters::promotion_letter;
use super::mv::Move;
use super::position::Position;
use super::ruleset::RuleSet;
use super::san::San;
use crate::base::Square;
use crate::rules::{DescribedReason, Game, MoveList, TurnError};

impl<R: RuleSet> Position<R> {
    /// Returns the text of a move in UCI notation.
    pub fn move_text(&self, mv: Move) -> String {
        let mut text = square_name(mv.from()) + &square_name(mv.to());
        if mv.promotes() {
            text.push(promotion_letter::<R>().to_ascii_lowercase());
        }
        text
    }

    /// Returns the legal move that a text denotes, in UCI notation or that of game files.
    /// The promotion letter may be left out.
    ///
    /// # Errors
    /// Returns an error if the text cannot be parsed, or matches no legal move
    /// or several.
    pub fn parse_move(&self, text: &str) -> Result<Move, TurnError> {
        // A capital B is a man, a lower-case b a file: B1a3, b1a3.
        let names_man = text.starts_with(|c: char| c.is_ascii_uppercase());
        match (parse_uci::<R>(text), San::parse::<R>(text)) {
            (_, Some(san)) if names_man => {
                self.find_only_match(text, |mv| san.matches(self, mv), None)
            }
            (Ok((from, to, promotes)), _) => {
                let is_meant =
                    |mv: Move| mv.from() == from && mv.to() == to && (mv.promotes() || !promotes);
                self.find_only_match(text, is_meant, Some((from, to)))
            }
            (Err(_), Some(san)) => self.find_only_match(text, |mv| san.matches(self, mv), None),
            (Err(error), None) => Err(error),
        }
    }

    /// Returns the only legal move that `is_meant` accepts. `squares` are the squares of
    /// the move if the text names both.
    fn find_only_match(
        &self,
        text: &str,
        is_meant: impl Fn(Move) -> bool,
        squares: Option<(Square, Square)>,
    ) -> Result<Move, TurnError> {
        let mut moves = MoveList::new();
        self.generate(&mut moves);
        let meant: MoveList<Move> = moves.iter().copied().filter(|&mv| is_meant(mv)).collect();
        match meant.as_slice() {
            [mv] => Ok(*mv),
            [] => {
                let reason = squares.and_then(|(from, to)| self.why_illegal(&moves, from, to));
                let reason = reason.map(|reason| DescribedReason::new(reason, square_name));
                let hint = self.hint(&moves, squares.map(|(from, _)| from));
                Err(TurnError::illegal(text, reason, hint))
            }
            several => {
                let candidates = self.join_texts(several.iter().copied());
                Err(TurnError::ambiguous(text, candidates))
            }
        }
    }

    fn join_texts(&self, moves: impl Iterator<Item = Move>) -> String {
        let texts: Vec<String> = moves.map(|mv| self.move_text(mv)).collect();
        texts.join(", ")
    }

    /// Returns what was expected, for the error about a move that is not legal.
    fn hint(&self, moves: &[Move], from: Option<Square>) -> String {
        if moves.is_empty() {
            return "none, because the game is over".to_owned();
        }
        let Some(from) = from else {
            let some = self.join_texts(moves.iter().copied().take(3));
            return format!("a legal move such as {some}");
        };
        let listed = self.join_texts(moves.iter().copied().filter(|mv| mv.from() == from));
        let name = square_name(from);
        let mine = self.board().men(self.to_move).has(from);
        if !mine {
            format!("a man of the side to move on {name}")
        } else if listed.is_empty() {
            format!("a man other than the one on {name}, which has no legal move")
        } else {
            format!("one of {listed}")
        }
    }
}

/// Parses a move in UCI notation into its two squares and whether it names a promotion.
fn parse_uci<R: RuleSet>(text: &str) -> Result<(Square, Square, bool), TurnError> {
    let (from, rest) = read_square(text, text)?;
    let (to, suffix) = read_square(text, rest)?;
    let promotes = suffix.eq_ignore_ascii_case(&promotion_letter::<R>().to_string());
    if !promotes && !suffix.is_empty() {
        let expected = "the end, or the letter of the promotion";
        return Err(TurnError::syntax(text, suffix, expected));
    }
    Ok((from, to, promotes))
}

/// Splits `rest`, a part of `text`, into the square that it begins with and what follows.
fn read_square<'t>(text: &str, rest: &'t str) -> Result<(Square, &'t str), TurnError> {
    let parts = rest.split_at_checked(2);
    let read = parts.and_then(|(name, rest)| Some((square_named(name.as_bytes())?, rest)));
    read.ok_or_else(|| TurnError::syntax(text, rest, "a square, a1 to h8, as in e2e3 or Nf3"))
}

#[cfg(test)]
mod tests {
    use super::super::{Setup, Shatar, Shatranj};
    use super::*;

    fn error_message(text: &str) -> String {
        let start = Position::<Shatranj>::start();
        start.parse_move(text).unwrap_err().to_string()
    }

    #[test]
    fn errors_name_the_faulty_part() {
        for (text, expected) in [
            (
                "e2",
                r#"move "e2" is not legal, expected a legal move such as a2a3, b2b3, c2c3"#,
            ),
            (
                "",
                r#"move "": found the end, expected a square, a1 to h8, as in e2e3 or Nf3"#,
            ),
            (
                "e2e",
                r#"move "e2e": found "e", expected a square, a1 to h8, as in e2e3 or Nf3"#,
            ),
            (
                "e2e9",
                r#"move "e2e9": found "e9", expected a square, a1 to h8, as in e2e3 or Nf3"#,
            ),
            (
                "Nf9",
                r#"move "Nf9": found "Nf9", expected a square, a1 to h8, as in e2e3 or Nf3"#,
            ),
            (
                "e2e3x",
                r#"move "e2e3x": found "x", expected the end, or the letter of the promotion"#,
            ),
            (
                "e2e4",
                r#"move "e2e4" is not legal (the piyadah on e2 cannot move to e4), expected one of e2e3"#,
            ),
            (
                "e4e5",
                r#"move "e4e5" is not legal (no man stands on e4), expected a man of the side to move on e4"#,
            ),
            (
                "a1a2",
                r#"move "a1a2" is not legal (a2 is occupied by a man of the same side), expected a man other than the one on a1, which has no legal move"#,
            ),
            (
                "e2e3q",
                r#"move "e2e3q" is not legal (that promotion is not available there), expected one of e2e3"#,
            ),
        ] {
            assert_eq!(error_message(text), expected);
        }
        assert!(error_message("é2e4").contains("é2e4"));
    }

    #[test]
    fn errors_give_the_reason() {
        let reason = |fen: &str, text: &str| {
            let setup = Setup::from_fen::<Shatranj>(fen).unwrap();
            let position = setup.position::<Shatranj>().unwrap();
            position.parse_move(text).unwrap_err().to_string()
        };
        let pinned = "4k3/4r3/8/8/8/8/4N3/4K2R w";
        for (text, expected) in [
            ("e2g3", "(the shah would be in check)"),
            ("h1d1", "(the man on e1 is in the way)"),
            ("h1g2", "(the rukh on h1 cannot move to g2)"),
            ("e7e6", "(the man on e7 is the opponent's)"),
            ("h1e1", "(e1 is occupied by a man of the same side)"),
        ] {
            let message = reason(pinned, text);
            assert!(message.contains(expected), "{message}");
        }
        let checked = reason("4k3/8/8/8/8/8/4r3/4K2R w", "h1h2");
        assert!(
            checked.contains("(the shah would be in check)"),
            "{checked}"
        );
        let over = reason("4k3/8/8/8/8/8/8/4K3 w", "e1e2");
        assert!(over.contains("(the game is over)"), "{over}");
    }

    #[test]
    fn the_promotion_letter_may_be_left_out() {
        let fen = "8/P6k/8/8/8/8/7r/K7 w";
        let position = Setup::from_fen::<Shatar>(fen).unwrap();
        let position = position.position::<Shatar>().unwrap();
        for text in ["a7a8", "a7a8j", "A7A8J"] {
            let mv = position.parse_move(text).unwrap();
            assert_eq!(position.move_text(mv), "a7a8j");
        }
        assert!(position.parse_move("a7a8q").is_err());
    }
}
