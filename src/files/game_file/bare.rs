//! A game as a file gives it, before it is checked against the rules.

use crate::game::GameResult;

/// A place in a file.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The line, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: u64,
}

/// A tag with its value and its place in the file.
#[derive(Clone, Debug)]
pub struct BareTag {
    pub name: String,
    pub value: String,
    pub place: Place,
}

/// A token of a turn: the whole turn, one of its jumps, or `pass`.
#[derive(Clone, Debug)]
pub struct Word {
    pub text: String,
    pub place: Place,
}

/// A turn with the comment, annotations and variations that follow it.
#[derive(Clone, Debug, Default)]
pub struct BareTurn {
    pub words: Vec<Word>,
    pub comment: String,
    pub nags: Vec<u8>,
    pub variations: Vec<BareLine>,
}

/// A line of turns.
#[derive(Clone, Debug, Default)]
pub struct BareLine {
    pub intro: String,
    pub turns: Vec<BareTurn>,
}

/// A game: tags, turns and result.
#[derive(Clone, Debug, Default)]
pub struct BareGame {
    pub tags: Vec<BareTag>,
    pub line: BareLine,
    /// The result that follows the moves.
    pub result: Option<GameResult>,
    /// The place where the game begins.
    pub place: Place,
}

impl BareGame {
    /// Returns the last tag with this name.
    pub fn tag(&self, name: &str) -> Option<&BareTag> {
        self.tags.iter().rev().find(|tag| tag.name == name)
    }
}

impl BareLine {
    /// Appends a comment to the last turn, or to the intro if there is no turn.
    pub fn comment(&mut self, text: &str) {
        match self.turns.last_mut() {
            None => append(&mut self.intro, text),
            Some(turn) => append(&mut turn.comment, text),
        }
    }
}

impl BareTurn {
    /// Adds a line that could have been played instead. If it has no turns, only
    /// its comment is kept.
    pub fn add_variation(&mut self, line: BareLine) {
        if line.turns.is_empty() {
            append(&mut self.comment, &line.intro);
        } else {
            self.variations.push(line);
        }
    }
}

/// Appends to a comment; consecutive comments become one.
fn append(comment: &mut String, text: &str) {
    let text = tidy(text);
    if !comment.is_empty() && !text.is_empty() {
        comment.push(' ');
    }
    comment.push_str(&text);
}

/// Returns the comment with each run of whitespace reduced to one blank.
pub fn tidy(comment: &str) -> String {
    let words: Vec<&str> = comment.split_whitespace().collect();
    words.join(" ")
}
