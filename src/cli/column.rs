//! Columns in a line of input, for messages about errors.

use crate::base::Span;

/// Returns the column at which a part of a text begins, in characters from 0.
pub fn of_part(text: &str, part: &str) -> usize {
    Span::of(part, text).column(text)
}

#[cfg(test)]
mod tests {
    use crate::game::{GameRecord, Variant};

    /// Returns the text from the invalid token on.
    fn rest_from_error(text: &str) -> &str {
        rest_from_error_in(Variant::Extended, text)
    }

    fn rest_from_error_in(variant: Variant, text: &str) -> &str {
        let error = GameRecord::from_text(variant, text).unwrap_err();
        text.get(error.span().column(text)..).unwrap()
    }

    #[test]
    fn the_column_is_that_of_the_invalid_token_in_fen() {
        let board = "4k3/p7/8/8/8/8/8/4K2R";
        let check = |fields: &str, expected: &str| {
            let text = format!("{board} {fields}");
            assert_eq!(
                rest_from_error_in(Variant::Shatar, &text),
                expected,
                "{fields}"
            );
        };
        check("x", "x");
        check("w KQ - 0 1", "KQ - 0 1");
        check("w - e3 0 1", "e3 0 1");
        check("w - - x 1", "x 1");
        check("w - - 0 0", "0");
        check("w - - 0 1 x", "x");
        check("w - - 0 1 S more", "more");
        // XBoard writes such a FEN for Shatar.
        check("w 3 0", "0");
        check("w 3 1 x", "x");
        let text = "4k3/p7/8/8/4Q3/8/8/4K2R w";
        assert_eq!(rest_from_error_in(Variant::Shatar, text), "Q3/8/8/4K2R w");
    }

    #[test]
    fn the_column_is_that_of_the_invalid_token_in_spn() {
        let board = "9/1/K6/5s1/4S1R/7/7/k6/1/9";
        assert_eq!(
            rest_from_error("9/1/K6/5s1/4S1R/7/7/k6/1"),
            "9/1/K6/5s1/4S1R/7/7/k6/1"
        );
        assert_eq!(
            rest_from_error("9/1/K6/5s1/4S1/7/7/k6/1/9 w"),
            "4S1/7/7/k6/1/9 w"
        );
        assert_eq!(
            rest_from_error("9/1/K6/5s1/4X1R/7/7/k6/1/9 w"),
            "X1R/7/7/k6/1/9 w"
        );
        assert_eq!(rest_from_error(board), "");
        assert_eq!(rest_from_error(&format!("{board}  x - -")), "x - -");
        assert_eq!(rest_from_error(&format!("{board} w x - -")), "x - -");
        assert_eq!(
            rest_from_error(&format!("{board} w - 63 - - 1")),
            "63 - - 1"
        );
        assert_eq!(rest_from_error(&format!("{board} w - 1 - - 1")), "1 - - 1");
        assert_eq!(rest_from_error(&format!("{board} w - - 99 - 1")), "99 - 1");
        assert_eq!(rest_from_error(&format!("{board} w - - - x 1")), "x 1");
        assert_eq!(rest_from_error(&format!("{board} w - - - - 0")), "0");
        assert_eq!(
            rest_from_error(&format!("{board} w - - - - 1 more")),
            "more"
        );
        assert_eq!(
            rest_from_error("9/1/K6/5s1/4y1R/7/7/k6/1/9 w"),
            "y1R/7/7/k6/1/9 w"
        );
    }
}
