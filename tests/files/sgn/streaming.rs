//! A long file takes no more memory than a short one.

use std::cell::Cell;
use std::io::{BufReader, Read};
use std::rc::Rc;

use batyr::files::game_file::{GameReader, ReadOptions};

use super::random_games::{game_of, random_game};
use crate::support::Random;

const GAMES: usize = 10_000;
const BUFFER: usize = 4096;

/// A reader that makes up games as they are read, and counts the bytes that it
/// returns.
struct Endless {
    texts: Vec<String>,
    left: usize,
    text: usize,
    at: usize,
    handed_out: Rc<Cell<usize>>,
}

impl Read for Endless {
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
        self.handed_out.set(self.handed_out.get() + length);
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
    let handed_out = Rc::new(Cell::new(0));
    let source = Endless {
        texts: texts.clone(),
        left: GAMES,
        text: 0,
        at: 0,
        handed_out: Rc::clone(&handed_out),
    };
    let input = BufReader::with_capacity(BUFFER, source);
    let mut given = 0;
    let mut length = 0;
    for game in GameReader::new(input, ReadOptions::default()) {
        let game = game.unwrap();
        let text = &texts[given % texts.len()];
        assert!(text.contains(&format!("[Result \"{}\"]", game.result.text())));
        given += 1;
        length += text.len();
        let ahead = handed_out.get().saturating_sub(length);
        assert!(ahead <= BUFFER, "{ahead} bytes ahead of game {given}");
    }
    assert_eq!(given, GAMES);
    assert_eq!(handed_out.get(), length);
}
