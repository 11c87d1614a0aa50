//! Parses the lines of an opening file.
//!
//! `d6-d7 c10-c9` are turns from the start position, with squares named by letters
//! or by the official numbers; `SPN` is a position; `SPN ; d6-d7` is a position
//! and turns from there. As in the command `position` of UCI, the start position may be written
//! `startpos`, and the word `moves` may stand for the `;`. Move numbers (`1.`) may precede turns. A
//! `#` at the beginning of a word starts a comment that extends to the end of the line.

use serde::{Deserialize, Serialize};

use crate::base::Span;
use crate::game::{GameRecord, PositionError, START, Variant};
use crate::rules::TurnError;
use crate::rules::shatra::Numbering;
use crate::util::words::split_at_word;

/// The separator between a position and turns.
const SEPARATOR: &str = ";";
/// The word of UCI that separates a position and turns.
const MOVES: &str = "moves";

/// The opening of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Opening {
    /// The name or source, such as `shatra.openings:17`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The start position (SPN or FEN); `None` for the variant's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The turns from the start position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<String>,
}

impl Opening {
    /// Returns a game that begins where the opening does, before its turns.
    ///
    /// # Errors
    /// Returns an error if the start position is not one of the variant.
    pub fn start(&self, variant: Variant) -> Result<GameRecord, PositionError> {
        GameRecord::from_text(variant, self.position.as_deref().unwrap_or(START))
    }
}

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

/// The column, from 1, of the token at fault, and the error.
pub type ErrorAtColumn = (usize, OpeningLineError);

/// Parses the opening on a line; `None` if the line is empty apart from a comment.
pub fn parse(variant: Variant, line: &str) -> Result<Option<Opening>, ErrorAtColumn> {
    let text = without_comment(line);
    if text.trim().is_empty() {
        return Ok(None);
    }
    let error_at = |part: &str, error| (1 + Span::of(part, line).column(line), error);
    let (position, turns) = split(text).map_err(|(part, error)| error_at(part, error))?;
    let mut game = match position {
        None => GameRecord::new(variant),
        Some(position) => GameRecord::from_text(variant, position).map_err(|error| {
            let column = error.span().column(position);
            let (column_of_text, error) = error_at(position, OpeningLineError::Position(error));
            (column_of_text + column, error)
        })?,
    };
    let expect_unfinished = |game: &GameRecord, last_part: &str| match game.outcome() {
        None => Ok(()),
        Some(_) => {
            let error = OpeningLineError::GameOver(last_part.to_owned());
            Err(error_at(last_part, error))
        }
    };
    let mut last_part = position.unwrap_or(text).trim();
    for token in turns
        .split_whitespace()
        .filter(|token| !is_move_number(token))
    {
        expect_unfinished(&game, last_part)?;
        game.play(token, Numbering::Official)
            .map_err(|error| error_at(token, OpeningLineError::Turn(error)))?;
        last_part = token;
    }
    expect_unfinished(&game, last_part)?;
    Ok(Some(Opening {
        name: None,
        position: (!game.is_from_start()).then(|| game.start_text()),
        turns: game.turns().iter().map(|turn| turn.text.clone()).collect(),
    }))
}

/// Splits a line into its position, if it has one, and its turns.
fn split(text: &str) -> Result<(Option<&str>, &str), (&str, OpeningLineError)> {
    let at_semicolon = text.split_once(SEPARATOR).map(|parts| (SEPARATOR, parts));
    let at_moves = || split_at_word(text, MOVES).map(|parts| (MOVES, parts));
    match at_semicolon.or_else(at_moves) {
        Some((separator, (before, after)))
            if before.trim().is_empty() || after.trim().is_empty() =>
        {
            let rest = text.get(before.len()..).unwrap_or_default();
            Err((rest, OpeningLineError::EmptyPart(separator)))
        }
        Some((_, (before, after))) => Ok((Some(before.trim()), after)),
        None if is_position(text) => Ok((Some(text.trim()), "")),
        None => Ok((None, text)),
    }
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

/// Returns whether the text is a position: `startpos`, or text with `/`, which no turn contains.
fn is_position(text: &str) -> bool {
    text.contains('/') || text.trim() == START
}

/// Returns whether a token is a move number: `12.` or `12...`.
fn is_move_number(token: &str) -> bool {
    let digits = token.trim_end_matches('.');
    digits.len() < token.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
