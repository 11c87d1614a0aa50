//! Reads the games of a file, one at a time.

use std::io::BufRead;

use super::error::{FileError, FileFault};
use super::game::FileGame;
use super::options::ReadOptions;
use super::parser::GameParser;
use super::raw::RawTag;
use super::resolve::resolve;

/// Reads a sequence of moves without tags, played from `position` (SPN or FEN) or else
/// from the start position. They are written as in a file, with or without move numbers, notes and
/// variations. In an error, `line` counts from the beginning of `text`, and `game` is 1.
///
/// # Errors
/// Returns an error if the text can't be parsed, or if there is no rule set under which
/// the position is valid and all turns are legal.
pub fn read_moves(
    text: &str,
    position: Option<&str>,
    options: ReadOptions,
) -> Result<FileGame, FileError> {
    let mut raw = GameParser::new(text.as_bytes())
        .next()
        .map_err(|error| error.of_game(1))?
        .unwrap_or_default();
    raw.tags.extend(position.map(|spn| RawTag {
        name: "SPN".to_owned(),
        value: spn.to_owned(),
        location: raw.location,
        value_location: raw.location,
    }));
    resolve(&raw, options).map_err(|rejection| rejection.of_game(1))
}

/// A reader of SGN that holds one game in memory at a time. A game that can't be read
/// yields an error, and reading continues with the next game.
#[derive(Debug)]
pub struct GameReader<R> {
    parser: GameParser<R>,
    options: ReadOptions,
    /// The number of the current game, counted from 1.
    game_number: u64,
    is_over: bool,
}

impl<R: BufRead> GameReader<R> {
    /// Creates a reader of the games in an input.
    pub const fn new(input: R, options: ReadOptions) -> Self {
        Self {
            parser: GameParser::new(input),
            options,
            game_number: 0,
            is_over: false,
        }
    }
}

impl<R: BufRead> Iterator for GameReader<R> {
    type Item = Result<FileGame, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        self.game_number += 1;
        let raw = match self.parser.next() {
            Ok(None) => {
                self.is_over = true;
                return None;
            }
            Ok(Some(raw)) => raw,
            Err(error) => {
                self.is_over = matches!(error.fault, FileFault::Input(_));
                return Some(Err(error.of_game(self.game_number)));
            }
        };
        let game = resolve(&raw, self.options);
        Some(game.map_err(|rejection| rejection.of_game(self.game_number)))
    }
}
