//! The format of results, and the names of a series of files.

use std::path::{Path, PathBuf};

use super::AnalyseArgs;

/// The format of results.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ResultFormat {
    /// A table for people.
    Table,
    /// A JSON object on each line.
    Json,
    /// CSV rows.
    Csv,
    /// SGN; for games only.
    Sgn,
}

impl ResultFormat {
    /// Returns the format that the options select.
    pub fn of_options(args: &AnalyseArgs) -> Option<Self> {
        let all = [
            (args.json, Self::Json),
            (args.csv, Self::Csv),
            (args.sgn, Self::Sgn),
        ];
        let selected = all.into_iter().find(|(is_selected, _)| *is_selected);
        selected.map(|(_, format)| format)
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
    fn later_files_of_a_series_are_numbered() {
        let name = |number| numbered(Path::new("a/graph.svg"), number);
        assert_eq!(name(1), Path::new("a/graph.svg"));
        assert_eq!(name(12), Path::new("a/graph-12.svg"));
        assert_eq!(numbered(Path::new("graph"), 2), Path::new("graph-2"));
    }
}
