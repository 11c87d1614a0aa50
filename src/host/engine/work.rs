//! A task of a host as work: its words have been understood, and it can begin once its files are
//! there. What the work is and how it begins are apart, since the engine holds the one and does the
//! other.

use batyr_protocol::{GoLimits, TaskId};

use super::annotation::Annotation;
use crate::engine::Listener;

/// A task whose words have been understood.
pub enum Work {
    /// A search, with the limits of `go`.
    Search(GoLimits),
    /// Counts the leaves at this depth.
    Perft(u32),
    /// Annotates a game.
    Annotate(Box<Annotation>),
    /// The benchmark, to this depth.
    Bench(usize),
}

/// A task that waits for files.
pub struct WaitingTask {
    /// Its number in the conversation.
    pub id: TaskId,
    /// What it does.
    pub work: Work,
    /// Hears of its events.
    pub listener: Listener,
}
