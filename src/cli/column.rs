//! The column of an error in a position text.

use crate::game::PositionError;
use crate::rules::board8::FenError;
use crate::rules::shatra::{SetupError, SpnError};

/// The indices of the fields of a position text, from 0.
mod field {
    pub const BOARD: usize = 0;
    pub const SIDE: usize = 1;
    pub const TEMDEK: usize = 2;
    pub const TRANSIT: usize = 3;
    pub const EN_PASSANT: usize = 4;
    pub const HALFMOVES: usize = 5;
    pub const NUMBER: usize = 6;
}

/// Returns the column of the token that an error names, in characters from 0.
pub fn of(text: &str, error: &PositionError) -> usize {
    let bytes = match error {
        PositionError::Spn(error) => in_spn(text, error),
        PositionError::Setup(error) => in_setup(text, error),
        PositionError::Fen(error) => in_fen(text, error),
        PositionError::Board8(_) => start_of_field(text, field::BOARD),
    };
    text.get(..bytes).unwrap_or(text).chars().count()
}

fn in_spn(text: &str, error: &SpnError) -> usize {
    let at = |index| start_of_field(text, index);
    match error {
        SpnError::Empty | SpnError::Groups { .. } => at(field::BOARD),
        SpnError::GroupLength { number, .. } => start_of_group(text, *number),
        SpnError::Letter { letter, number, .. } => {
            let start = start_of_group(text, *number);
            let behind = text.get(start..).unwrap_or_default();
            start + behind.find(*letter).unwrap_or(0)
        }
        SpnError::Side(_) => at(field::SIDE),
        SpnError::NoSide(_) => text.len(),
        SpnError::Temdek(_) => at(field::TEMDEK),
        SpnError::SquareNumber { field, .. } if field.starts_with("transit") => at(field::TRANSIT),
        SpnError::SquareNumber { .. } => at(field::EN_PASSANT),
        SpnError::Counter { field, .. } if field.starts_with("halfmove") => at(field::HALFMOVES),
        SpnError::Counter { .. } => at(field::NUMBER),
        SpnError::TooManyFields(_) => at(field::NUMBER + 1),
    }
}

fn in_fen(text: &str, error: &FenError) -> usize {
    // The fields for castling and en passant may be left out, as numbers in
    // their place show.
    let is_number = |index| {
        let field = text.split_ascii_whitespace().nth(index);
        field.is_some_and(|field| field.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let left_out = match (is_number(2), is_number(3)) {
        (true, _) => 2,
        (false, true) => 1,
        _ => 0,
    };
    let at = |index: usize| start_of_field(text, index.saturating_sub(left_out));
    // Rank 8 is the first group.
    let group = |rank: u8| start_of_group(text, 9 - usize::from(rank.min(8)));
    match error {
        FenError::Empty | FenError::Ranks { .. } => start_of_field(text, field::BOARD),
        FenError::RankLength { rank, .. } => group(*rank),
        FenError::Letter { letter, rank, .. } => {
            let behind = text.get(group(*rank)..).unwrap_or_default();
            group(*rank) + behind.find(*letter).unwrap_or(0)
        }
        FenError::Side(_) => start_of_field(text, field::SIDE),
        FenError::NoSide(_) => text.len(),
        FenError::NotInTheGame { field, .. } if field.starts_with("castling") => {
            start_of_field(text, 2)
        }
        FenError::NotInTheGame { .. } => start_of_field(text, 3),
        FenError::Counter { field, .. } if field.starts_with("halfmove") => at(4),
        FenError::Counter { .. } => at(5),
        FenError::TooManyFields { last, .. } if last.starts_with("move") => at(6),
        FenError::Series(_) => at(6),
        FenError::TooManyFields { .. } => at(7),
    }
}

fn in_setup(text: &str, error: &SetupError) -> usize {
    match error {
        SetupError::Transit(_) => start_of_field(text, field::TRANSIT),
        SetupError::GhostOutsideChain { letter, .. } => text.find(*letter).unwrap_or(0),
        SetupError::Biys { .. } | SetupError::TooMany { .. } => start_of_field(text, field::BOARD),
    }
}

/// Returns the column at which a part of a text starts, in characters from 0.
pub fn of_part(text: &str, part: &str) -> usize {
    let before = text.get(..offset(text, part)).unwrap_or(text);
    before.chars().count()
}

/// Returns the byte offset of a field; the end of the text if there is none.
fn start_of_field(text: &str, index: usize) -> usize {
    let field = text.split_ascii_whitespace().nth(index);
    field.map_or(text.len(), |field| offset(text, field))
}

/// Returns the byte offset of a group of the board, counted from 1; 0 if there
/// is none.
fn start_of_group(text: &str, number: usize) -> usize {
    let board = text.split_ascii_whitespace().next().unwrap_or_default();
    let group = board.split('/').nth(number.saturating_sub(1));
    group.map_or(0, |group| offset(text, group))
}

/// Returns the byte offset of a part of a text.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr().addr().saturating_sub(text.as_ptr().addr())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameRecord, Variant};

    /// Returns the text from its faulty token on.
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
