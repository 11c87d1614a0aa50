//! The events that the engine sends while it runs a task; they contain turns as texts.

use crate::base::Score;
use crate::rules::shatra::Numbering;
use crate::search::{Bound, SearchInfo};

/// A notation in which turns are read and written.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Notation {
    /// Complete turns in letters; bare numbers are official numbers.
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
    /// The search begins to search another root turn.
    Current {
        /// The depth of the iteration.
        depth: usize,
        /// The turn.
        turn: String,
        /// The number of the turn in the search order, counted from 1.
        number: usize,
    },
    /// A line of text of a result.
    Text(String),
    /// A part of the request could not be carried out.
    Error(String),
    /// The task is over. Sent once, as the last event.
    Done {
        /// The turn to play, or its first jump; `None` if there is no legal turn or
        /// the task was not a search.
        best: Option<String>,
        /// The expected reply.
        ponder: Option<String>,
        /// The score of `best` for the side to move; `None` if there is none.
        score: Option<Score>,
    },
}

impl Event {
    /// The event that ends a task without an answer.
    pub(super) const NO_ANSWER: Self = Self::Done {
        best: None,
        ponder: None,
        score: None,
    };
}

/// The result of earlier searches of a position, from the transposition table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProbeResult {
    /// The best turn.
    pub best: Option<String>,
    /// The score of the position for its side to move.
    pub score: Score,
    /// Whether the score is exact, or an upper or lower bound.
    pub bound: Bound,
    /// The depth of the search, in plies.
    pub depth: i32,
}

/// A line of play, with its turns or jumps as texts.
pub type Line = SearchInfo<Vec<String>>;

/// A receiver of the events of a task; called on the engine's own threads.
pub type Listener = std::sync::Arc<dyn Fn(Event) + Send + Sync>;
