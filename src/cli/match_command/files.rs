//! The files made from the games of a tournament: the game file and the
//! reports.

use crate::tournament::Spec;
use crate::tournament::folder::{FolderError, LockedFolder};
use crate::tournament::game_text::{GameTextError, file_game};
use crate::tournament::journal::Games;
use crate::tournament::report::report;

/// The reasons why the files can't be made.
#[derive(Debug, thiserror::Error)]
pub enum FilesError {
    /// A file can't be written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A game of the journal is invalid.
    #[error(transparent)]
    Game(#[from] GameTextError),
}

/// Writes the game file and the reports, replacing earlier ones.
///
/// # Errors
/// If a file can't be written, or the journal was changed by hand.
pub fn write(folder: &LockedFolder, spec: &Spec, games: &Games) -> Result<(), FilesError> {
    let mut text = String::new();
    for game in games.values() {
        text += &file_game(&spec.event, game)?.to_string();
    }
    folder.write("games.sgn", &text)?;
    let document = report(spec, games.values());
    folder.write("report.md", &document.markdown())?;
    folder.write("report.html", &document.html())?;
    // The Markdown report refers to the plots as files beside it.
    for plot in document.plots() {
        folder.write(&format!("{}.svg", plot.name), &plot.svg)?;
    }
    Ok(())
}
