//! Writes the game file and the reports from the games of a tournament.

use crate::tournament::Spec;
use crate::tournament::folder::{FolderError, LockedFolder};
use crate::tournament::game_text::{GameTextError, file_game};
use crate::tournament::journal::Games;
use crate::tournament::report::report;

/// The reason that the files can't be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteFilesError {
    /// A file can't be written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A game in the journal is invalid.
    #[error(transparent)]
    Game(#[from] GameTextError),
}

/// Writes the game file and the reports, and replaces existing ones.
///
/// # Errors
/// Returns an error if a file can't be written, or if a game in the journal is
/// invalid because the journal was edited.
pub fn write_files(
    folder: &LockedFolder,
    spec: &Spec,
    games: &Games,
) -> Result<(), WriteFilesError> {
    let mut sgn = String::new();
    for game in games.values() {
        sgn += &file_game(&spec.event, game)?.to_string();
    }
    folder.write("games.sgn", &sgn)?;
    let document = report(spec, games.values());
    folder.write("report.md", &document.markdown())?;
    folder.write("report.html", &document.html())?;
    // The Markdown report refers to the plots as files in the same folder.
    for plot in document.plots() {
        folder.write(&format!("{}.svg", plot.name), &plot.svg)?;
    }
    Ok(())
}
