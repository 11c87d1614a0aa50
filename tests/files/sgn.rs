//! Game files: an independent strict reader reads what the program writes, and the program reads
//! what people and other programs write.

mod faults;
mod online;
mod random_games;
mod reading;
mod round_trip;
mod streaming;
mod tolerance;
mod writing;

use batyr::files::game_file::{FileError, FileGame, GameReader, ReadOptions};

const STRICT: ReadOptions = ReadOptions {
    variant: None,
    numbering: None,
    is_strict: true,
};

/// Reads the games in a text, none of which may have a fault.
fn read(text: &str) -> Vec<Result<FileGame, FileError>> {
    let games = GameReader::new(text.as_bytes(), STRICT);
    games.map(|read| Ok(read?.game)).collect()
}

/// Reads a text that contains exactly one game.
#[track_caller]
fn read_one(text: &str) -> FileGame {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    games
        .remove(0)
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Returns the turns of a game's main line.
fn turns(game: &FileGame) -> Vec<&str> {
    game.turns().iter().map(|turn| turn.text()).collect()
}
