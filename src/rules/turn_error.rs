//! What is wrong with the text of a turn, whatever the game.

use super::illegal::Illegal;

/// Why a text is no legal turn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TurnError {
    /// The text does not look like a turn.
    #[error("move \"{text}\": found {found}, expected {expected}")]
    Syntax {
        /// The whole text, made fit to be shown as in the other errors.
        text: String,
        /// What stands where something else was expected.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// No legal turn fits the text.
    #[error("move \"{text}\" is not legal{}, expected {hint}", told(.reason.as_deref()))]
    Illegal {
        /// The text.
        text: String,
        /// Why not, where the text says which man is meant.
        reason: Option<Box<Illegal>>,
        /// What is legal.
        hint: String,
    },
    /// More than one legal turn fits the text.
    #[error("move \"{text}\" is ambiguous, expected one of {candidates}")]
    Ambiguous {
        /// The text.
        text: String,
        /// The turns that fit.
        candidates: String,
    },
}

fn told(reason: Option<&Illegal>) -> String {
    reason.map_or_else(String::new, |reason| format!(" ({reason})"))
}
