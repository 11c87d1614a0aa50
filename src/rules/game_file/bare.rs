//! A game as it stands in a file, before the rules have seen it.

use super::super::GameResult;

/// A place in a file.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// From 1.
    pub line: u64,
    /// In letters, from 1.
    pub column: u64,
}

/// A tag, its value, and where it stands.
#[derive(Clone, Debug)]
pub struct BareTag {
    pub name: String,
    pub value: String,
    pub place: Place,
}

/// A token of a turn: the whole turn, a jump of it, `pass`.
#[derive(Clone, Debug)]
pub struct Word {
    pub text: String,
    pub place: Place,
}

/// A turn with what stands behind it.
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

/// A game.
#[derive(Clone, Debug, Default)]
pub struct BareGame {
    pub tags: Vec<BareTag>,
    pub line: BareLine,
    /// The result behind the moves.
    pub result: Option<GameResult>,
    /// Where the game begins.
    pub place: Place,
}

impl BareGame {
    /// The last tag of a name.
    pub fn tag(&self, name: &str) -> Option<&BareTag> {
        self.tags.iter().rev().find(|tag| tag.name == name)
    }
}

impl BareLine {
    /// Adds a comment where the line has come to.
    pub fn comment(&mut self, text: &str) {
        match self.turns.last_mut() {
            None => append(&mut self.intro, text),
            Some(turn) => append(&mut turn.comment, text),
        }
    }
}

impl BareTurn {
    /// Adds a line that could have been played instead. Of an empty one the
    /// comment stays.
    pub fn add_variation(&mut self, line: BareLine) {
        if line.turns.is_empty() {
            append(&mut self.comment, &line.intro);
        } else {
            self.variations.push(line);
        }
    }
}

/// Comments in a row are one comment.
fn append(comment: &mut String, text: &str) {
    let text = tidy(text);
    if !comment.is_empty() && !text.is_empty() {
        comment.push(' ');
    }
    comment.push_str(&text);
}

/// The comment with one blank for blanks in a row.
pub fn tidy(comment: &str) -> String {
    let words: Vec<&str> = comment.split_whitespace().collect();
    words.join(" ")
}
