//! The state of the task that is running.

use super::backend::{Task, TaskId};
use super::pv_filter::PvFilter;
use crate::{dialect::Dialect, reply::GameAction};

/// The answer to a search, held until it may be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HeldAnswer {
    pub(super) best: Option<String>,
    pub(super) ponder: Option<String>,
    pub(super) action: Option<GameAction>,
}

/// A task from its `go` to its answer.
#[derive(Debug)]
pub(super) struct RunningTask {
    pub(super) id: TaskId,
    /// The dialect of its `go`, in which it will be answered.
    pub(super) dialect: Dialect,
    /// A search is answered by `bestmove`; perft and bench are not.
    pub(super) is_search: bool,
    /// The task must not be answered before `stop`.
    pub(super) infinite: bool,
    /// The task must not be answered before `stop` or `ponderhit`.
    pub(super) pondering: bool,
    /// The engine has been asked to stop.
    pub(super) stopping: bool,
    /// The lines of play that the host has received from it.
    pub(super) pv_filter: PvFilter,
    /// The answer of a task that has ended but must not be answered yet.
    pub(super) held: Option<HeldAnswer>,
}

impl RunningTask {
    pub(super) fn new(id: TaskId, dialect: Dialect, task: &Task) -> Self {
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
            pv_filter: PvFilter::default(),
            held: None,
        }
    }

    /// Returns whether the task may be answered as soon as it has ended.
    pub(super) const fn may_answer(&self) -> bool {
        self.stopping || !(self.infinite || self.pondering)
    }
}
