//! Parses the lines of an opening file.
//!
//! `d6-d7 c10-c9` are turns from the start position, with squares named by letters
//! or by the official numbers; `SPN` is a position; `SPN ; d6-d7` is a position
//! and turns from there. As in the command `position` of UCI, the start position may be written
//! `startpos`, and the word `moves` may stand for the `;`. Move numbers (`1.`) may precede turns. A
//! `#` at the beginning of a word starts a comment that extends to the end of the line.

use super::super::Opening;
use crate::game::{GameRecord, PositionError, Variant};
use crate::rules::TurnError;
use crate::rules::shatra::Numbering;

/// The separator between a position and turns.
const SEPARATOR: &str = ";";
/// The word of UCI that separates a position and turns.
const MOVES: &str = "moves";
/// The word of UCI for the start position.
const START_POSITION: &str = "startpos";

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
    /// Nothing precedes or nothing follows the separator, which is `;` or `moves`.
    #[error("nothing before or after {0:?}; expected POSITION {0} TURNS")]
    EmptyPart(&'static str),
}

/// An error and the column, from 1, of the token that caused it.
pub type MisplacedError = (usize, OpeningLineError);

/// Parses the opening on a line; `None` if the line contains none.
pub fn parse(variant: Variant, line: &str) -> Result<Option<Opening>, MisplacedError> {
    let text = without_comment(line);
    if text.trim().is_empty() {
        return Ok(None);
    }
    let separator = find_separator(text);
    let (position, turns) = match separator {
        Some(Separator { before, after, .. }) => (Some(before), after),
        None if is_position(text) => (Some(text), ""),
        None => (None, text),
    };
    let column_of = |part: &str| column(line, part);
    if let Some(Separator {
        before,
        word,
        from_word,
        after,
    }) = separator
        && (before.trim().is_empty() || after.trim().is_empty())
    {
        return Err((column_of(from_word), OpeningLineError::EmptyPart(word)));
    }
    let mut game = match position.map(str::trim) {
        None | Some(START_POSITION) => GameRecord::new(variant),
        Some(position) => {
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

/// The separator of a line, and the parts of the line around it.
#[derive(Copy, Clone)]
struct Separator<'l> {
    before: &'l str,
    word: &'static str,
    /// The line from the separator on.
    from_word: &'l str,
    after: &'l str,
}

/// Finds the first separator in a line.
fn find_separator(text: &str) -> Option<Separator<'_>> {
    let is_word = |at: usize, length: usize| {
        let before = text.get(..at).unwrap_or_default();
        let after = text.get(at + length..).unwrap_or_default();
        (before.is_empty() || before.ends_with(char::is_whitespace))
            && (after.is_empty() || after.starts_with(char::is_whitespace))
    };
    let words = text.match_indices(MOVES);
    let mut words = words.filter(|(at, word)| is_word(*at, word.len()));
    let (at, word) = match (text.find(SEPARATOR), words.next()) {
        (Some(at), _) => (at, SEPARATOR),
        (None, Some((at, _))) => (at, MOVES),
        (None, None) => return None,
    };
    Some(Separator {
        before: text.get(..at)?,
        word,
        from_word: text.get(at..)?,
        after: text.get(at + word.len()..)?,
    })
}

/// Returns whether the text is a position: only positions contain `/`, except for `startpos`.
fn is_position(text: &str) -> bool {
    text.contains('/') || text.trim() == START_POSITION
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
