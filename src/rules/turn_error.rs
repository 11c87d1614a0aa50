//! Errors in the text of a turn, for all games.

use super::illegal::Illegal;
use crate::util::span::Span;
use crate::util::text::{brief, quoted};

/// The reason why a text is not a legal turn, and which part of it is at fault.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move \"{text}\"{fault}")]
pub struct TurnError {
    /// The full text, shortened and escaped for display.
    pub text: String,
    /// The part of the text that is at fault; all of it unless the fault is
    /// [`TurnFault::Syntax`].
    pub span: Span,
    /// What is wrong.
    pub fault: TurnFault,
}

/// What is wrong with the text of a turn. The message continues that of
/// [`TurnError`], which begins with the text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TurnFault {
    /// The text is not in the notation of turns.
    #[error(": found {found}, expected {expected}")]
    Syntax {
        /// The part of the text that was found instead of the expected one.
        found: String,
        /// A description of the expected part.
        expected: &'static str,
    },
    /// No legal turn matches the text.
    #[error(" is not legal{}, expected {hint}", in_parentheses(.reason.as_deref()))]
    Illegal {
        /// The reason, if the text names the man that is to move.
        reason: Option<Box<Illegal>>,
        /// A hint at what is legal.
        hint: String,
    },
    /// More than one legal turn matches the text.
    #[error(" is ambiguous, expected one of {candidates}")]
    Ambiguous {
        /// The turns that match.
        candidates: String,
    },
}

impl TurnError {
    /// Creates the error of a text in which `rest`, the part not yet parsed,
    /// is not written as expected.
    pub(super) fn syntax(text: &str, rest: &str, expected: &'static str) -> Self {
        let found = match rest {
            "" => "the end".to_owned(),
            rest => quoted(rest),
        };
        Self {
            text: brief(text),
            span: Span::of(rest, text),
            fault: TurnFault::Syntax { found, expected },
        }
    }

    /// Creates the error of a text that matches no legal turn.
    pub(super) fn illegal(text: &str, reason: Option<Illegal>, hint: String) -> Self {
        let reason = reason.map(Box::new);
        Self::of_full_text(text, TurnFault::Illegal { reason, hint })
    }

    /// Creates the error of a text that matches more than one legal turn.
    pub(super) fn ambiguous(text: &str, candidates: String) -> Self {
        Self::of_full_text(text, TurnFault::Ambiguous { candidates })
    }

    fn of_full_text(text: &str, fault: TurnFault) -> Self {
        Self {
            text: brief(text),
            span: Span::whole(text),
            fault,
        }
    }
}

fn in_parentheses(reason: Option<&Illegal>) -> String {
    reason.map_or_else(String::new, |reason| format!(" ({reason})"))
}
