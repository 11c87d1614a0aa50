//! The destination of results: a file or stdout.

use std::io::{self, Write};
use std::path::Path;

use super::progress::Progress;
use crate::files::OutputFile;

/// The destination of the results: a file or stdout.
pub struct Output {
    name: String,
    writer: Box<dyn Write>,
}

/// The error when a result can't be written.
#[derive(Debug, thiserror::Error)]
#[error("can't write {name}: {source}")]
pub struct WriteError {
    /// The path of the file, or `stdout`.
    pub name: String,
    /// The error that the system reports.
    pub source: io::Error,
}

impl WriteError {
    /// Returns whether the reader of a pipe has closed it, which is not a
    /// fault.
    pub fn is_closed_pipe(&self) -> bool {
        self.source.kind() == io::ErrorKind::BrokenPipe
    }
}

impl Output {
    /// Returns an output to stdout.
    pub fn stdout() -> Self {
        Self {
            name: "stdout".to_owned(),
            writer: Box::new(io::stdout()),
        }
    }

    /// Opens a file that is written in place: each result is in the file as
    /// soon as it is known and survives however the program ends.
    ///
    /// # Errors
    /// If the system does not allow the file to be opened.
    pub fn file(path: &Path) -> Result<Self, WriteError> {
        let name = path.display().to_string();
        match OutputFile::in_place(path) {
            Ok(file) => Ok(Self {
                name,
                writer: Box::new(file),
            }),
            Err(source) => Err(WriteError { name, source }),
        }
    }

    /// Writes a result and flushes it, so that it reaches its destination
    /// before the next one is begun.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&mut self, text: &str, progress: &Progress) -> Result<(), WriteError> {
        let writer = &mut self.writer;
        let write = || {
            writer
                .write_all(text.as_bytes())
                .and_then(|()| writer.flush())
        };
        progress.suspended(write).map_err(|source| WriteError {
            name: self.name.clone(),
            source,
        })
    }
}
