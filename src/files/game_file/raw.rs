//! A game as written in a file, before it is checked against the rules.

use super::error::Place;
use crate::game::GameResult;

/// A tag with its value and its place in the file.
#[derive(Clone, Debug)]
pub struct RawTag {
    pub name: String,
    pub value: String,
    pub place: Place,
    /// The place of the first character of the value.
    pub value_place: Place,
}

/// A token of a turn: the complete turn, one of its jumps, or `pass`.
#[derive(Clone, Debug)]
pub struct TurnToken {
    pub text: String,
    pub place: Place,
}

/// A turn with the comment, annotations and variations that follow it.
#[derive(Clone, Debug, Default)]
pub struct RawTurn {
    pub tokens: Vec<TurnToken>,
    pub comment: String,
    pub nags: Vec<u8>,
    pub variations: Vec<RawLine>,
}

/// A line of turns.
#[derive(Clone, Debug, Default)]
pub struct RawLine {
    pub intro: String,
    pub turns: Vec<RawTurn>,
}

/// A game: tags, turns and result.
#[derive(Clone, Debug, Default)]
pub struct RawGame {
    pub tags: Vec<RawTag>,
    pub line: RawLine,
    /// The result that follows the moves.
    pub result: Option<GameResult>,
    /// The place where the game begins.
    pub place: Place,
}

impl RawGame {
    /// Returns the last tag with this name.
    pub fn tag(&self, name: &str) -> Option<&RawTag> {
        self.tags.iter().rev().find(|tag| tag.name == name)
    }
}

impl RawLine {
    /// Appends a comment to the last turn, or to the intro if there is no turn.
    pub fn comment(&mut self, text: &str) {
        match self.turns.last_mut() {
            None => append(&mut self.intro, text),
            Some(turn) => append(&mut turn.comment, text),
        }
    }
}

impl RawTurn {
    /// Returns the place of a byte of the turn's text, which is made of all its tokens.
    /// An offset beyond the end yields the place after the last token.
    pub fn place_of(&self, mut offset: usize) -> Place {
        let mut place = Place::default();
        for token in &self.tokens {
            let before = token.text.get(..offset).unwrap_or(&token.text);
            place = token.place.right_by(before.chars().count());
            if offset < token.text.len() {
                break;
            }
            offset -= token.text.len();
        }
        place
    }

    /// Adds a line that could have been played instead. If it has no turns, only
    /// its comment is kept.
    pub fn add_variation(&mut self, line: RawLine) {
        if line.turns.is_empty() {
            append(&mut self.comment, &line.intro);
        } else {
            self.variations.push(line);
        }
    }
}

/// Appends a text to a comment, separated by a blank.
fn append(comment: &mut String, text: &str) {
    let text = tidy(text);
    if !comment.is_empty() && !text.is_empty() {
        comment.push(' ');
    }
    comment.push_str(&text);
}

/// Returns the comment with each run of whitespace reduced to one blank.
pub fn tidy(comment: &str) -> String {
    let tokens: Vec<&str> = comment.split_whitespace().collect();
    tokens.join(" ")
}
