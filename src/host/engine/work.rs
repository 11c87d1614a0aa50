//! What a task of a host is to do, once its words have been understood.

use batyr_protocol::{GoLimits, TaskId};

use super::annotation::Annotation;
use crate::engine::Listener;

/// The work of a task.
pub enum Work {
    Search(GoLimits),
    Perft(u32),
    Annotate(Box<Annotation>),
    Bench(usize),
}

/// A task that waits for files.
pub struct WaitingTask {
    pub id: TaskId,
    pub work: Work,
    pub listener: Listener,
}
