//! Converts between squares and their names in the texts of turns.

use super::expected::Expected;
use crate::base::Square;
use crate::game::Variant;
use crate::rules::shatra::{Numbering, square_name, squares};

/// The characters between and after squares in Shatra.
const SEPARATORS: [char; 3] = ['-', ':', '='];

/// Returns the name of the square that a word denotes. In Shatra, the word may be an
/// official number.
///
/// # Errors
/// Returns what was expected if the board has no such square.
pub fn resolve_square(variant: Variant, word: &str) -> Result<String, Expected> {
    let name = word.to_ascii_lowercase();
    let has_numbers = variant.is_shatra();
    let by_number = || {
        let number = word.parse().ok().filter(|_| has_numbers)?;
        Numbering::Official.square(number)
    };
    let square = variant.square_named(&name).or_else(by_number);
    square
        .map(|square| variant.square_name(square))
        .ok_or(match has_numbers {
            true => Expected::SquareOfShatra,
            false => Expected::SquareOfChessboard,
        })
}

/// Returns whether the text of a turn starts with the square called `name`. Both use
/// letters, not numbers.
pub fn starts_on(turn: &str, name: &str) -> bool {
    let rest = turn.strip_prefix(name);
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns the square on which a turn of Shatra starts.
pub fn start_of(turn: &str) -> Option<Square> {
    turn.split(SEPARATORS).next().and_then(square)
}

/// Returns the square of Shatra with this name.
fn square(name: &str) -> Option<Square> {
    squares().find(|&square| square_name(square) == name)
}

/// Returns the text of a turn with its squares as official numbers: `d4-d6` becomes
/// `53-42`.
pub fn in_numbers(turn: &str) -> String {
    turn.split_inclusive(SEPARATORS)
        .map(|piece| {
            let end = piece.trim_end_matches(SEPARATORS).len();
            let (name, separator) = piece.split_at(end);
            match square(name) {
                Some(square) => format!("{}{separator}", Numbering::Official.number(square)),
                None => piece.to_owned(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_resolved_to_squares_of_the_board() {
        assert_eq!(resolve_square(Variant::Extended, "D4"), Ok("d4".to_owned()));
        assert_eq!(resolve_square(Variant::Extended, "1"), Ok("c14".to_owned()));
        assert_eq!(resolve_square(Variant::Shatranj, "h8"), Ok("h8".to_owned()));
        for (variant, wrong) in [
            (Variant::Extended, "z9"),
            (Variant::Extended, "63"),
            (Variant::Extended, "0"),
            (Variant::Extended, "h8"),
            (Variant::Shatar, "c14"),
            (Variant::Shatar, "1"),
        ] {
            assert!(resolve_square(variant, wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_turn_starts_on_its_first_square() {
        assert_eq!(start_of("c10:c6").map(square_name).as_deref(), Some("c10"));
        assert_eq!(start_of("pass"), None);
        assert!(starts_on("d10-d9", "d10") && !starts_on("d10-d9", "d1"));
        assert!(starts_on("e2e4", "e2"));
    }

    #[test]
    fn only_squares_of_shatra_become_numbers() {
        assert_eq!(in_numbers("e2e4"), "e2e4");
    }

    #[test]
    fn squares_become_numbers_and_promotions_stay() {
        assert_eq!(in_numbers("c10:c6:a6"), "13:41:39");
        assert_eq!(in_numbers("e12:e14=Q:c12"), "9:3=Q:7");
        assert_eq!(in_numbers("pass"), "pass");
    }
}
