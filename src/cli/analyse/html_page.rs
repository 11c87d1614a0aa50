//! The HTML page with the analysed games.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::analysis::game::GameAnalysis;
use crate::analysis::page;
use crate::cli::batch::output::WriteError;
use crate::files::OutputFile;
use crate::files::game_file::FileGame;

/// The HTML page, which is written game by game and replaces an existing file only
/// when it is complete.
pub struct HtmlPage {
    path: PathBuf,
    file: OutputFile,
}

impl HtmlPage {
    /// Creates the file and writes the head of the page.
    ///
    /// # Errors
    /// Returns an error if the file can't be written.
    pub fn start(path: &Path) -> Result<Self, WriteError> {
        let file = OutputFile::create(path).map_err(|error| WriteError::new(path, error))?;
        let path = path.to_owned();
        let mut page = Self { path, file };
        page.write(&page::head())?;
        Ok(page)
    }

    /// Writes the section about a game.
    ///
    /// # Errors
    /// Returns an error if the file can't be written.
    pub fn write_game(
        &mut self,
        number: u64,
        game: &FileGame,
        analysis: &GameAnalysis,
    ) -> Result<(), WriteError> {
        self.write(&page::game(number, game, analysis))
    }

    /// Writes the foot of the page and replaces an existing file.
    ///
    /// # Errors
    /// Returns an error if the file can't be written.
    pub fn finish(mut self) -> Result<(), WriteError> {
        self.write(&page::foot())?;
        let Self { path, file } = self;
        let committed = file.commit();
        committed.map_err(|error| WriteError::new(&path, error))
    }

    fn write(&mut self, text: &str) -> Result<(), WriteError> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| WriteError::new(&self.path, error))
    }
}
