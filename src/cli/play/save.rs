//! Saves a game to a file (SGN), and loads one.

use std::io::{self, BufReader};
use std::path::Path;

use super::game::Game;
use super::texts::texts_of;
use super::view::View;
use crate::base::Color;
use crate::files::game_file::{FileGame, GameReader, GameWithFaults, ReadOptions};
use crate::files::{OutputFile, open_regular};
use crate::page::Language;

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

/// Reads the first game of a file.
pub fn read(path: &Path) -> Result<GameWithFaults, String> {
    let input = open_regular(path).map_err(|error| error.to_string())?;
    let mut games = GameReader::new(BufReader::new(input), ReadOptions::default());
    match games.next() {
        Some(game) => game.map_err(|error| error.to_string()),
        None => Err("the file contains no games (expected SGN)".to_owned()),
    }
}

fn file_game(game: &Game, view: &View) -> FileGame {
    // Others read the file, so its texts do not depend on the language of this user.
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
        set("TimeControl", &control.to_string());
    }
    file
}
