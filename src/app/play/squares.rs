//! The squares in the text of a turn.

use crate::base::{Bitboard, Square};
use crate::rules::shatra::{Numbering, square_name, squares};

/// What stands between and behind squares.
const SEPARATORS: [char; 3] = ['-', ':', '='];

/// The squares that a turn names: where it starts and wherever it lands.
pub fn visited(turn: &str) -> Bitboard {
    turn.split(SEPARATORS).filter_map(square).collect()
}

/// The square where a turn starts.
pub fn start(turn: &str) -> Option<Square> {
    turn.split(SEPARATORS).next().and_then(square)
}

/// The square of a name in letters.
fn square(name: &str) -> Option<Square> {
    squares().find(|&square| square_name(square) == name)
}

/// The same turn with each square by its official number; `d4-d6` becomes
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
    fn the_way_of_a_turn_is_seen() {
        assert_eq!(visited("e12:e14=Q:c12").count(), 3);
        assert_eq!(start("c10:c6").map(square_name).as_deref(), Some("c10"));
        assert_eq!((visited("pass").count(), start("pass")), (0, None));
    }

    #[test]
    fn squares_become_numbers_and_promotions_stay() {
        assert_eq!(in_numbers("c10:c6:a6"), "13:41:39");
        assert_eq!(in_numbers("e12:e14=Q:c12"), "9:3=Q:7");
        assert_eq!(in_numbers("pass"), "pass");
    }
}
