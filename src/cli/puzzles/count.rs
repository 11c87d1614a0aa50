//! Counts puzzles by theme and proof, as a table in Markdown.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use super::store;
use crate::cli::error::CliError;
use crate::cli::stdout;
use crate::puzzles::{Proof, Puzzle, Theme};

/// Prints the counts of the puzzles of the files.
pub fn count(files: &[PathBuf]) -> Result<ExitCode, CliError> {
    stdout::write(table(&store::read_all(files)?))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the table. Themes that no puzzle has are left out.
fn table(puzzles: &[Puzzle]) -> String {
    let mut text = "| | proved | searched | all |\n|---|---:|---:|---:|\n".to_owned();
    let mut add = |name: &str, counted: &dyn Fn(&Puzzle) -> bool| {
        let of = |proof| {
            let is_counted = |puzzle: &&Puzzle| counted(puzzle) && puzzle.proof == proof;
            puzzles.iter().filter(is_counted).count()
        };
        let (proved, searched) = (of(Proof::Proved), of(Proof::Searched));
        let all = proved + searched;
        if all > 0 {
            // Writing to a String can't fail.
            let _ = writeln!(text, "| {name} | {proved} | {searched} | {all} |");
        }
    };
    add("all puzzles", &|_| true);
    for theme in Theme::ALL {
        add(theme.id(), &|puzzle| puzzle.themes.contains(&theme));
    }
    add("no theme", &|puzzle| puzzle.themes.is_empty());
    text
}
