//! The events that the engine sends while it works: values, with turns as text.

use crate::base::Score;
use crate::rules::shatra::Numbering;
use crate::search::{Bound, Info};

/// A notation in which turns are read and written.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Notation {
    /// Whole turns in letters; bare numbers are official ones.
    #[default]
    Turns,
    /// One jump at a time in SPN numbers, as in USHI.
    Jumps,
}

impl Notation {
    /// Returns the numbering of bare numbers.
    pub(super) const fn numbering(self) -> Numbering {
        match self {
            Self::Turns => Numbering::Official,
            Self::Jumps => Numbering::Spn,
        }
    }
}

/// An event of a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The search has found a line. The line is empty, and of depth 0, if the
    /// game is over.
    Line(Line),
    /// The search starts on another turn of the root.
    Current {
        /// The depth of the iteration.
        depth: usize,
        /// The turn.
        turn: String,
        /// The place of the turn in the order, from 1.
        number: usize,
    },
    /// A line of text of a result.
    Text(String),
    /// A part of the request could not be carried out.
    Error(String),
    /// The task is over. Sent once, as the last event.
    Done {
        /// The turn to play, or its first jump; `None` without a legal turn, or
        /// if the task was not a search.
        best: Option<String>,
        /// The expected reply.
        ponder: Option<String>,
        /// The score of `best` for the side to move; `None` without one.
        score: Option<Score>,
    },
}

impl Event {
    /// The end of a task that has no answer.
    pub(super) const NO_ANSWER: Self = Self::Done {
        best: None,
        ponder: None,
        score: None,
    };
}

/// The result of earlier searches of a position, read from the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProbeResult {
    /// The best turn.
    pub best: Option<String>,
    /// The score of the position for its side to move.
    pub score: Score,
    /// The relation of the score to the true value.
    pub bound: Bound,
    /// The depth of that search, in plies.
    pub depth: i32,
}

/// A line of play, its turns (or jumps) as text.
pub type Line = Info<Vec<String>>;

/// A receiver of the events of a task; called on the engine's own threads.
pub type Listener = std::sync::Arc<dyn Fn(Event) + Send + Sync>;
