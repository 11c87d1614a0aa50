//! Writes results to a file or to stdout.

use std::io::{self, Write};
use std::path::Path;

use super::progress::Progress;
use crate::files::OutputFile;

/// The destination of the results: a file or stdout.
pub struct Output {
    name: String,
    writer: Box<dyn Write + Send>,
}

/// An error in writing a result.
#[derive(Debug, thiserror::Error)]
#[error("can't write {name}: {source}")]
pub struct WriteError {
    /// The path of the file, or `stdout`.
    pub name: String,
    /// The error that the system reports.
    pub source: io::Error,
}

impl WriteError {
    /// Creates the error for a file that can't be written.
    pub fn new(path: &Path, source: io::Error) -> Self {
        let name = path.display().to_string();
        Self { name, source }
    }

    /// Returns whether the reader has closed the pipe, which is not a failure.
    pub fn is_closed_pipe(&self) -> bool {
        self.source.kind() == io::ErrorKind::BrokenPipe
    }
}

impl Output {
    /// Returns the output to stdout.
    pub fn stdout() -> Self {
        Self {
            name: "stdout".to_owned(),
            writer: Box::new(io::stdout()),
        }
    }

    /// Opens a file that is written in place: each result is in the file as soon as
    /// it is known, and survives however the program ends.
    ///
    /// # Errors
    /// Returns an error if the file can't be opened.
    pub fn file(path: &Path) -> Result<Self, WriteError> {
        let opened = OutputFile::in_place(path);
        let file = opened.map_err(|error| WriteError::new(path, error))?;
        Ok(Self {
            name: path.display().to_string(),
            writer: Box::new(file),
        })
    }

    /// Writes a result and flushes it, so that it reaches its destination before
    /// the work on the next result begins.
    ///
    /// # Errors
    /// Returns an error if the result can't be written.
    pub fn write(&mut self, text: &str, progress: &Progress) -> Result<(), WriteError> {
        let writer = &mut self.writer;
        let write = || {
            writer
                .write_all(text.as_bytes())
                .and_then(|()| writer.flush())
        };
        progress.suspend(write).map_err(|source| WriteError {
            name: self.name.clone(),
            source,
        })
    }
}
