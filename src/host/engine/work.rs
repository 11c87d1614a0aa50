//! A task of a host as work: its words have been understood, and it can begin once its files are
//! there. What the work is and how it begins are apart, since the engine holds the one and does the
//! other.

use batyr_protocol::{Dialect, GoLimits, TaskId};

use super::annotation::Annotation;
use super::settings::PlaySettings;
use crate::engine::Listener;
use crate::engine::kept_setup::KeptSetup;

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
    /// The command that asked for it.
    pub command: &'static str,
    /// What it does.
    pub work: Work,
    /// Hears of its events.
    pub listener: Listener,
    /// What the host had set when it asked for it.
    pub setup: TaskSetup,
}

/// What a host has set, as far as it concerns a task: what it sets while the task waits or runs is for
/// the next one.
pub struct TaskSetup {
    /// What it has set in the engine.
    pub engine: KeptSetup,
    /// The settings that the engine does not store.
    pub settings: PlaySettings,
    /// The dialect of the conversation.
    pub dialect: Dialect,
    /// Whether to play from a book.
    pub plays_from_book: bool,
}
