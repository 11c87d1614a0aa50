//! The column of an error in a position text.

use crate::game::PositionError;
use crate::util::span::Span;

/// Returns the column of the part at fault, in characters from 0.
pub fn of(text: &str, error: &PositionError) -> usize {
    error.span().column(text)
}

/// Returns the column at which a part of a text starts, in characters from 0.
pub fn of_part(text: &str, part: &str) -> usize {
    Span::of(part, text).column(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameRecord, Variant};

    /// Returns the part of the text that begins with the faulty token.
    fn found(text: &str) -> &str {
        found_in(Variant::Extended, text)
    }

    fn found_in(variant: Variant, text: &str) -> &str {
        let error = GameRecord::from_text(variant, text).unwrap_err();
        text.get(of(text, &error)..).unwrap()
    }

    #[test]
    fn the_token_at_fault_is_found_in_a_fen() {
        let board = "4k3/p7/8/8/8/8/8/4K2R";
        let found = |fields: &str, expected: &str| {
            let text = format!("{board} {fields}");
            assert_eq!(found_in(Variant::Shatar, &text), expected, "{fields}");
        };
        found("x", "x");
        found("w KQ - 0 1", "KQ - 0 1");
        found("w - e3 0 1", "e3 0 1");
        found("w - - x 1", "x 1");
        found("w - - 0 0", "0");
        found("w - - 0 1 x", "x");
        found("w - - 0 1 S more", "more");
        // As XBoard writes it.
        found("w 3 0", "0");
        found("w 3 1 x", "x");
        let text = "4k3/p7/8/8/4Q3/8/8/4K2R w";
        assert_eq!(found_in(Variant::Shatar, text), "Q3/8/8/4K2R w");
    }

    #[test]
    fn the_token_at_fault_is_found() {
        let board = "9/1/K6/5s1/4S1R/7/7/k6/1/9";
        assert_eq!(
            found("9/1/K6/5s1/4S1R/7/7/k6/1"),
            "9/1/K6/5s1/4S1R/7/7/k6/1"
        );
        assert_eq!(found("9/1/K6/5s1/4S1/7/7/k6/1/9 w"), "4S1/7/7/k6/1/9 w");
        assert_eq!(found("9/1/K6/5s1/4X1R/7/7/k6/1/9 w"), "X1R/7/7/k6/1/9 w");
        assert_eq!(found(board), "");
        assert_eq!(found(&format!("{board}  x - -")), "x - -");
        assert_eq!(found(&format!("{board} w x - -")), "x - -");
        assert_eq!(found(&format!("{board} w - 63 - - 1")), "63 - - 1");
        assert_eq!(found(&format!("{board} w - 1 - - 1")), "1 - - 1");
        assert_eq!(found(&format!("{board} w - - 99 - 1")), "99 - 1");
        assert_eq!(found(&format!("{board} w - - - x 1")), "x 1");
        assert_eq!(found(&format!("{board} w - - - - 0")), "0");
        assert_eq!(found(&format!("{board} w - - - - 1 more")), "more");
        assert_eq!(found("9/1/K6/5s1/4y1R/7/7/k6/1/9 w"), "y1R/7/7/k6/1/9 w");
    }
}
