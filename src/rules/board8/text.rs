//! Moves as UCI writes them: `e2e4`, `e7e8q`.

use super::geometry::{square_name, square_named};
use super::mv::Move;
use super::position::Position;
use super::ruleset::Rules;
use crate::base::{MoveList, Square};
use crate::rules::TurnError;
use crate::rules::brief::brief;

impl<R: Rules> Position<R> {
    /// The letter of what pawns become, as moves write it.
    fn promoted() -> char {
        let [.., queen, _] = R::LETTERS;
        queen.to_ascii_lowercase()
    }

    /// The text of a move.
    pub fn move_text(&self, mv: Move) -> String {
        let mut text = square_name(mv.from()) + &square_name(mv.to());
        if mv.promotes() {
            text.push(Self::promoted());
        }
        text
    }

    /// The legal move that a text means. What a pawn becomes need not be told.
    ///
    /// # Errors
    /// If the text does not read or the move is not legal.
    pub fn parse_move(&self, text: &str) -> Result<Move, TurnError> {
        let (from, rest) = read_square(text, text)?;
        let (to, suffix) = read_square(text, rest)?;
        let promoted = suffix.to_ascii_lowercase() == Self::promoted().to_string();
        if !promoted && !suffix.is_empty() {
            return Err(TurnError::Syntax {
                text: brief(text),
                found: format!("{:?}", brief(suffix)),
                expected: "the end, or the letter of what a pawn becomes",
            });
        }
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        let is_meant =
            |mv: &&Move| mv.from() == from && mv.to() == to && (mv.promotes() || !promoted);
        let found = moves.iter().find(is_meant);
        found.copied().ok_or_else(|| TurnError::Illegal {
            text: brief(text),
            hint: self.hint(&moves, from),
        })
    }

    /// What to tell who names a move that is not legal.
    fn hint(&self, moves: &[Move], from: Square) -> String {
        let texts: Vec<String> = moves
            .iter()
            .filter(|mv| mv.from() == from)
            .map(|&mv| self.move_text(mv))
            .collect();
        let name = square_name(from);
        let mine = self.board().men(self.side_to_move()).has(from);
        if moves.is_empty() {
            "none, as the game is over".to_owned()
        } else if !mine {
            format!("a man of the side to move on {name}")
        } else if texts.is_empty() {
            format!("another man than the one on {name}, which has no legal move")
        } else {
            format!("one of {}", texts.join(", "))
        }
    }
}

/// A square's name at the beginning, and what follows it.
fn read_square<'t>(text: &str, rest: &'t str) -> Result<(Square, &'t str), TurnError> {
    let parts = rest.split_at_checked(2);
    let read = parts.and_then(|(name, rest)| Some((square_named(name.as_bytes())?, rest)));
    read.ok_or_else(|| TurnError::Syntax {
        text: brief(text),
        found: match rest {
            "" => "the end".to_owned(),
            rest => format!("{:?}", brief(rest)),
        },
        expected: "a square, a1 to h8",
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Setup, Shatar, Shatranj};
    use super::*;

    fn refusal(text: &str) -> String {
        let start = Position::<Shatranj>::start();
        start.parse_move(text).unwrap_err().to_string()
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, expected) in [
            ("", r#"move "": found the end, expected a square, a1 to h8"#),
            (
                "e2",
                r#"move "e2": found the end, expected a square, a1 to h8"#,
            ),
            (
                "e2e9",
                r#"move "e2e9": found "e9", expected a square, a1 to h8"#,
            ),
            (
                "Nf3",
                r#"move "Nf3": found "Nf3", expected a square, a1 to h8"#,
            ),
            (
                "e2e3x",
                r#"move "e2e3x": found "x", expected the end, or the letter of what a pawn becomes"#,
            ),
            ("e2e4", r#"move "e2e4" is not legal, expected one of e2e3"#),
            (
                "e4e5",
                r#"move "e4e5" is not legal, expected a man of the side to move on e4"#,
            ),
            (
                "a1a2",
                r#"move "a1a2" is not legal, expected another man than the one on a1, which has no legal move"#,
            ),
            (
                "e2e3q",
                r#"move "e2e3q" is not legal, expected one of e2e3"#,
            ),
        ] {
            assert_eq!(refusal(text), expected);
        }
        assert!(refusal("é2e4").contains("é2e4"));
    }

    #[test]
    fn what_a_pawn_becomes_need_not_be_told() {
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
