//! The writer of games in SGN and PGN.
//!
//! ShatraBase stores each jump as a separate move, so a
//! variation follows immediately after the first token of the turn that it
//! replaces: that is where a reader of single jumps takes one jump back.

use std::fmt::{self, Display};

use super::game::{FileGame, FileTurn, TurnLine};
use super::tags::{ROSTER, unknown_value};
use crate::base::Color;

/// The maximum length of a line, in characters, unless a single word is longer.
const LINE_WIDTH: usize = 80;

/// Writes the game in SGN, or in PGN if it is played on the board of chess,
/// followed by an empty line.
impl Display for FileGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for name in ROSTER {
            write_tag(f, name, self.tags.get(name).unwrap_or(unknown_value(name)))?;
        }
        write_tag(f, "Result", self.result.text())?;
        let mut others: Vec<(&str, &str)> = self.tags.others().collect();
        others.push(("Variant", self.variant().id()));
        let start = self.record().start_text();
        if !self.record().is_from_start() {
            let tag = self.variant().position_notation();
            // PGN spells the tag with a second capital, ShatraBase without.
            let setup = if tag == "FEN" { "SetUp" } else { "Setup" };
            others.extend([(tag, start.as_str()), (setup, "1")]);
        }
        others.sort_unstable();
        for (name, value) in others {
            write_tag(f, name, value)?;
        }
        writeln!(f)?;
        let mut movetext = Movetext::default();
        let (number, side) = self.first_move();
        movetext.push_line(self.line(), number, side);
        movetext.push(self.result.text());
        movetext.wrap(f)?;
        writeln!(f)
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

/// The moves as words, between which a line may break.
#[derive(Default)]
struct Movetext {
    words: Vec<String>,
    /// The text that immediately precedes the next word: a bracket, a number.
    prefix: String,
}

impl Movetext {
    fn push(&mut self, word: &str) {
        let mut joined = std::mem::take(&mut self.prefix);
        joined.push_str(word);
        self.words.push(joined);
    }

    /// Adds a character immediately after the last word.
    fn append_char(&mut self, character: char) {
        match self.words.last_mut() {
            Some(word) if self.prefix.is_empty() => word.push(character),
            _ => self.prefix.push(character),
        }
    }

    /// Adds a comment. Returns whether there is one.
    fn push_comment(&mut self, text: &str) -> bool {
        let text = text.replace('{', "(").replace('}', ")");
        let text = text.replace(char::is_control, " ");
        let mut words = text.split_whitespace().peekable();
        if words.peek().is_none() {
            return false;
        }
        self.prefix.push('{');
        for word in words {
            // A line must not begin with a character that has a special meaning there.
            match self.words.last_mut() {
                Some(last) if self.prefix.is_empty() && word.starts_with(['[', '%']) => {
                    last.push(' ');
                    last.push_str(word);
                }
                _ => self.push(word),
            }
        }
        self.append_char('}');
        true
    }

    fn push_line(&mut self, line: &TurnLine, mut number: u32, mut side: Color) {
        self.push_comment(&line.intro);
        // Whether Black's turn needs its number.
        let mut needs_number = true;
        for turn in line.turns() {
            if side == Color::White {
                self.prefix.push_str(&format!("{number}. "));
            } else if needs_number {
                self.prefix.push_str(&format!("{number}... "));
            }
            needs_number = self.push_turn(turn, number, side);
            number += u32::from(side == Color::Black);
            side = !side;
        }
    }

    /// Adds a turn. Returns whether a comment or variation separates it from the next
    /// turn.
    fn push_turn(&mut self, turn: &FileTurn, number: u32, side: Color) -> bool {
        let mut tokens = turn.played.file_tokens.iter();
        if let Some(first) = tokens.next() {
            self.push(first);
        }
        let is_chain = tokens.len() > 0;
        if is_chain {
            self.push_variations(turn, number, side);
        }
        for token in tokens {
            self.push(token);
        }
        for nag in &turn.nags {
            self.push(&format!("${nag}"));
        }
        let is_commented = self.push_comment(&turn.comment);
        if !is_chain {
            self.push_variations(turn, number, side);
        }
        is_commented || (!is_chain && !turn.variations.is_empty())
    }

    fn push_variations(&mut self, turn: &FileTurn, number: u32, side: Color) {
        for line in &turn.variations {
            self.prefix.push('(');
            self.push_line(line, number, side);
            self.append_char(')');
        }
    }

    /// Writes the words, broken into lines.
    fn wrap(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut used = 0;
        for word in &self.words {
            let length = word.chars().count();
            if used > 0 && used + 1 + length > LINE_WIDTH {
                writeln!(f)?;
                used = 0;
            } else if used > 0 {
                f.write_str(" ")?;
                used += 1;
            }
            f.write_str(word)?;
            used += length;
        }
        writeln!(f)
    }
}
