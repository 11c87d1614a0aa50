//! A game as a file stores it: tags, a tree of turns with notes, and a result.

use super::error::FileError;
use super::tags::Tags;
use crate::game::{GameRecord, GameResult, PositionError, TurnDetails, Variant};
use crate::rules::TurnError;
use crate::rules::shatra::Numbering;

/// A game with its notes. All its lines are legal because a turn can only be added by
/// playing it.
#[derive(Clone, Debug)]
pub struct FileGame {
    /// The tags: players, event, date and so on.
    pub tags: Tags,
    /// The result of the game.
    pub result: GameResult,
    record: GameRecord,
    line: TurnLine,
}

/// A game that was read from a file.
#[derive(Clone, PartialEq, Debug)]
pub struct GameWithFaults {
    /// The game.
    pub game: FileGame,
    /// The faults in its text, in the order of the file; the faulty parts are left out or
    /// guessed. A game has none if [`ReadOptions::is_strict`] is set.
    ///
    /// [`ReadOptions::is_strict`]: super::ReadOptions::is_strict
    pub faults: Vec<FileError>,
}

/// A line of turns: the main line or a variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TurnLine {
    /// The comment before the first turn, empty if there is none. When it is written to
    /// a file, each run of whitespace becomes one space, and braces become parentheses.
    pub intro: String,
    pub(super) turns: Vec<FileTurn>,
}

/// A turn with its notes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileTurn {
    /// The comment after the turn, written to files like [`TurnLine::intro`].
    pub comment: String,
    /// The numeric annotations (NAGs) of PGN: 1 good, 2 mistake, 3 very good, 4
    /// blunder, 6 dubious.
    pub nags: Vec<u8>,
    pub(super) played: TurnDetails,
    pub(super) variations: Vec<TurnLine>,
}

/// An error in adding a variation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VariationError {
    /// The main line has no turn that the variation could replace.
    #[error("the main line has no turn with index {ply}, only {turns} turns")]
    NoSuchTurn {
        /// The index of the requested turn, counted from 0.
        ply: usize,
        /// The number of turns in the main line.
        turns: usize,
    },
    /// A turn of the variation is not legal.
    #[error(transparent)]
    Turn(#[from] TurnError),
}

impl FileGame {
    /// Creates a game that begins in the start position.
    pub fn new(variant: Variant) -> Self {
        Self::from(GameRecord::new(variant))
    }

    /// Creates a game that begins in the position that a text (SPN or FEN) describes.
    ///
    /// # Errors
    /// Returns an error if the text is not a position of the variant.
    pub fn from_text(variant: Variant, text: &str) -> Result<Self, PositionError> {
        GameRecord::from_text(variant, text).map(Self::from)
    }

    /// Returns the main line as a record, without tags or notes.
    pub const fn record(&self) -> &GameRecord {
        &self.record
    }

    /// Returns the game up to, but not including, turn `ply` of the main line, counted
    /// from 0, or the whole game if it has fewer turns.
    pub fn record_before(&self, ply: usize) -> GameRecord {
        self.record.up_to(ply)
    }

    /// Returns the rule set of the game.
    pub const fn variant(&self) -> Variant {
        self.record.variant()
    }

    /// Returns the main line.
    pub const fn main_line(&self) -> &TurnLine {
        &self.line
    }

    /// Returns the main line, for editing its notes.
    pub const fn main_line_mut(&mut self) -> &mut TurnLine {
        &mut self.line
    }

    /// Returns the turns of the main line.
    pub fn turns(&self) -> &[FileTurn] {
        &self.line.turns
    }

    /// Returns turn `ply` of the main line, counted from 0, for editing its notes.
    pub fn turn_mut(&mut self, ply: usize) -> Option<&mut FileTurn> {
        self.line.turns.get_mut(ply)
    }

    /// Plays a turn at the end of the main line.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`GameRecord::play`].
    pub fn play(&mut self, text: &str, numbering: Numbering) -> Result<(), TurnError> {
        self.line.play(&mut self.record, text, numbering)
    }

    /// Adds a variation: a line that could have been played instead of turn `ply` of the
    /// main line, counted from 0. `texts` are its turns, in letters or official numbers.
    /// If `texts` is empty, nothing is added and the result is `None`.
    ///
    /// # Errors
    /// Returns an error if there is no such turn, or if a text is not a legal turn. The
    /// game is then unchanged.
    pub fn add_variation<S: AsRef<str>>(
        &mut self,
        ply: usize,
        texts: &[S],
    ) -> Result<Option<&mut TurnLine>, VariationError> {
        let turns = self.line.turns.len();
        let mut record = self.record_before(ply);
        let Some(turn) = self.line.turns.get_mut(ply) else {
            return Err(VariationError::NoSuchTurn { ply, turns });
        };
        let mut line = TurnLine::default();
        for text in texts {
            line.play(&mut record, text.as_ref(), Numbering::Official)?;
        }
        if line.turns.is_empty() {
            return Ok(None);
        }
        turn.variations.push(line);
        Ok(turn.variations.last_mut())
    }

    pub(super) fn from_parts(
        tags: Tags,
        result: GameResult,
        record: GameRecord,
        line: TurnLine,
    ) -> Self {
        Self {
            tags,
            result,
            record,
            line,
        }
    }
}

impl From<GameRecord> for FileGame {
    /// Creates a game without tags or notes. Its result is the outcome by the rules.
    fn from(record: GameRecord) -> Self {
        let line = TurnLine {
            intro: String::new(),
            turns: record.turns().iter().map(FileTurn::without_notes).collect(),
        };
        let result = record
            .outcome()
            .map_or(GameResult::Unfinished, GameResult::from_outcome);
        Self::from_parts(Tags::default(), result, record, line)
    }
}

impl GameWithFaults {
    /// Returns whether nothing of the game was left out.
    pub fn is_whole(&self) -> bool {
        self.faults.iter().all(|error| error.fault.is_harmless())
    }
}

impl From<FileGame> for GameWithFaults {
    /// Creates a game without faults.
    fn from(game: FileGame) -> Self {
        let faults = Vec::new();
        Self { game, faults }
    }
}

impl PartialEq for FileGame {
    fn eq(&self, other: &Self) -> bool {
        self.tags == other.tags
            && self.result == other.result
            && self.variant() == other.variant()
            && self.record.start_text() == other.record.start_text()
            && self.line == other.line
    }
}

impl TurnLine {
    /// Returns the turns of the line.
    pub fn turns(&self) -> &[FileTurn] {
        &self.turns
    }

    /// Returns turn `ply` of the line, counted from 0, for editing its notes.
    pub fn turn_mut(&mut self, ply: usize) -> Option<&mut FileTurn> {
        self.turns.get_mut(ply)
    }

    /// Plays a turn in `record`, which must be at the end of this line, and appends the
    /// turn to the line.
    pub(super) fn play(
        &mut self,
        record: &mut GameRecord,
        text: &str,
        numbering: Numbering,
    ) -> Result<(), TurnError> {
        record.play(text, numbering)?;
        self.turns
            .extend(record.turns().last().map(FileTurn::without_notes));
        Ok(())
    }
}

impl FileTurn {
    fn without_notes(played: &TurnDetails) -> Self {
        Self {
            comment: String::new(),
            nags: Vec::new(),
            played: played.clone(),
            variations: Vec::new(),
        }
    }

    /// Returns the text of the turn, with squares named by file and rank: `d4-d6`, `a5:a7:g7`.
    pub fn text(&self) -> &str {
        &self.played.text
    }

    /// Returns the turn in every notation.
    pub const fn played(&self) -> &TurnDetails {
        &self.played
    }

    /// Returns the lines that could have been played instead of this turn.
    pub fn variations(&self) -> &[TurnLine] {
        &self.variations
    }

    /// Returns the variations, for editing their notes.
    pub fn variations_mut(&mut self) -> &mut [TurnLine] {
        &mut self.variations
    }

    /// Removes all variations.
    pub fn clear_variations(&mut self) {
        self.variations.clear();
    }
}
