//! A reader of the games of a file, one at a time.

use std::io::BufRead;

use super::bare::BareTag;
use super::error::{Fault, FileError};
use super::game::FileGame;
use super::lines::LineFault;
use super::resolve::resolve;
use super::section::Sections;
use crate::game::Variant;
use crate::rules::shatra::Numbering;

/// The caller's choices, which override what a file states.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct ReadOptions {
    /// The rule set of all games, whatever their tags say; `None` to follow
    /// the tags.
    pub variant: Option<Variant>,
    /// The numbering of squares that are given as numbers; `None` for the
    /// official one of SGN, or SPN's if only that fits.
    pub numbering: Option<Numbering>,
}

/// Reads moves without tags, from a position (SPN or FEN) or the start position.
/// The turns are written as in a file, with or without move numbers, notes and
/// variations. In an error, `line` counts from the beginning of the text and
/// `game` is 1.
///
/// # Errors
/// Returns an error if the text can't be read, or if no rule set allows the
/// position and all turns.
pub fn read_moves(
    text: &str,
    position: Option<&str>,
    options: ReadOptions,
) -> Result<FileGame, FileError> {
    let section = Sections::new(text.as_bytes()).next();
    let mut bare = section
        .map_err(|error| at_line(1, error))?
        .unwrap_or_default();
    bare.tags.extend(position.map(|spn| BareTag {
        name: "SPN".to_owned(),
        value: spn.to_owned(),
        place: bare.place,
    }));
    resolve(&bare, options).map_err(|failure| failure.of_game(1))
}

/// A reader of SGN that holds one game at a time. A game that can't be read
/// yields an error, and the next game follows it.
#[derive(Debug)]
pub struct GameReader<R> {
    sections: Sections<R>,
    options: ReadOptions,
    /// The number of games begun so far.
    games: u64,
    is_over: bool,
}

impl<R: BufRead> GameReader<R> {
    /// Creates a reader of the games of an input.
    pub const fn new(input: R, options: ReadOptions) -> Self {
        Self {
            sections: Sections::new(input),
            options,
            games: 0,
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
        self.games += 1;
        let bare = match self.sections.next() {
            Ok(None) => {
                self.is_over = true;
                return None;
            }
            Ok(Some(bare)) => bare,
            Err(error) => {
                self.is_over = matches!(error.fault, Fault::Input(_));
                return Some(Err(at_line(self.games, error)));
            }
        };
        let game = resolve(&bare, self.options);
        Some(game.map_err(|failure| failure.of_game(self.games)))
    }
}

pub(super) fn at_line(game: u64, error: LineFault) -> FileError {
    FileError {
        game,
        moment: None,
        line: error.line,
        column: error.column,
        fault: error.fault,
    }
}
