//! The state of the task that is running.

use super::backend::{SearchId, Task};
use super::lines::Lines;
use crate::{dialect::Dialect, reply::Verdict};

/// How a search ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) best: Option<String>,
    pub(super) ponder: Option<String>,
    pub(super) verdict: Option<Verdict>,
}

/// A task from its `go` to its answer.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) id: SearchId,
    /// The dialect of its `go`, in which it is answered.
    pub(super) dialect: Dialect,
    /// A search is answered by `bestmove`; perft and bench are not.
    pub(super) is_search: bool,
    /// No answer before `stop`.
    pub(super) infinite: bool,
    /// No answer before `stop` or `ponderhit`.
    pub(super) pondering: bool,
    /// The engine has been asked to stop.
    pub(super) stopping: bool,
    /// What has been told of it.
    pub(super) lines: Lines,
    /// The search has ended but may not answer yet.
    pub(super) held: Option<Outcome>,
}

impl Running {
    pub(super) fn new(id: SearchId, dialect: Dialect, task: &Task) -> Self {
        let (is_search, infinite, pondering) = match task {
            Task::Search(limits) => (true, limits.infinite, limits.ponder),
            Task::Perft(_) | Task::Bench(_) => (false, false, false),
        };
        Self {
            id,
            dialect,
            is_search,
            infinite,
            pondering,
            stopping: false,
            lines: Lines::default(),
            held: None,
        }
    }

    /// Whether it may be answered as soon as it has ended.
    pub(super) const fn may_answer(&self) -> bool {
        self.stopping || !(self.infinite || self.pondering)
    }
}
