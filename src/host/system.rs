//! What a conversation needs from the system on which it runs.
//!
//! A conversation and its engine open no file and start no thread themselves, so they can also
//! run without files and threads, such as in a browser.

use std::fmt::Debug;
use std::io;
use std::sync::Arc;

use crate::engine::{EngineTask, EvaluationFamily, Networks, TableSource, TaskHost};
use crate::game::Variant;
use crate::openings::book::{Book, BookError};

/// A file that is part of the program, or that a smaller program fetches when it is first needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShippedFile {
    /// The network of a family.
    Network(EvaluationFamily),
    /// The endgame tables of a variant.
    Tables(Variant),
}

/// The system on which a conversation runs. By default, each request is refused.
pub trait System: Debug + Send + Sync {
    /// Returns the contents of a file that the host has named.
    ///
    /// # Errors
    /// Returns an error if the file can't be read or has more than `max_bytes` bytes.
    fn read_file(&self, _path: &str, _max_bytes: u64) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Returns the endgame tables in a folder that the host has named.
    ///
    /// # Errors
    /// Returns an error if there is no such folder.
    fn endgame_tables(&self, _path: &str) -> io::Result<TableSource> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Continues the debug log at the end of the file at `path`; closes the log if `path` is empty.
    ///
    /// # Errors
    /// Returns an error if the file can't be written to; the log then continues in the old
    /// file.
    fn open_debug_log(&self, _path: &str) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Adds a line of the conversation to the debug log, if one is open.
    fn log_line(&self, _direction: Direction, _line: &str) {}

    /// Returns the book that comes with the program for a variant; `None` if there is none.
    ///
    /// # Errors
    /// Returns an error if the book is damaged.
    fn shipped_book(&self, _variant: Variant) -> Result<Option<Book>, BookError> {
        Ok(None)
    }

    /// Returns the networks that come with the program.
    fn shipped_networks(&self) -> Networks {
        Networks::default()
    }

    /// Returns the endgame tables that come with the program.
    fn shipped_tables(&self) -> TableSource {
        TableSource::Shipped
    }

    /// Fetches the files of a task that this system does not have yet. Returns whether the task
    /// should wait: then the system calls
    /// [`Conversation::files_have_come`](super::conversation::Conversation::files_have_come) later.
    fn fetch(&self, _files: Vec<ShippedFile>) -> bool {
        false
    }

    /// Returns the host on whose thread the engine runs its tasks; `None` if the engine has a
    /// thread of its own.
    fn task_host(&self) -> Option<Arc<dyn TaskHost>> {
        None
    }

    /// Does the work beside the tasks of the engine: on a thread with this name, where there are
    /// threads.
    ///
    /// # Errors
    /// Returns an error if the system can't start the thread.
    fn start_work(&self, _name: &str, _work: EngineTask) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// A system that has neither files nor threads.
#[derive(Debug)]
pub struct NoSystem;

impl System for NoSystem {}

/// The direction of a line of a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From the host.
    Received,
    /// To the host.
    Sent,
}
