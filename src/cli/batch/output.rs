//! Writes results to a file or to stdout.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::cli::error::CliError;
use crate::cli::stdout;
use crate::files::OutputFile;

/// The destination of the results: a file or stdout.
#[derive(Debug)]
pub enum Output {
    /// A file, and its path for messages.
    File(PathBuf, OutputFile),
    /// Stdout.
    Stdout,
}

impl Output {
    /// Returns the output to the file at `path`, or to stdout without a path. Each result is in
    /// the file as soon as it is known, however the program then ends; an old file stays until
    /// the first result.
    pub fn open(path: Option<&Path>) -> Result<Self, CliError> {
        path.map_or(Ok(Self::Stdout), Self::file)
    }

    /// Returns the output to a file.
    pub fn file(path: &Path) -> Result<Self, CliError> {
        let file = OutputFile::create(path).map_err(cannot_write(path))?;
        Ok(Self::File(path.to_owned(), file))
    }

    /// Writes text that is not a result, such as a head. A file receives it together with the
    /// next result, or when the output is finished.
    pub fn write_part(&mut self, text: &str) -> Result<(), CliError> {
        match self {
            Self::File(path, file) => file.write_all(text.as_bytes()).map_err(cannot_write(path)),
            Self::Stdout => stdout::write(text),
        }
    }

    /// Writes a result. It has reached its destination when this returns.
    pub fn write(&mut self, text: &str) -> Result<(), CliError> {
        match self {
            Self::File(path, file) => file
                .write_record(text.as_bytes())
                .map_err(cannot_write(path)),
            Self::Stdout => stdout::write(text),
        }
    }

    /// Completes the output of work that has succeeded. Without a result, an old file is
    /// replaced by an empty one, or by the head alone.
    pub fn finish(self) -> Result<(), CliError> {
        match self {
            Self::File(path, file) => file.commit().map_err(cannot_write(&path)),
            Self::Stdout => Ok(()),
        }
    }
}

/// Returns a function that creates the failure for a file that can't be written.
pub fn cannot_write(path: &Path) -> impl Fn(io::Error) -> CliError {
    move |error| CliError::failure(format_args!("can't write {}: {error}", path.display()))
}
