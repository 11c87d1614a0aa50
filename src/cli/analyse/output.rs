//! The output of results: its destination and its format.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::AnalyseArgs;
use super::progress::Progress;
use crate::files::OutputFile;

/// The format of results.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Format {
    /// A table for people.
    Table,
    /// A JSON object a line.
    Json,
    /// CSV rows.
    Csv,
    /// SGN; for games only.
    Sgn,
}

impl Format {
    /// Returns the format that the options ask for.
    pub fn wanted(args: &AnalyseArgs) -> Option<Self> {
        let all = [
            (args.json, Self::Json),
            (args.csv, Self::Csv),
            (args.sgn, Self::Sgn),
        ];
        let wanted = all.into_iter().find(|(is_wanted, _)| *is_wanted);
        wanted.map(|(_, format)| format)
    }
}

/// The destination of the results: a file or stdout.
pub struct Output {
    name: String,
    to: Box<dyn Write>,
    /// Whether the CSV header has been written.
    pub has_header: bool,
}

/// An error in writing results.
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
    pub fn is_nobody_reading(&self) -> bool {
        self.source.kind() == io::ErrorKind::BrokenPipe
    }
}

impl Output {
    /// Returns an output to stdout.
    pub fn stdout() -> Self {
        Self {
            name: "stdout".to_owned(),
            to: Box::new(io::stdout()),
            has_header: false,
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
                to: Box::new(file),
                has_header: false,
            }),
            Err(source) => Err(WriteError { name, source }),
        }
    }

    /// Writes a result and flushes it, so that it is there before the next one
    /// is begun.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&mut self, text: &str, progress: &Progress) -> Result<(), WriteError> {
        let to = &mut self.to;
        let write = || to.write_all(text.as_bytes()).and_then(|()| to.flush());
        progress.aside(write).map_err(|source| WriteError {
            name: self.name.clone(),
            source,
        })
    }
}

/// Returns the name of the n-th file of a series: `graph.svg`, `graph-2.svg`, …
pub fn numbered(path: &Path, number: u64) -> PathBuf {
    let (Some(stem), true) = (path.file_stem(), number > 1) else {
        return path.to_owned();
    };
    let mut name = stem.to_owned();
    name.push(format!("-{number}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_series_have_numbers() {
        let name = |number| numbered(Path::new("a/graph.svg"), number);
        assert_eq!(name(1), Path::new("a/graph.svg"));
        assert_eq!(name(12), Path::new("a/graph-12.svg"));
        assert_eq!(numbered(Path::new("graph"), 2), Path::new("graph-2"));
    }
}
