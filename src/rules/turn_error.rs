//! Errors in the text of a turn, for all games.

use super::illegal::Illegal;

/// The reason why a text is not a legal turn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TurnError {
    /// The text is not written like a turn.
    #[error("move \"{text}\": found {found}, expected {expected}")]
    Syntax {
        /// The whole text, shortened and escaped for display as in the other
        /// errors.
        text: String,
        /// The part of the text that was found instead of the expected one.
        found: String,
        /// A description of the expected part.
        expected: &'static str,
    },
    /// No legal turn matches the text.
    #[error("move \"{text}\" is not legal{}, expected {hint}", told(.reason.as_deref()))]
    Illegal {
        /// The text.
        text: String,
        /// The reason, if the text names the man that is to move.
        reason: Option<Box<Illegal>>,
        /// A hint at what is legal.
        hint: String,
    },
    /// More than one legal turn matches the text.
    #[error("move \"{text}\" is ambiguous, expected one of {candidates}")]
    Ambiguous {
        /// The text.
        text: String,
        /// The turns that match.
        candidates: String,
    },
}

fn told(reason: Option<&Illegal>) -> String {
    reason.map_or_else(String::new, |reason| format!(" ({reason})"))
}
