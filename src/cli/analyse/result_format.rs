//! The format of results, and the paths of numbered files.

use std::path::{Path, PathBuf};

use super::args::AnalyseArgs;

/// The format of results.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ResultFormat {
    /// A table for people.
    Table,
    /// One JSON object on each line.
    Json,
    /// CSV rows.
    Csv,
    /// SGN; for games only.
    Sgn,
}

impl ResultFormat {
    /// Returns the format that an option selects, or `None` if no option selects one.
    pub fn from_options(args: &AnalyseArgs) -> Option<Self> {
        let options = [
            (args.json, Self::Json),
            (args.csv, Self::Csv),
            (args.sgn, Self::Sgn),
        ];
        let selected = options.into_iter().find(|(is_selected, _)| *is_selected);
        selected.map(|(_, format)| format)
    }
}

/// Returns the path of the n-th file of a series: `graph.svg`, `graph-2.svg`, …
pub fn numbered_path(path: &Path, number: u64) -> PathBuf {
    let (Some(stem), true) = (path.file_stem(), number > 1) else {
        return path.to_owned();
    };
    let mut name = stem.to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_files_of_a_series_are_numbered() {
        let path = |number| numbered_path(Path::new("a/graph.svg"), number);
        assert_eq!(path(1), Path::new("a/graph.svg"));
        assert_eq!(path(12), Path::new("a/graph-12.svg"));
        assert_eq!(numbered_path(Path::new("graph"), 2), Path::new("graph-2"));
    }
}
