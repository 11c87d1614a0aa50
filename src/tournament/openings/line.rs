//! Parses the lines of an opening file.
//!
//! `d6-d7 c10-c9` are turns from the start position, with squares named by letters
//! or by the official numbers; `SPN` is a position; `SPN ; d6-d7` is a position
//! and turns from there. Move numbers (`1.`) may precede turns. A `#` at the
//! beginning of a word starts a comment that extends to the end of the line.

use super::super::Opening;
use crate::game::{GameRecord, PositionError, Variant};
use crate::rules::TurnError;
use crate::rules::shatra::Numbering;

/// The separator between a position and turns.
const SEPARATOR: char = ';';

/// An error in parsing a line of an opening file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningLineError {
    /// The position can't be parsed.
    #[error(transparent)]
    Position(PositionError),
    /// A turn can't be played.
    #[error(transparent)]
    Turn(TurnError),
    /// The game is over before the end of the line, or at its end.
    #[error("the game is over after {0:?}; expected a game still in progress")]
    GameOver(String),
    /// Nothing precedes or nothing follows the `;`.
    #[error("nothing before or after {0:?}; expected POSITION ; TURNS")]
    EmptyPart(char),
}

/// An error and the column, from 1, of the token that caused it.
pub type MisplacedError = (usize, OpeningLineError);

/// Parses the opening on a line; `None` if the line contains none.
pub fn parse(variant: Variant, line: &str) -> Result<Option<Opening>, MisplacedError> {
    let text = without_comment(line);
    if text.trim().is_empty() {
        return Ok(None);
    }
    let (position, turns) = match text.split_once(SEPARATOR) {
        Some((position, turns)) => (Some(position), turns),
        None if is_position(text) => (Some(text), ""),
        None => (None, text),
    };
    let column_of = |part: &str| column(line, part);
    let mut game = match position {
        None => GameRecord::new(variant),
        Some(position) => {
            let from_separator = text.find(SEPARATOR).and_then(|at| text.get(at..));
            if let Some(from_separator) = from_separator
                && (position.trim().is_empty() || turns.trim().is_empty())
            {
                return Err((
                    column_of(from_separator),
                    OpeningLineError::EmptyPart(SEPARATOR),
                ));
            }
            let position = position.trim();
            let column_of_position = column_of(position);
            GameRecord::from_text(variant, position)
                .map_err(|error| (column_of_position, OpeningLineError::Position(error)))?
        }
    };
    let mut last_part = position.unwrap_or(text).trim();
    for token in turns
        .split_whitespace()
        .filter(|token| !is_move_number(token))
    {
        if game.outcome().is_some() {
            return Err((
                column_of(last_part),
                OpeningLineError::GameOver(last_part.to_owned()),
            ));
        }
        game.play(token, Numbering::Official)
            .map_err(|error| (column_of(token), OpeningLineError::Turn(error)))?;
        last_part = token;
    }
    if game.outcome().is_some() {
        return Err((
            column_of(last_part),
            OpeningLineError::GameOver(last_part.to_owned()),
        ));
    }
    Ok(Some(Opening {
        name: None,
        position: (!game.is_from_start()).then(|| game.start_text()),
        turns: game.turns().iter().map(|turn| turn.text.clone()).collect(),
    }))
}

/// Returns the line without its comment. The `#` at the end of a turn such as
/// `a5:a7#` does not begin a word, so it starts no comment.
fn without_comment(line: &str) -> &str {
    let begins_word = |&(at, _): &(usize, &str)| {
        let before = line.get(..at).unwrap_or_default();
        before.is_empty() || before.ends_with(char::is_whitespace)
    };
    let end = line.match_indices('#').find(begins_word);
    end.and_then(|(at, _)| line.get(..at)).unwrap_or(line)
}

/// Returns whether the text is a position: only positions contain `/`.
fn is_position(text: &str) -> bool {
    text.contains('/')
}

/// Returns whether a token is a move number: `12.` or `12...`.
fn is_move_number(token: &str) -> bool {
    let digits = token.trim_end_matches('.');
    digits.len() < token.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the column at which `part`, a slice of the line, begins, in characters from 1.
fn column(line: &str, part: &str) -> usize {
    // The difference of their addresses is the offset.
    let offset = part.as_ptr() as usize - line.as_ptr() as usize;
    1 + line
        .get(..offset)
        .map_or(0, |before| before.chars().count())
}
