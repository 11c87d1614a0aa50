//! Reads the games of a file, one at a time.

use std::io::BufRead;

use super::encoding::Encoding;
use super::error::{FileError, FileFault};
use super::game::FileGame;
use super::lines::LineReader;
use super::parser::GameParser;
use super::raw::{RawGame, RawTag};
use super::resolve::{ReadOptions, resolve};

/// A game that was read from a file.
#[derive(Clone, PartialEq, Debug)]
pub struct ReadGame {
    /// The game.
    pub game: FileGame,
    /// What was wrong in its text and was left out or guessed, in the order of the file. A
    /// game has none if [`ReadOptions::is_strict`] is set.
    pub faults: Vec<FileError>,
}

impl ReadGame {
    /// Returns whether nothing of the game was left out.
    pub fn is_whole(&self) -> bool {
        self.faults.iter().all(|error| error.fault.is_harmless())
    }

    fn new(game: FileGame, rejections: Vec<FileError>, raw: RawGame, number: u64) -> Self {
        let faults = raw.faults.into_iter().chain(rejections);
        let mut faults: Vec<FileError> = faults.map(|fault| fault.of_game(number)).collect();
        faults.sort_by_key(|fault| (fault.line, fault.column));
        Self { game, faults }
    }
}

impl From<FileGame> for ReadGame {
    /// Creates a game without faults.
    fn from(game: FileGame) -> Self {
        Self {
            game,
            faults: Vec::new(),
        }
    }
}

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
    let options = ReadOptions {
        is_strict: true,
        ..options
    };
    let mut raw = GameParser::new(LineReader::new(text.as_bytes()), options.is_strict)
        .next()
        .map_err(|error| error.of_game(1))?
        .unwrap_or_default();
    raw.tags.extend(position.map(|spn| RawTag {
        name: "SPN".to_owned(),
        value: spn.to_owned(),
        location: raw.location,
        value_location: raw.location,
    }));
    let resolved = resolve(&raw, options).map_err(|rejection| rejection.of_game(1));
    resolved.map(|(game, _)| game)
}

/// A reader of SGN that holds one game in memory at a time. A game of which nothing can be
/// read yields an error, and reading continues with the next game.
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
        Self::of_lines(
            LineReader::with_strictness(input, options.is_strict),
            options,
        )
    }

    /// Creates a reader of a part of a file whose start was in this encoding; `None` for UTF-8.
    pub const fn of_part(input: R, encoding: Option<Encoding>, options: ReadOptions) -> Self {
        Self::of_lines(LineReader::of_part(input, encoding, false), options)
    }

    const fn of_lines(lines: LineReader<R>, options: ReadOptions) -> Self {
        Self {
            parser: GameParser::new(lines, options.is_strict),
            options,
            game_number: 0,
            is_over: false,
        }
    }
}

impl<R: BufRead> Iterator for GameReader<R> {
    type Item = Result<ReadGame, FileError>;

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
        let number = self.game_number;
        Some(match resolve(&raw, self.options) {
            Ok((game, rejections)) => Ok(ReadGame::new(game, rejections, raw, number)),
            Err(rejection) => Err(rejection.of_game(number)),
        })
    }
}
