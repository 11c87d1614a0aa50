//! Writes the game file and the reports from the games of a tournament.

use crate::cli::error::CliError;
use crate::tournament::Spec;
use crate::tournament::folder::LockedFolder;
use crate::tournament::game_text::file_game;
use crate::tournament::journal::Games;
use crate::tournament::report::{PLOT_NAMES, report};

/// The name of the game file.
const GAME_FILE: &str = "games.sgn";
/// The name of the report in Markdown.
const MARKDOWN_REPORT: &str = "report.md";
/// The name of the report in HTML.
const HTML_REPORT: &str = "report.html";

/// Returns the names of all files that [`write_files`] may write.
pub fn file_names() -> Vec<String> {
    let names = [GAME_FILE, MARKDOWN_REPORT, HTML_REPORT].map(str::to_owned);
    let plots = PLOT_NAMES.into_iter().map(plot_file);
    names.into_iter().chain(plots).collect()
}

fn plot_file(name: &str) -> String {
    format!("{name}.svg")
}

/// Writes the game file and the reports, and replaces existing ones.
///
/// # Errors
/// Returns an error if a file can't be written, or if a game in the journal is
/// invalid because the journal was edited.
pub fn write_files(folder: &LockedFolder, spec: &Spec, games: &Games) -> Result<(), CliError> {
    let mut sgn = String::new();
    for game in games.values() {
        sgn += &file_game(&spec.event, game)?.to_string();
    }
    folder.write(GAME_FILE, &sgn)?;
    let programs = folder.programs()?;
    let document = report(spec, programs.as_ref(), games.values());
    folder.write(MARKDOWN_REPORT, &document.markdown())?;
    folder.write(HTML_REPORT, &document.html())?;
    // The Markdown report refers to the plots as files in the same folder.
    for plot in document.plots() {
        folder.write(&plot_file(plot.name), &plot.svg)?;
    }
    Ok(())
}
