//! A human-readable text of a position: a diagram, the result and the legal turns.

use crate::game::{GameRecord, GameResult};
use crate::rules::Outcome;

/// The maximum number of turns that the text lists.
const MAX_TURNS: usize = 1000;
/// The width of a terminal, in columns.
const WIDTH: usize = 80;

/// Returns a diagram of the current position with its text, key, result and
/// legal turns.
pub fn board_text(game: &GameRecord) -> String {
    let mut turns = game.legal_texts(MAX_TURNS);
    let count = game.count_turns();
    if count > turns.len() as u64 {
        turns.push("…".to_owned());
    }
    let variant = game.variant();
    format!(
        "{}\nVariant: {}\n{}: {}\nKey: {:016X}\nResult: {}\nLegal turns: {}\n{}",
        game.diagram(),
        variant.id(),
        variant.position_notation(),
        game.position_text(),
        game.key(),
        result(game.outcome()),
        count,
        wrap(&turns)
    )
}

/// Returns the result as in game files, and the reason for the end of the game.
fn result(outcome: Option<Outcome>) -> String {
    match outcome {
        None => GameResult::Unfinished.text().to_owned(),
        Some(outcome) => format!(
            "{} ({})",
            GameResult::from_outcome(outcome).text(),
            outcome.reason()
        ),
    }
}

/// Joins words into lines of a terminal's width.
fn wrap(words: &[String]) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in words {
        let length = word.chars().count() + 1;
        width += length;
        if width > WIDTH {
            text.push('\n');
            width = length;
        }
        text.push(' ');
        text.push_str(word);
    }
    text
}
