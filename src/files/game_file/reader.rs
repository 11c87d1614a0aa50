//! Reads the games of a file, one at a time.

use std::io::BufRead;

use super::encoding::Encoding;
use super::error::{FileError, FileFault};
use super::game::{FileGame, GameWithFaults};
use super::lines::LineReader;
use super::parser::GameParser;
use super::raw::RawTag;
use super::resolve::{ReadOptions, resolve};
use crate::game::Variant;

/// Reads a sequence of moves without tags, played from `position` (SPN or FEN) or else
/// from the start position. The moves are written as in a file; move numbers, notes and
/// variations are optional. In an error, `line` counts from the beginning of `text`,
/// and `game` is 1.
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
    raw.tags.extend(position.map(|text| RawTag {
        name: Variant::accepting(text).position_notation().to_owned(),
        value: text.to_owned(),
        location: raw.location,
        value_location: raw.location,
    }));
    let resolved = resolve(&raw, options).map_err(|rejection| rejection.of_game(1));
    resolved.map(|read| read.game)
}

/// A reader of SGN and PGN that holds one game in memory at a time. A game that can't be read
/// yields an error, and reading continues with the next game unless the input itself has failed.
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

    /// Creates a reader of a part of a file; `encoding` is that of the earlier parts,
    /// `None` for UTF-8.
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
    type Item = Result<GameWithFaults, FileError>;

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
        let resolved = resolve(&raw, self.options).map_err(|rejection| rejection.of_game(number));
        Some(resolved.map(|GameWithFaults { game, faults }| {
            let faults = raw.faults.into_iter().chain(faults);
            let mut faults: Vec<FileError> = faults.map(|fault| fault.of_game(number)).collect();
            faults.sort_by_key(|fault| (fault.line, fault.column));
            GameWithFaults { game, faults }
        }))
    }
}
