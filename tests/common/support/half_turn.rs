//! Rotates the text of turns by half a turn of the board, which exchanges the colours.

use batyr::rules::shatra::{half_turn, square_name};

use super::turn_lists::square;

/// Returns a turn's text after the board is rotated by a half turn: a5 becomes g10.
pub fn half_turn_text(text: &str) -> String {
    if text == "pass" {
        return text.to_owned();
    }
    let is_separator = |c: char| matches!(c, '-' | ':');
    let rotated = |square_and_promotion: &str| {
        let end = square_and_promotion
            .find('=')
            .unwrap_or(square_and_promotion.len());
        let (name, promotion) = square_and_promotion.split_at(end);
        square_name(half_turn(square(name))) + promotion
    };
    let parts = text.split_inclusive(is_separator).map(|part| {
        let end = part.find(is_separator).unwrap_or(part.len());
        let (square_and_promotion, separator) = part.split_at(end);
        rotated(square_and_promotion) + separator
    });
    parts.collect()
}
