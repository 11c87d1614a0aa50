//! A game as written in a file, before it is checked against the rules.

use super::error::{FileError, Location};
use super::glyphs::result_of_word;
use super::tags::{Tags, is_unwritable};
use crate::game::GameResult;

/// The maximum nesting depth of variations, so that no input exhausts the stack.
pub const MAX_VARIATION_DEPTH: usize = 64;
/// What was expected, in the error message for variations that are nested more deeply.
pub const EXPECTED_DEPTH: &str = "at most 64 nested variations";

/// A tag with its value and its location in the file.
#[derive(Clone, Debug)]
pub struct RawTag {
    pub name: String,
    pub value: String,
    pub location: Location,
    /// The location of the first character of the value.
    pub value_location: Location,
}

/// A token of a turn: the complete turn, one of its jumps, or `pass`.
#[derive(Clone, Debug)]
pub struct TurnToken {
    pub text: String,
    pub location: Location,
}

/// A turn with the comment, annotations and variations that follow it.
#[derive(Clone, Debug, Default)]
pub struct RawTurn {
    pub tokens: Vec<TurnToken>,
    pub comment: String,
    pub nags: Vec<u8>,
    pub variations: Vec<RawTurnLine>,
}

/// A line of turns.
#[derive(Clone, Debug, Default)]
pub struct RawTurnLine {
    pub intro: String,
    pub turns: Vec<RawTurn>,
}

/// A game: tags, turns and result.
#[derive(Clone, Debug, Default)]
pub struct RawGame {
    pub tags: Vec<RawTag>,
    pub line: RawTurnLine,
    /// The result that follows the moves.
    pub result: Option<GameResult>,
    /// The location where the game begins.
    pub location: Location,
    /// The faults in spite of which the game was parsed.
    pub faults: Vec<FileError>,
}

impl RawGame {
    /// Returns the tags that a game stores.
    pub fn stored_tags(&self) -> Tags {
        let mut tags = Tags::default();
        for tag in &self.tags {
            tags.set(&tag.name, &tag.value);
        }
        tags
    }

    /// Returns the result after the moves, or that of the tag if the former is missing or `*`.
    pub fn stated_result(&self) -> GameResult {
        let stated = self
            .tag("Result")
            .and_then(|tag| result_of_word(&tag.value));
        let after_moves = self
            .result
            .filter(|&result| result != GameResult::Unfinished);
        after_moves.or(stated).unwrap_or_default()
    }

    /// Returns the last tag with this name.
    pub fn tag(&self, name: &str) -> Option<&RawTag> {
        self.tags.iter().rev().find(|tag| tag.name == name)
    }
}

impl RawTurnLine {
    /// Appends a comment to that of the last turn, or to the intro if there is no turn.
    pub fn add_comment(&mut self, text: &str) {
        match self.turns.last_mut() {
            None => append_comment(&mut self.intro, text),
            Some(turn) => append_comment(&mut turn.comment, text),
        }
    }
}

impl RawTurn {
    /// Returns the location of the byte at `offset` in the concatenated tokens of the
    /// turn. For an offset beyond the end, it returns the location after the last token.
    pub fn location_of(&self, mut offset: usize) -> Location {
        let mut location = Location::default();
        for token in &self.tokens {
            let before = token.text.get(..offset).unwrap_or(&token.text);
            location = token.location.advanced_by(before.chars().count());
            if offset < token.text.len() {
                break;
            }
            offset -= token.text.len();
        }
        location
    }

    /// Adds a line that could have been played instead of this turn. If the line has no turns,
    /// its comment is appended to that of this turn.
    pub fn add_variation(&mut self, line: RawTurnLine) {
        if line.turns.is_empty() {
            append_comment(&mut self.comment, &line.intro);
        } else {
            self.variations.push(line);
        }
    }
}

/// Appends text to a comment, separated by a space.
fn append_comment(comment: &mut String, text: &str) {
    let text = normalized_comment(text);
    if !comment.is_empty() && !text.is_empty() {
        comment.push(' ');
    }
    comment.push_str(&text);
}

/// Returns the comment as files contain it: each run of white space, control characters and byte
/// order marks is reduced to one space, and there is none at the ends.
pub fn normalized_comment(comment: &str) -> String {
    let is_blank = |c: char| c.is_whitespace() || is_unwritable(c);
    let words = comment.split(is_blank).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}
