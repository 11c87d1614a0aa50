//! Lines of an opening file.
//!
//! `d6-d7 c10-c9` are turns from the start of the game, in letters or official
//! numbers; `SPN` is a position; `SPN ; d6-d7` is a position and turns from
//! there. Move numbers (`1.`) may precede turns. A `#` at the beginning of a
//! word starts a comment, to the end of the line.

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
    /// The game is over after the line.
    #[error("the game is over after {0:?}, expected a game still in progress")]
    GameOver(String),
    /// Nothing precedes or follows the `;` of a position.
    #[error("found nothing at {0:?}, expected a position ; turns")]
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
    let column = |part: &str| column(line, part);
    let mut game = match position {
        None => GameRecord::new(variant),
        Some(position) => {
            let separated = text.find(SEPARATOR).and_then(|at| text.get(at..));
            if let Some(separated) = separated
                && (position.trim().is_empty() || turns.trim().is_empty())
            {
                return Err((column(separated), OpeningLineError::EmptyPart(SEPARATOR)));
            }
            let position = position.trim();
            let column_of_position = column(position);
            GameRecord::from_text(variant, position)
                .map_err(|error| (column_of_position, OpeningLineError::Position(error)))?
        }
    };
    let mut last = position.unwrap_or(text).trim();
    for token in turns
        .split_whitespace()
        .filter(|token| !is_move_number(token))
    {
        if game.outcome().is_some() {
            return Err((column(last), OpeningLineError::GameOver(last.to_owned())));
        }
        game.play(token, Numbering::Official)
            .map_err(|error| (column(token), OpeningLineError::Turn(error)))?;
        last = token;
    }
    if game.outcome().is_some() {
        return Err((column(last), OpeningLineError::GameOver(last.to_owned())));
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

/// Returns whether a text is a position: only boards contain `/`.
fn is_position(text: &str) -> bool {
    text.contains('/')
}

/// Returns whether a token is a move number: `12.` or `12...`.
fn is_move_number(token: &str) -> bool {
    let digits = token.trim_end_matches('.');
    digits.len() < token.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the column at which a part of the line begins, in characters from 1.
fn column(line: &str, part: &str) -> usize {
    // The part is a slice of the line, so their addresses give the offset.
    let offset = part.as_ptr() as usize - line.as_ptr() as usize;
    1 + line
        .get(..offset)
        .map_or(0, |before| before.chars().count())
}
