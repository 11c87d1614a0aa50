//! Where results go, and in which form.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::AnalyseArgs;
use super::progress::Progress;
use crate::files::OutputFile;

/// The form of results.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people.
    Table,
    /// A JSON object a line.
    Json,
    /// Rows.
    Csv,
    /// Game files; for games alone.
    Sgn,
}

impl Format {
    /// The form that was asked for.
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

/// A file or stdout.
pub struct Output {
    name: String,
    to: Box<dyn Write>,
    /// Whether the rows of a CSV have their header already.
    pub has_header: bool,
}

/// Results can't be written.
#[derive(Debug, thiserror::Error)]
#[error("can't write {name}: {source}")]
pub struct WriteError {
    /// Where.
    pub name: String,
    /// Why.
    pub source: io::Error,
}

impl WriteError {
    /// Whether somebody was reading and has left, which is no fault.
    pub fn is_nobody_reading(&self) -> bool {
        self.source.kind() == io::ErrorKind::BrokenPipe
    }
}

impl Output {
    /// Stdout.
    pub fn stdout() -> Self {
        Self {
            name: "stdout".to_owned(),
            to: Box::new(io::stdout()),
            has_header: false,
        }
    }

    /// A file that is written in place: results are there as soon as they are
    /// known, and whatever ends the program leaves them.
    ///
    /// # Errors
    /// If the system does not allow it.
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

    /// Writes a result, so that it is there before the next one is begun.
    ///
    /// # Errors
    /// If that fails.
    pub fn write(&mut self, text: &str, progress: &Progress) -> Result<(), WriteError> {
        let to = &mut self.to;
        let write = || to.write_all(text.as_bytes()).and_then(|()| to.flush());
        progress.aside(write).map_err(|source| WriteError {
            name: self.name.clone(),
            source,
        })
    }
}

/// The name of the n-th file of a series: `graph.svg`, `graph-2.svg`, …
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
