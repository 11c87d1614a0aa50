//! Reads a position as hosts send it: `startpos`, SPN or FEN, and turns after `moves`.
//!
//! A line copied from the log of a host may begin with the words of its command: `position`,
//! and `spn` or `fen`.

use crate::base::Span;
use crate::game::{GameRecord, PositionError, START, Variant};
use crate::rules::TurnError;
use crate::rules::shatra::Numbering;
use crate::util::words::split_at_word;

/// The word before the turns.
const MOVES: &str = "moves";

/// An error in the text of a position.
#[derive(Debug, thiserror::Error)]
pub enum PositionTextError {
    /// The text before the turns is not a position of the variant.
    #[error("{error}")]
    Position {
        /// What is wrong.
        error: PositionError,
        /// The invalid part of the whole text.
        span: Span,
    },
    /// A turn is not legal in its position.
    #[error("{error} (move {number} of the list)")]
    Turn {
        /// The number of the turn in the list, from 1.
        number: usize,
        /// What is wrong.
        error: TurnError,
        /// The turn in the whole text.
        span: Span,
    },
}

impl PositionTextError {
    /// Returns the column of the error in the text, in characters from 0.
    pub fn column(&self, text: &str) -> usize {
        match self {
            Self::Position { span, .. } | Self::Turn { span, .. } => span.column(text),
        }
    }
}

/// Returns whether a text begins with `startpos`, possibly after the words of a host's command.
pub fn is_from_start(text: &str) -> bool {
    position_part(text).split_whitespace().next() == Some(START)
}

/// Reads a game from the position that a text describes, with the turns after it. If
/// `variant` is `None`, the first variant that accepts the position is used.
///
/// # Errors
/// Returns an error if the text is not a position of the variant, or a turn is not legal.
pub fn read(variant: Option<Variant>, text: &str) -> Result<GameRecord, PositionTextError> {
    let rest = position_part(text);
    let (position, turns) = split_at_word(rest, MOVES).unwrap_or((rest, ""));
    let position = position.trim_end();
    let variant = variant.unwrap_or_else(|| Variant::accepting(position));
    let mut game = GameRecord::from_text(variant, position).map_err(|error| {
        let found = error.span();
        let start = Span::of(position, text).start() + found.start();
        let span = Span::new(start, found.range().len());
        PositionTextError::Position { error, span }
    })?;
    for (index, turn) in turns.split_whitespace().enumerate() {
        // Bare numbers are official numbers, as in the engine's own `position` command.
        let played = game.play(turn, Numbering::Official);
        played.map_err(|error| PositionTextError::Turn {
            number: index + 1,
            error,
            span: Span::of(turn, text),
        })?;
    }
    Ok(game)
}

/// Returns a text without the words of a host's command before the position.
fn position_part(text: &str) -> &str {
    let rest = text.trim();
    let rest = after_word(rest, "position").unwrap_or(rest);
    let after_notation = ["spn", "fen"]
        .iter()
        .find_map(|word| after_word(rest, word));
    after_notation.unwrap_or(rest)
}

/// Returns what follows a word and a space at the start of a text; `None` without these.
fn after_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let rest = text.strip_prefix(word)?;
    let trimmed = rest.trim_start();
    (trimmed.len() < rest.len()).then_some(trimmed)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPN: &str = "9/1/K6/5s1/4S1R/7/7/k6/1/9 w";

    fn played(text: &str) -> Vec<String> {
        let game = read(None, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.turns().iter().map(|turn| turn.text.clone()).collect()
    }

    #[test]
    fn turns_follow_a_position_as_in_the_command_of_a_host() {
        for text in [
            "startpos moves d1-d6 c10-c8",
            "position startpos moves d1-d6 c10-c8",
            " startpos  moves  d1-d6  c10-c8 ",
        ] {
            assert_eq!(played(text), ["d1-d6", "c10-c8"], "{text}");
        }
        let from_spn = format!("position spn {SPN} moves c7:a5");
        let game = read(None, &from_spn).unwrap();
        assert!(game.start_text().starts_with(SPN));
        for text in ["startpos", "startpos moves", SPN, &format!("spn {SPN}")] {
            assert!(played(text).is_empty(), "{text}");
        }
        let fen = "fen rnbjkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBJKBNR w - - 0 1 moves d2d4";
        assert_eq!(read(None, fen).unwrap().variant(), Variant::Shatar);
        let numbers = read(Some(Variant::Extended), "startpos moves 61-42 13-27").unwrap();
        assert_eq!(numbers.turns().len(), 2);
    }

    #[test]
    fn errors_name_their_place_in_the_whole_text() {
        let error_at = |text: &str| {
            let error = read(None, text).unwrap_err();
            text.get(error.column(text)..).unwrap().to_owned()
        };
        assert_eq!(error_at("startpos moves d1-d6 d1-d6 x"), "d1-d6 x");
        assert_eq!(
            error_at("position spn 9/1/K6/5s1/4X1R/7/7/k6/1/9 w moves x"),
            "X1R/7/7/k6/1/9 w moves x"
        );
        let error = read(None, "startpos moves d1-d6 d1-d6").unwrap_err();
        assert!(
            error.to_string().ends_with("(move 2 of the list)"),
            "{error}"
        );
        assert!(read(None, "startposmoves").is_err());
        assert!(read(None, "").is_err());
    }

    #[test]
    fn startpos_is_recognized_after_the_words_of_a_host() {
        assert!(is_from_start("position startpos moves d1-d6"));
        assert!(is_from_start("startpos"));
        assert!(!is_from_start(SPN));
        assert!(!is_from_start("startposition"));
    }
}
