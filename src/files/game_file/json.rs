//! Reads and writes games as JSON lines.

use std::collections::BTreeMap;
use std::io::BufRead;

use serde::{Deserialize, Serialize};

use super::error::{FileError, FileFault, Location};
use super::game::{FileGame, FileTurn, GameWithFaults, TurnLine};
use super::lines::{LineReader, NumberedLine};
use super::notes::Notes;
use super::raw::{
    EXPECTED_DEPTH, MAX_VARIATION_DEPTH, RawTurn, RawTurnLine, TurnToken, normalized_comment,
};
use super::resolve::{Interpretation, ReadOptions};
use super::tags::Tags;
use crate::game::{GameRecord, GameResult, Variant};
use crate::rules::shatra::Numbering;
use crate::util::text::{quoted, shorten};

/// The maximum nesting depth of brackets in a valid game: four for each level of
/// variations, three for the game, its turns and a turn, and one for annotations.
const MAX_BRACKET_DEPTH: usize = 4 * MAX_VARIATION_DEPTH + 4;

/// A game as one JSON object. Empty fields are omitted, except `turns`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a game (a JSON object)")]
pub struct JsonGame {
    /// The variant, stored as its id.
    pub variant: Variant,
    /// The tags by name, except those that have a field of their own here.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, String>,
    /// The position in which the game began (SPN or FEN), unless it is the variant's
    /// own start position.
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

/// A variation as a JSON object. Empty fields are omitted, except `turns`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a variation (a JSON object)")]
pub struct JsonVariation {
    /// The comment before the first turn.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub intro: String,
    /// The turns of the variation.
    #[serde(default)]
    pub turns: Vec<JsonTurn>,
}

/// A turn as a JSON object. Empty fields are omitted.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a turn (a JSON object)")]
pub struct JsonTurn {
    /// The turn, with squares named by file and rank: `d4-d6`, `a5:a7:g7`.
    pub turn: String,
    /// The numeric annotations (NAGs).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nags: Vec<u8>,
    /// The comment after the turn, without the commands that have fields of their own.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// The time on the clock of the side that played the turn, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_ms: Option<u64>,
    /// The score after the turn from White's point of view: `-0.35`, or `#3` for a win in three.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eval: Option<String>,
    /// The marked squares, each a letter for the colour and a square: `Gd4`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<String>,
    /// The arrows, each a letter for the colour and two squares: `Gd4d6`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<String>,
    /// The turn as in SGN or PGN, its tokens joined by commas; ignored on reading, and written
    /// only for hosts that show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The lines that could have been played instead of the turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<JsonVariation>,
}

impl From<&FileGame> for JsonGame {
    fn from(game: &FileGame) -> Self {
        let record = game.record();
        let line = JsonVariation::from(game.main_line());
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

impl TryFrom<&JsonGame> for FileGame {
    type Error = FileError;

    /// Checks the game against the rules. In an error the game has the number 1.
    fn try_from(json: &JsonGame) -> Result<Self, FileError> {
        resolve_json(json, json.variant).map_err(|rejection| rejection.of_game(1))
    }
}

impl JsonTurn {
    fn notes(&self) -> Notes {
        Notes {
            text: self.comment.clone(),
            clock_ms: self.clock_ms,
            eval: self.eval.clone(),
            squares: self.squares.clone(),
            arrows: self.arrows.clone(),
        }
    }
}

impl JsonGame {
    /// Sets [`JsonTurn::file`] in the turns of the game and its variations. `game` must be the
    /// game from which this one was made.
    pub fn add_file_texts(&mut self, game: &FileGame) {
        add_file_texts(&mut self.turns, game.turns());
    }
}

fn add_file_texts(turns: &mut [JsonTurn], of: &[FileTurn]) {
    for (turn, of) in turns.iter_mut().zip(of) {
        turn.file = Some(of.played().file_tokens.join(","));
        for (variation, of) in turn.variations.iter_mut().zip(of.variations()) {
            add_file_texts(&mut variation.turns, of.turns());
        }
    }
}

impl From<&TurnLine> for JsonVariation {
    fn from(line: &TurnLine) -> Self {
        let turns = line.turns().iter().map(|turn| {
            let notes = Notes::read(&turn.comment);
            JsonTurn {
                turn: turn.text().to_owned(),
                nags: turn.nags.clone(),
                comment: notes.text,
                clock_ms: notes.clock_ms,
                eval: notes.eval,
                squares: notes.squares,
                arrows: notes.arrows,
                file: None,
                variations: turn.variations().iter().map(Self::from).collect(),
            }
        });
        Self {
            intro: line.intro.clone(),
            turns: turns.collect(),
        }
    }
}

/// Returns the first note in the turns or their variations that a file can't contain, if any.
fn invalid_note(turns: &[JsonTurn]) -> Option<String> {
    turns.iter().find_map(|turn| {
        let notes = turn.notes();
        let own = notes.first_invalid().map(str::to_owned);
        own.or_else(|| {
            let mut variations = turn.variations.iter();
            variations.find_map(|line| invalid_note(&line.turns))
        })
    })
}

/// Converts an introduction and turns into a line that has not been checked against the
/// rules. Its tokens have no locations because serde does not report them.
fn raw_turn_line(intro: &str, turns: &[JsonTurn]) -> RawTurnLine {
    let turns = turns.iter().map(|turn| {
        let mut raw_turn = RawTurn {
            tokens: vec![TurnToken {
                text: turn.turn.clone(),
                location: Location::default(),
            }],
            nags: turn.nags.clone(),
            comment: normalized_comment(&turn.notes().comment()),
            variations: Vec::new(),
        };
        for line in &turn.variations {
            raw_turn.add_variation(raw_turn_line(&line.intro, &line.turns));
        }
        raw_turn
    });
    RawTurnLine {
        intro: normalized_comment(intro),
        turns: turns.collect(),
    }
}

/// A reader of JSON lines with one game per line; the counterpart for SGN is
/// [`GameReader`](super::GameReader). Blank lines are skipped.
#[derive(Debug)]
pub struct JsonGameReader<R> {
    lines: LineReader<R>,
    options: ReadOptions,
    game_number: u64,
}

impl<R: BufRead> JsonGameReader<R> {
    /// Creates a reader of the games in an input.
    pub const fn new(input: R, options: ReadOptions) -> Self {
        Self {
            lines: LineReader::new(input),
            options,
            game_number: 0,
        }
    }

    fn read_game(&self, text: &str, line: u64) -> Result<FileGame, FileError> {
        let error_at = |column: usize, fault| {
            let location = Location::line_start(line).advanced_by(column - 1);
            FileError::new(location, fault).of_game(self.game_number)
        };
        if let Some((column, bracket)) = first_too_deep_bracket(text) {
            let fault = FileFault::token(&bracket.to_string(), EXPECTED_DEPTH);
            return Err(error_at(column, fault));
        }
        let mut deserializer = serde_json::Deserializer::from_str(text);
        // The default limit of serde_json is lower than the depth that a game may have.
        deserializer.disable_recursion_limit();
        let json = JsonGame::deserialize(&mut deserializer);
        let json = json.and_then(|json| deserializer.end().map(|()| json));
        let json = json.map_err(|error| {
            let before = text.as_bytes().get(..error.column().saturating_sub(1));
            let before = String::from_utf8_lossy(before.unwrap_or_default());
            let fault = FileFault::Json(message_without_location(&error));
            error_at(before.chars().count() + 1, fault)
        })?;
        let variant = self.options.variant.unwrap_or(json.variant);
        resolve_json(&json, variant).map_err(|rejection| FileError {
            move_label: rejection.move_label,
            ..error_at(1, rejection.fault)
        })
    }
}

/// Returns the first bracket that is nested more deeply than in any valid game,
/// with its column in characters, counted from 1.
fn first_too_deep_bracket(text: &str) -> Option<(usize, char)> {
    let (mut depth, mut in_string, mut is_escaped) = (0_usize, false, false);
    (1..).zip(text.chars()).find(|&(_, character)| {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = in_string,
            '"' => in_string = !in_string,
            '[' | '{' if !in_string => depth += 1,
            ']' | '}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > MAX_BRACKET_DEPTH
    })
}

/// Returns serde's message, shortened, without the location, which the error states separately.
fn message_without_location(error: &serde_json::Error) -> String {
    let mut text = error.to_string();
    text.truncate(text.rfind(" at line ").unwrap_or(text.len()));
    shorten(&text)
}

fn resolve_json(json: &JsonGame, variant: Variant) -> Result<FileGame, FileError> {
    if let Some(note) = invalid_note(&json.turns) {
        let note = quoted(&note);
        let message = format!("{note} is not a score, square or arrow in the form of PGN comments");
        return Err(FileError::new(
            Location::default(),
            FileFault::Json(message),
        ));
    }
    let mut interpretation = Interpretation::new(variant, Numbering::Official, true);
    let mut record = match &json.start {
        None => GameRecord::new(variant),
        Some(start) => interpretation.start_record(start, Location::default())?,
    };
    let line =
        interpretation.play_line(&raw_turn_line(&json.intro, &json.turns), &mut record, false)?;
    let mut tags = Tags::default();
    for (name, value) in &json.tags {
        tags.set(name, value);
    }
    Ok(FileGame::from_parts(tags, json.result, record, line))
}

impl<R: BufRead> Iterator for JsonGameReader<R> {
    type Item = Result<GameWithFaults, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        let is_blank = |line: &NumberedLine| line.text.trim().is_empty();
        let line = self.lines.find(|line| !line.as_ref().is_ok_and(is_blank))?;
        self.game_number += 1;
        Some(match line {
            Ok(line) => self
                .read_game(&line.text, line.number)
                .map(GameWithFaults::from),
            Err(error) => Err(error.of_game(self.game_number)),
        })
    }
}
