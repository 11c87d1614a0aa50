//! Writes results to a file or to stdout.

use std::io::{self, Write};
use std::path::Path;

use crate::files::OutputFile;

/// The destination of the results: a file or stdout.
#[derive(Debug)]
pub struct Output {
    name: String,
    writer: Writer,
}

#[derive(Debug)]
enum Writer {
    File(OutputFile),
    Stdout,
}

/// An error in writing a result.
#[derive(Debug, thiserror::Error)]
#[error("can't write {name}: {source}")]
pub struct WriteError {
    /// The path of the file, or `to stdout`.
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
    /// Returns the output to a file, or to stdout if there is no path. Each result is in the
    /// file as soon as it is known, and survives however the program ends; an old file
    /// stays until the first of them.
    ///
    /// # Errors
    /// Returns an error if the file can't be opened.
    pub fn open(path: Option<&Path>) -> Result<Self, WriteError> {
        match path {
            Some(path) => Self::file(path),
            None => Ok(Self {
                name: "to stdout".to_owned(),
                writer: Writer::Stdout,
            }),
        }
    }

    /// Returns the output to a file.
    ///
    /// # Errors
    /// Returns an error if the file can't be opened.
    pub fn file(path: &Path) -> Result<Self, WriteError> {
        let file = OutputFile::create(path).map_err(|error| WriteError::new(path, error))?;
        Ok(Self {
            name: path.display().to_string(),
            writer: Writer::File(file),
        })
    }

    /// Writes a part that is no result of its own. A file receives it together with the next
    /// result or when it is complete.
    ///
    /// # Errors
    /// Returns an error if it can't be written.
    pub fn write_part(&mut self, text: &str) -> Result<(), WriteError> {
        let written = match &mut self.writer {
            Writer::File(file) => file.write_all(text.as_bytes()),
            Writer::Stdout => write_stdout(text),
        };
        written.map_err(|source| self.error(source))
    }

    /// Writes a result, which reaches its destination before the work on the next result
    /// begins.
    ///
    /// # Errors
    /// Returns an error if the result can't be written.
    pub fn write(&mut self, text: &str) -> Result<(), WriteError> {
        let written = match &mut self.writer {
            Writer::File(file) => file.write_record(text.as_bytes()),
            Writer::Stdout => write_stdout(text),
        };
        written.map_err(|source| self.error(source))
    }

    /// Completes the output of work that has succeeded. Without a result, an old file is
    /// replaced by an empty one, or by the head alone.
    ///
    /// # Errors
    /// Returns an error if the file can't be written.
    pub fn finish(self) -> Result<(), WriteError> {
        let Self { name, writer } = self;
        match writer {
            Writer::File(file) => file.commit().map_err(|source| WriteError { name, source }),
            Writer::Stdout => Ok(()),
        }
    }

    /// Returns the error that this output can't be written.
    pub fn error(&self, source: io::Error) -> WriteError {
        WriteError {
            name: self.name.clone(),
            source,
        }
    }
}

fn write_stdout(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())
}
