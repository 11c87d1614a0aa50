//! The state of the running task.

use super::backend::{Task, TaskId};
use super::pv_filter::PvFilter;
use crate::{dialect::Dialect, reply::Reply};

/// A task, from the command that starts it to its answer.
#[derive(Debug)]
pub(super) struct RunningTask {
    pub(super) id: TaskId,
    /// The dialect of the command that started the task, and of the answer.
    pub(super) dialect: Dialect,
    /// Whether the task is a search, which is answered with `bestmove`; perft, the
    /// benchmark and annotations are not.
    pub(super) is_search: bool,
    /// Whether the task must not be answered before `stop`.
    pub(super) infinite: bool,
    /// Whether the task must not be answered before `stop` or `ponderhit`.
    pub(super) pondering: bool,
    /// Whether the task has been told to stop.
    pub(super) stopping: bool,
    /// The filter for the variations of the search.
    pub(super) pv_filter: PvFilter,
    /// The answer, if the task has ended but must not be answered yet.
    pub(super) held: Option<Reply>,
}

impl RunningTask {
    pub(super) fn new(id: TaskId, dialect: Dialect, task: &Task) -> Self {
        let (is_search, infinite, pondering) = match task {
            Task::Search(limits) => (true, limits.infinite, limits.ponder),
            Task::Perft(_) | Task::Bench(_) | Task::Annotate(_) => (false, false, false),
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
