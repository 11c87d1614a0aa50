//! Games as JSON lines.

use std::collections::BTreeMap;
use std::io::BufRead;

use serde::{Deserialize, Serialize};

use super::bare::{BareLine, BareTurn, Place, Word, tidy};
use super::error::{Fault, FileError};
use super::game::{FileGame, Line};
use super::lines::LineSource;
use super::reader::{ReadOptions, at_line};
use super::resolve::{Attempt, Failure};
use super::section::DEEPEST;
use super::tags::Tags;
use crate::game::{GameRecord, GameResult, Variant};
use crate::rules::shatra::Numbering;

/// The nesting depth of brackets in the deepest game: four for each level of
/// variations, three for the game, its turns and a turn, and one for
/// annotations.
const MOST_BRACKETS: usize = 4 * DEEPEST + 4;

/// A game as one JSON object. Empty fields are left out, except `turns`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a game, an object")]
pub struct JsonGame {
    /// The rule set, written as its id.
    pub variant: Variant,
    /// The tags by name, except those that have a field here.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, String>,
    /// The position from which the game began (SPN or FEN), unless it is the
    /// start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The comment before the first turn.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub intro: String,
    /// The turns of the main line.
    #[serde(default)]
    pub turns: Vec<JsonTurn>,
    /// The result of the game.
    #[serde(default)]
    pub result: GameResult,
}

/// A variation as a JSON object. Empty fields are left out, except `turns`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a variation, an object")]
pub struct JsonLine {
    /// The comment before the first turn.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub intro: String,
    /// The turns of the variation.
    #[serde(default)]
    pub turns: Vec<JsonTurn>,
}

/// A turn as a JSON object. Empty fields are left out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a turn, an object")]
pub struct JsonTurn {
    /// The turn in letters: `d4-d6`, `a5:a7:g7`.
    pub turn: String,
    /// The numeric annotations (NAGs).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nags: Vec<u8>,
    /// The comment after the turn.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// The lines that could have been played instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<JsonLine>,
}

impl From<&FileGame> for JsonGame {
    fn from(game: &FileGame) -> Self {
        let record = game.record();
        let line = JsonLine::from(game.line());
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        Self {
            variant: game.variant(),
            tags: game.tags.iter().map(owned).collect(),
            start: (!record.is_from_start()).then(|| record.start_text()),
            intro: line.intro,
            turns: line.turns,
            result: game.result,
        }
    }
}

impl From<&Line> for JsonLine {
    fn from(line: &Line) -> Self {
        let turns = line.turns().iter().map(|turn| JsonTurn {
            turn: turn.text().to_owned(),
            nags: turn.nags.clone(),
            comment: turn.comment.clone(),
            variations: turn.variations().iter().map(Self::from).collect(),
        });
        Self {
            intro: line.intro.clone(),
            turns: turns.collect(),
        }
    }
}

/// Returns the line as unchecked texts, all with the same place.
fn bare(intro: &str, turns: &[JsonTurn], place: Place) -> BareLine {
    let turns = turns.iter().map(|turn| {
        let mut bare_turn = BareTurn {
            words: vec![Word {
                text: turn.turn.clone(),
                place,
            }],
            nags: turn.nags.clone(),
            comment: tidy(&turn.comment),
            variations: Vec::new(),
        };
        for line in &turn.variations {
            bare_turn.add_variation(bare(&line.intro, &line.turns, place));
        }
        bare_turn
    });
    BareLine {
        intro: tidy(intro),
        turns: turns.collect(),
    }
}

/// A reader of JSON lines, one game to a line: what
/// [`GameReader`](super::GameReader) is for SGN. Blank lines are skipped.
#[derive(Debug)]
pub struct JsonGames<R> {
    lines: LineSource<R>,
    options: ReadOptions,
    games: u64,
    is_over: bool,
}

impl<R: BufRead> JsonGames<R> {
    /// Creates a reader of the games of an input.
    pub const fn new(input: R, options: ReadOptions) -> Self {
        Self {
            lines: LineSource::new(input),
            options,
            games: 0,
            is_over: false,
        }
    }

    fn read(&self, text: &str, line: u64) -> Result<FileGame, FileError> {
        let place = Place { line, column: 1 };
        let fault = |column: usize, fault| FileError {
            game: self.games,
            moment: None,
            line,
            column: column as u64,
            fault,
        };
        if let Some((column, sign)) = too_deep(text) {
            let expected = "at most 64 variations inside each other";
            return Err(fault(column, Fault::token(&sign.to_string(), expected)));
        }
        let mut deserializer = serde_json::Deserializer::from_str(text);
        // The default limit of serde_json is below the depth that a game may have.
        deserializer.disable_recursion_limit();
        let json = JsonGame::deserialize(&mut deserializer);
        let json = json.and_then(|json| deserializer.end().map(|()| json));
        let json = json.map_err(|error| {
            let before = text.as_bytes().get(..error.column().saturating_sub(1));
            let column = 1 + String::from_utf8_lossy(before.unwrap_or_default())
                .chars()
                .count();
            fault(column, Fault::Json(message(&error)))
        })?;
        let variant = self.options.variant.unwrap_or(json.variant);
        game(&json, variant, place).map_err(|failure| failure.of_game(self.games))
    }
}

/// Returns the first bracket that is nested more deeply than in any valid game,
/// with its column in characters, counted from 1.
fn too_deep(text: &str) -> Option<(usize, char)> {
    let (mut depth, mut in_text, mut is_escaped) = (0_usize, false, false);
    (1..).zip(text.chars()).find(|&(_, sign)| {
        match sign {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = in_text,
            '"' => in_text = !in_text,
            '[' | '{' if !in_text => depth += 1,
            ']' | '}' if !in_text => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > MOST_BRACKETS
    })
}

/// Returns serde's message without the place, which the error states anyway.
fn message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(end) => text.get(..end).unwrap_or_default().to_owned(),
        None => text,
    }
}

fn game(json: &JsonGame, variant: Variant, place: Place) -> Result<FileGame, Failure> {
    let mut attempt = Attempt {
        variant,
        numbering: Numbering::Official,
        turns: 0,
    };
    let mut record = match &json.start {
        None => GameRecord::new(variant),
        Some(spn) => attempt.start(spn, place)?,
    };
    let line = attempt.line(&bare(&json.intro, &json.turns, place), &mut record, false)?;
    let mut tags = Tags::default();
    for (name, value) in &json.tags {
        tags.set(name, value);
    }
    Ok(FileGame::of_parts(tags, json.result, record, line))
}

impl<R: BufRead> Iterator for JsonGames<R> {
    type Item = Result<FileGame, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_over {
            match self.lines.next_line() {
                Ok(None) => self.is_over = true,
                Ok(Some(line)) if line.text.trim().is_empty() => {}
                Ok(Some(line)) => {
                    self.games += 1;
                    return Some(self.read(&line.text, line.number));
                }
                Err(error) => {
                    self.games += 1;
                    self.is_over = matches!(error.fault, Fault::Input(_));
                    return Some(Err(at_line(self.games, error)));
                }
            }
        }
        None
    }
}
