//! The events that the engine sends while it runs a task, with turns as text.

use crate::base::Score;
use crate::rules::shatra::Numbering;
use crate::search::{Bound, SearchInfo, SearchProgress};

/// A notation in which turns are read and written.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum TurnNotation {
    /// Complete turns, written with the letters of the files, such as `a5-a6`. Squares
    /// given as numbers have official numbers.
    #[default]
    Complete,
    /// One jump of a turn at a time, as in USHI. Squares given as numbers have SPN
    /// numbers.
    Jumps,
}

impl TurnNotation {
    /// Returns the numbering of squares given as numbers.
    pub const fn numbering(self) -> Numbering {
        match self {
            Self::Complete => Numbering::Official,
            Self::Jumps => Numbering::Spn,
        }
    }
}

/// An event of a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineEvent {
    /// The search reports a line. If the game is over, the line is empty and its depth
    /// is 0.
    Line(PvLine),
    /// The search is about to search a root turn.
    Current {
        /// The depth of the iteration, in plies.
        depth: usize,
        /// The turn, or its first jump.
        turn: String,
        /// The number of the turn in the order of the search, counted from 1.
        number: usize,
    },
    /// How far the search has come.
    Progress(SearchProgress),
    /// A line of text, such as a result of perft or the benchmark.
    Text(String),
    /// A part of the request can't be carried out; this is the error message.
    Error(String),
    /// The task is over. This event is sent once, and is the last one.
    Done {
        /// The turn to play, or its first jump; `None` if there is no legal turn, or if
        /// the task was not a search.
        best: Option<String>,
        /// The turn on which to ponder: the expected reply to `best`.
        ponder: Option<String>,
        /// The score of `best` for the side to move, in centipawns; `None` if it was not
        /// searched.
        score: Option<Score>,
    },
}

impl EngineEvent {
    /// The event that ends a task without an answer.
    pub(super) const NO_ANSWER: Self = Self::Done {
        best: None,
        ponder: None,
        score: None,
    };
}

/// An entry of the transposition table: the result of an earlier search of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProbeResult {
    /// The best turn; `None` if the entry has none.
    pub best: Option<String>,
    /// The score of the position for the side to move, in centipawns.
    pub score: Score,
    /// Whether the score is exact, a lower bound or an upper bound.
    pub bound: Bound,
    /// The depth of the search, in plies.
    pub depth: i32,
}

/// A principal variation that a search reports, with turns or jumps as text; see [`SearchInfo`].
pub type PvLine = SearchInfo<Vec<String>>;

/// A function that receives the events of a task. It is called on the engine's threads, or
/// on the caller's thread if the engine's own can't be started.
pub type Listener = std::sync::Arc<dyn Fn(EngineEvent) + Send + Sync>;
