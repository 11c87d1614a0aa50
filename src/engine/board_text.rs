//! Describes a position for people: a diagram, the result and the legal turns.

use crate::game::{GameRecord, GameResult};
use crate::rules::Outcome;
use crate::util::text::in_rows;

/// The maximum number of turns listed.
const MAX_LISTED_TURNS: usize = 1000;
/// The width of a row of turns, in columns.
const LINE_WIDTH: usize = 80;

/// Returns a diagram of the current position, with its notation, key, result and legal
/// turns.
pub fn board_text(game: &GameRecord) -> String {
    let mut turns = game.legal_texts(MAX_LISTED_TURNS);
    let count = game.count_turns();
    if count > turns.len() as u64 {
        turns.push("…".to_owned());
    }
    let rows = in_rows(&turns, " ", LINE_WIDTH - 1);
    let rows: Vec<String> = rows.iter().map(|row| format!(" {row}")).collect();
    let variant = game.variant();
    format!(
        "{}\nVariant: {}\n{}: {}\nKey: {:016X}\nResult: {}\nLegal turns: {}\n{}",
        game.diagram(),
        variant.id(),
        variant.position_notation(),
        game.position_text(),
        game.key(),
        result_text(game.outcome()),
        count,
        rows.join("\n")
    )
}

/// Returns the result as game files write it, and why the game ended.
fn result_text(outcome: Option<Outcome>) -> String {
    match outcome {
        None => GameResult::Unfinished.text().to_owned(),
        Some(outcome) => format!(
            "{} ({})",
            GameResult::from_outcome(outcome).text(),
            outcome.reason()
        ),
    }
}
