//! Saves a game to a file (SGN), and loads one.

use std::io::{self, BufReader};
use std::path::Path;

use super::game::Game;
use super::texts::texts_of;
use super::view::View;
use crate::base::Color;
use crate::files::game_file::{FileError, FileGame, GameReader, ReadGame, ReadOptions};
use crate::files::{OutputFile, open_regular};
use crate::page::Language;
use crate::tournament::TimeControl;

/// Writes the game to a file. Replaces an existing file only if `may_replace` is set.
///
/// # Errors
/// Returns an error if the file exists and may not be replaced, or can't be
/// written.
pub fn write(path: &Path, game: &Game, view: &View, may_replace: bool) -> io::Result<()> {
    let text = file_game(game, view).to_string();
    match may_replace {
        true => OutputFile::write_whole(path, text),
        false => OutputFile::write_new(path, text),
    }
}

/// An error in loading a game.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file can't be opened.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The game in the file can't be parsed.
    #[error(transparent)]
    Game(#[from] FileError),
    /// The file contains no games.
    #[error("the file contains no games (expected SGN)")]
    Empty,
}

/// Reads the first game of a file.
///
/// # Errors
/// Returns an error if the file can't be read or contains no games, or the first
/// game can't be parsed.
pub fn read(path: &Path) -> Result<ReadGame, LoadError> {
    let input = BufReader::new(open_regular(path)?);
    let mut games = GameReader::new(input, ReadOptions::default());
    Ok(games.next().ok_or(LoadError::Empty)??)
}

fn file_game(game: &Game, view: &View) -> FileGame {
    // The file is for others, whatever language this user speaks.
    let texts = texts_of(Language::English);
    let mut file = FileGame::from(game.record().clone());
    if let Some(ending) = game.ending() {
        file.result = ending.result();
        let last = file.turns().len().wrapping_sub(1);
        if let Some(turn) = file.turn_mut(last) {
            turn.comment = ending.announcement(&texts);
        }
    }
    let today = jiff::Timestamp::now().strftime("%Y.%m.%d").to_string();
    let mut set = |tag: &str, value: &str| file.tags.set(tag, value);
    set("Event", "A game at the terminal");
    set("Date", &today);
    set("White", &view.player(Color::White, "Human", &texts));
    set("Black", &view.player(Color::Black, "Human", &texts));
    if let Some(control) = game.control() {
        set("TimeControl", &time_control_text(control));
    }
    file
}

fn time_control_text(control: TimeControl) -> String {
    let seconds = |ms: u64| ms as f64 / 1000.0;
    let (base, increment) = (seconds(control.base_ms), seconds(control.increment_ms));
    let moves = control.moves.map(|moves| format!("{moves}/"));
    format!("{}{base}+{increment}", moves.unwrap_or_default())
}
