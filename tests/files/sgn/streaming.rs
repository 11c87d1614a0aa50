//! A long file needs no more memory than a short one.

use std::cell::Cell;
use std::io::{BufReader, Read};
use std::rc::Rc;

use batyr::files::game_file::{GameReader, ReadOptions};

use super::random_games::{file_game, random_game};
use crate::support::Random;

const GAMES: usize = 10_000;
const BUFFER_BYTES: usize = 4096;

/// A reader that generates games as they are read, and counts the bytes that it returns.
struct GameStream {
    texts: Vec<String>,
    games_left: usize,
    text_index: usize,
    /// The number of bytes of the current text that have been read.
    offset: usize,
    bytes_read: Rc<Cell<usize>>,
}

impl Read for GameStream {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.games_left == 0 {
            return Ok(0);
        }
        let rest = &self.texts[self.text_index].as_bytes()[self.offset..];
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        self.offset += length;
        if length == rest.len() {
            self.offset = 0;
            self.text_index = (self.text_index + 1) % self.texts.len();
            self.games_left -= 1;
        }
        self.bytes_read.set(self.bytes_read.get() + length);
        Ok(length)
    }
}

/// Returns the text of 50 short games.
fn short_games() -> Vec<String> {
    let mut random = Random::new(5);
    let mut texts = Vec::new();
    while texts.len() < 50 {
        let mut json = random_game(&mut random);
        json.turns.truncate(6);
        for turn in &mut json.turns {
            turn.variations.truncate(1);
        }
        texts.push(file_game(&json).to_string());
    }
    texts
}

#[test]
fn ten_thousand_games_are_read_one_at_a_time() {
    let texts = short_games();
    let bytes_read = Rc::new(Cell::new(0));
    let source = GameStream {
        texts: texts.clone(),
        games_left: GAMES,
        text_index: 0,
        offset: 0,
        bytes_read: Rc::clone(&bytes_read),
    };
    let input = BufReader::with_capacity(BUFFER_BYTES, source);
    let mut games_read = 0;
    let mut length_of_games = 0;
    for game in GameReader::new(input, ReadOptions::default()) {
        let game = game.unwrap().game;
        let text = &texts[games_read % texts.len()];
        assert!(text.contains(&format!("[Result \"{}\"]", game.result.text())));
        games_read += 1;
        length_of_games += text.len();
        let ahead = bytes_read.get().saturating_sub(length_of_games);
        assert!(
            ahead <= BUFFER_BYTES,
            "{ahead} bytes ahead of game {games_read}"
        );
    }
    assert_eq!(games_read, GAMES);
    assert_eq!(bytes_read.get(), length_of_games);
}
