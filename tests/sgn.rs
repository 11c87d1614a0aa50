//! Game files: what is written is read by a reader that forgives nothing, and
//! what people and programs write is read by ours.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // test code

mod slow;
mod strict_sgn;
mod support;

#[path = "sgn/faults.rs"]
mod faults;
#[path = "sgn/random_games.rs"]
mod random_games;
#[path = "sgn/reading.rs"]
mod reading;
#[path = "sgn/round_trip.rs"]
mod round_trip;
#[path = "sgn/streaming.rs"]
mod streaming;
#[path = "sgn/writing.rs"]
mod writing;

use batyr::rules::game_file::{FileError, FileGame, GameReader, ReadOptions};

/// The games of a text.
fn read(text: &str) -> Vec<Result<FileGame, FileError>> {
    GameReader::new(text.as_bytes(), ReadOptions::default()).collect()
}

/// The only game of a text.
#[track_caller]
fn read_one(text: &str) -> FileGame {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    games
        .remove(0)
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The turns of a game's main line.
fn turns(game: &FileGame) -> Vec<&str> {
    game.turns().iter().map(|turn| turn.text()).collect()
}
