//! Errors in the texts of turns, in all games.

use super::illegal::DescribedReason;
use crate::base::Span;
use crate::util::text::{brief, quoted};

/// An error in the text of a turn, and the part of the text that is at fault.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move \"{text}\"{fault}")]
pub struct TurnError {
    /// The text, escaped and shortened for display.
    pub text: String,
    /// The part at fault of the original text, not of the escaped one: all of it, unless the
    /// fault is [`TurnFault::Syntax`].
    pub span: Span,
    /// What is wrong.
    pub fault: TurnFault,
}

/// What is wrong with the text of a turn. The message continues that of
/// [`TurnError`], which begins with the text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TurnFault {
    /// The text is not valid turn notation.
    #[error(": found {found}, expected {expected}")]
    Syntax {
        /// The part of the text that is not as expected.
        found: String,
        /// A description of what was expected.
        expected: &'static str,
    },
    /// No legal turn matches the text.
    #[error(" is not legal{}, expected {hint}", in_parentheses(.reason.as_deref()))]
    Illegal {
        /// The reason, if it is known.
        reason: Option<Box<DescribedReason>>,
        /// A hint about what is legal.
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
    /// Creates an error for a text in which `rest`, the part not yet parsed,
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

    /// Creates an error for a text that matches no legal turn.
    pub(super) fn illegal(text: &str, reason: Option<DescribedReason>, hint: String) -> Self {
        let reason = reason.map(Box::new);
        Self::of_full_text(text, TurnFault::Illegal { reason, hint })
    }

    /// Creates an error for a text that matches more than one legal turn.
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

fn in_parentheses(reason: Option<&DescribedReason>) -> String {
    reason.map_or_else(String::new, |reason| format!(" ({})", reason.description))
}
