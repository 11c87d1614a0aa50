//! What the engine tells while it works: values, with turns as text.

use crate::base::Score;
use crate::search::{Bound, Info};

/// How turns are read and written.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Notation {
    /// Whole turns in letters, bare numbers being official ones.
    #[default]
    Turns,
    /// One jump at a time in SPN numbers, as USHI has it.
    Jumps,
}

/// News of a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The search knows a line. It is empty, and of depth 0, if the game is
    /// over.
    Line(Line),
    /// The search turns to another turn of the root.
    Current {
        /// Its depth.
        depth: usize,
        /// The turn.
        turn: String,
        /// Its place, from 1.
        number: usize,
    },
    /// A line of a result.
    Text(String),
    /// A part of the request could not be met.
    Error(String),
    /// The task is over. Told once, as the last event.
    Done {
        /// The turn to play, or its first jump; `None` without a legal one, or
        /// if the task was no search.
        best: Option<String>,
        /// The reply expected.
        ponder: Option<String>,
        /// The worth of `best` for the side to move; `None` without one.
        score: Option<Score>,
    },
}

impl Event {
    /// A task is over that has no answer.
    pub(super) const NOTHING: Self = Self::Done {
        best: None,
        ponder: None,
        score: None,
    };
}

/// What earlier searches found of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// The best turn.
    pub best: Option<String>,
    /// The worth of the position for its side to move.
    pub score: Score,
    /// How the score relates to the truth.
    pub bound: Bound,
    /// The depth of that search, in plies.
    pub depth: i32,
}

/// A line of play, its turns (or jumps) as text.
pub type Line = Info<Vec<String>>;

/// Where the events of a task go; called on the engine's own threads.
pub type Listener = std::sync::Arc<dyn Fn(Event) + Send + Sync>;
