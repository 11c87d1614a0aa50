//! What is wrong with the text of a turn, whatever the game.

/// Why a text is no legal turn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TurnError {
    /// The text does not look like a turn.
    #[error("move {text:?}: found {found}, expected {expected}")]
    Syntax {
        /// The whole text.
        text: String,
        /// What stands where something else was expected.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// No legal turn fits the text.
    #[error("move {text:?} is not legal, expected {hint}")]
    Illegal {
        /// The text.
        text: String,
        /// What is legal.
        hint: String,
    },
    /// More than one legal turn fits the text.
    #[error("move {text:?} is ambiguous, expected one of {candidates}")]
    Ambiguous {
        /// The text.
        text: String,
        /// The turns that fit.
        candidates: String,
    },
}
