//! A long file needs no more memory than a short one.

use std::cell::Cell;
use std::io::{BufReader, Read};
use std::rc::Rc;

use batyr::files::game_file::{GameReader, ReadOptions};

use super::random_games::{game_of, random_game};
use crate::support::Random;

const GAMES: usize = 10_000;
const BUFFER: usize = 4096;

/// A reader that generates games as they are read, and counts the bytes that it
/// returns.
struct GameStream {
    texts: Vec<String>,
    left: usize,
    text: usize,
    at: usize,
    bytes_read: Rc<Cell<usize>>,
}

impl Read for GameStream {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if self.left == 0 {
            return Ok(0);
        }
        let rest = &self.texts[self.text].as_bytes()[self.at..];
        let length = rest.len().min(into.len());
        into[..length].copy_from_slice(&rest[..length]);
        self.at += length;
        if length == rest.len() {
            self.at = 0;
            self.text = (self.text + 1) % self.texts.len();
            self.left -= 1;
        }
        self.bytes_read.set(self.bytes_read.get() + length);
        Ok(length)
    }
}

/// Returns some short games.
fn texts() -> Vec<String> {
    let mut random = Random::new(5);
    let mut texts = Vec::new();
    while texts.len() < 50 {
        let mut json = random_game(&mut random);
        json.turns.truncate(6);
        for turn in &mut json.turns {
            turn.variations.truncate(1);
        }
        texts.push(game_of(&json).to_string());
    }
    texts
}

#[test]
fn ten_thousand_games_are_read_one_at_a_time() {
    let texts = texts();
    let bytes_read = Rc::new(Cell::new(0));
    let source = GameStream {
        texts: texts.clone(),
        left: GAMES,
        text: 0,
        at: 0,
        bytes_read: Rc::clone(&bytes_read),
    };
    let input = BufReader::with_capacity(BUFFER, source);
    let mut games_read = 0;
    let mut length = 0;
    for game in GameReader::new(input, ReadOptions::default()) {
        let game = game.unwrap();
        let text = &texts[games_read % texts.len()];
        assert!(text.contains(&format!("[Result \"{}\"]", game.result.text())));
        games_read += 1;
        length += text.len();
        let ahead = bytes_read.get().saturating_sub(length);
        assert!(ahead <= BUFFER, "{ahead} bytes ahead of game {games_read}");
    }
    assert_eq!(games_read, GAMES);
    assert_eq!(bytes_read.get(), length);
}
