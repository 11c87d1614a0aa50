//! Writes games in SGN and PGN.
//!
//! ShatraBase stores each jump as a separate move. A variation therefore follows
//! immediately after the first jump of the turn that it replaces, since a reader of
//! single jumps takes back only one jump.

use std::fmt::{self, Display};

use super::game::{FileGame, FileTurn, TurnLine};
use super::raw::normalized_comment;
use super::tags::{ROSTER, unknown_value};
use crate::base::Color;

/// The maximum length of a line, in characters, unless a single word is longer.
const LINE_WIDTH: usize = 80;

/// Writes the game in SGN, or in PGN if it is played on a chessboard, followed by an
/// empty line.
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
            // PGN writes the name of this tag with two capitals, ShatraBase with one.
            let setup = if tag == "FEN" { "SetUp" } else { "Setup" };
            others.extend([(tag, start.as_str()), (setup, "1")]);
        }
        others.sort_unstable();
        for (name, value) in others {
            write_tag(f, name, value)?;
        }
        writeln!(f)?;
        let mut movetext = Movetext::default();
        let (number, side) = self.record().move_at(0);
        movetext.push_line(self.main_line(), number, side);
        movetext.push(self.result.text());
        movetext.write_wrapped(f)?;
        writeln!(f)
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

/// The moves, notes and result as words, between which a line may break.
#[derive(Default)]
struct Movetext {
    words: Vec<String>,
    /// The text that immediately precedes the next word, such as `(` or a move number.
    prefix: String,
}

impl Movetext {
    fn push(&mut self, word: &str) {
        let mut joined = std::mem::take(&mut self.prefix);
        joined.push_str(word);
        self.words.push(joined);
    }

    fn append_to_last_word(&mut self, character: char) {
        match self.words.last_mut() {
            Some(word) if self.prefix.is_empty() => word.push(character),
            _ => self.prefix.push(character),
        }
    }

    /// Adds a comment. Returns `false` if it is empty.
    fn push_comment(&mut self, text: &str) -> bool {
        let text = normalized_comment(&text.replace('{', "(").replace('}', ")"));
        let mut words = text.split_whitespace().peekable();
        if words.peek().is_none() {
            return false;
        }
        self.prefix.push('{');
        for word in words {
            // A line must not begin with `[` or `%`, which have a special meaning there.
            match self.words.last_mut() {
                Some(last) if self.prefix.is_empty() && word.starts_with(['[', '%']) => {
                    last.push(' ');
                    last.push_str(word);
                }
                _ => self.push(word),
            }
        }
        self.append_to_last_word('}');
        true
    }

    fn push_line(&mut self, line: &TurnLine, mut number: u32, mut side: Color) {
        self.push_comment(&line.intro);
        // Whether the move number must be written before a turn of Black.
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

    /// Adds a turn. Returns whether a comment or a variation separates it from the next
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
            self.append_to_last_word(')');
        }
    }

    /// Writes the words, wrapped into lines.
    fn write_wrapped(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut column = 0;
        for word in &self.words {
            let length = word.chars().count();
            if column > 0 && column + 1 + length > LINE_WIDTH {
                writeln!(f)?;
                column = 0;
            } else if column > 0 {
                f.write_str(" ")?;
                column += 1;
            }
            f.write_str(word)?;
            column += length;
        }
        writeln!(f)
    }
}
