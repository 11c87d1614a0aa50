//! The half turn of the board, which exchanges the colours.

use batyr::rules::shatra::{half_turn, square_name};

use super::turn_lists::square;

/// Returns a turn's text after the half turn: a5 becomes g10.
pub fn half_turn_text(text: &str) -> String {
    if text == "pass" {
        return text.to_owned();
    }
    let signs = |c: char| matches!(c, '-' | ':');
    let turn = |part: &str| {
        let (name, rest) = part.split_at(part.find('=').unwrap_or(part.len()));
        square_name(half_turn(square(name))) + rest
    };
    let mut parts = text.split_inclusive(signs).map(|part| {
        let (body, sign) = part.split_at(part.find(signs).unwrap_or(part.len()));
        turn(body) + sign
    });
    parts.by_ref().collect()
}
