//! A game as a file holds it: tags, a tree of turns with notes, a result.

use super::super::TurnError;
use super::super::shatra::Numbering;
use super::super::{GameRecord, GameResult, PlayedTurn, PositionError, Variant};
use super::tags::Tags;
use crate::base::Color;

/// A game with its notes. All its lines are legal, since turns come in by
/// being played alone.
#[derive(Clone, Debug)]
pub struct FileGame {
    /// What is known of the game.
    pub tags: Tags,
    /// Who won.
    pub result: GameResult,
    record: GameRecord,
    line: Line,
}

/// A line of turns: the main line, or a variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// The comment before the first turn; empty for none. Blanks in a row, and
    /// ends of lines, are one blank in a file, and braces become brackets.
    pub intro: String,
    pub(super) turns: Vec<FileTurn>,
}

/// A turn with its notes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileTurn {
    /// The comment behind the turn, as [`Line::intro`].
    pub comment: String,
    /// Annotations by number, as in PGN: 1 good, 2 mistake, 3 very good, 4
    /// blunder, 6 dubious.
    pub nags: Vec<u8>,
    pub(super) played: PlayedTurn,
    pub(super) variations: Vec<Line>,
}

/// Why a variation can't be added.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VariationError {
    /// It would replace a turn that was not played.
    #[error("a variation for turn {ply}, expected a turn from 0 to before {turns}")]
    NoSuchTurn {
        /// The turn, from 0.
        ply: usize,
        /// How many there are.
        turns: usize,
    },
    /// A turn of it is not legal; nothing has changed.
    #[error(transparent)]
    Turn(#[from] TurnError),
}

impl FileGame {
    /// A game from the start position.
    pub fn new(variant: Variant) -> Self {
        Self::from(GameRecord::new(variant))
    }

    /// A game from a position text (SPN).
    ///
    /// # Errors
    /// If the text is no position of the variant.
    pub fn from_text(variant: Variant, text: &str) -> Result<Self, PositionError> {
        GameRecord::from_text(variant, text).map(Self::from)
    }

    /// The game without tags and notes.
    pub const fn record(&self) -> &GameRecord {
        &self.record
    }

    /// The game as it stood before turn `ply` of the main line, from 0; at its
    /// end if there are fewer turns.
    pub fn record_before(&self, ply: usize) -> GameRecord {
        self.record.first(ply)
    }

    /// The rules of the game.
    pub const fn variant(&self) -> Variant {
        self.record.variant()
    }

    /// The main line.
    pub const fn line(&self) -> &Line {
        &self.line
    }

    /// The same, for notes.
    pub const fn line_mut(&mut self) -> &mut Line {
        &mut self.line
    }

    /// The turns of the main line.
    pub fn turns(&self) -> &[FileTurn] {
        &self.line.turns
    }

    /// A turn of the main line, from 0, for notes.
    pub fn turn_mut(&mut self, ply: usize) -> Option<&mut FileTurn> {
        self.line.turns.get_mut(ply)
    }

    /// Plays a turn of the main line, as [`GameRecord::play`].
    ///
    /// # Errors
    /// As there.
    pub fn play(&mut self, text: &str, numbering: Numbering) -> Result<(), TurnError> {
        self.line.play(&mut self.record, text, numbering)
    }

    /// Adds a line that could have been played instead of turn `ply` of the
    /// main line, from 0. The texts are turns in letters or official numbers.
    /// An empty line is not added.
    ///
    /// # Errors
    /// If there is no such turn, or a text is no legal turn.
    pub fn add_variation<S: AsRef<str>>(
        &mut self,
        ply: usize,
        texts: &[S],
    ) -> Result<Option<&mut Line>, VariationError> {
        let turns = self.line.turns.len();
        let mut record = self.record_before(ply);
        let Some(turn) = self.line.turns.get_mut(ply) else {
            return Err(VariationError::NoSuchTurn { ply, turns });
        };
        let mut line = Line::default();
        for text in texts {
            line.play(&mut record, text.as_ref(), Numbering::Official)?;
        }
        if line.turns.is_empty() {
            return Ok(None);
        }
        turn.variations.push(line);
        Ok(turn.variations.last_mut())
    }

    /// The number of the first move and who makes it.
    pub(super) fn first_move(&self) -> (u32, Color) {
        let number = self.record.first_move_number().into();
        (number, self.record.first_to_move())
    }

    pub(super) fn of_parts(tags: Tags, result: GameResult, record: GameRecord, line: Line) -> Self {
        Self {
            tags,
            result,
            record,
            line,
        }
    }
}

impl From<GameRecord> for FileGame {
    /// The turns alone; the result is what the rules say.
    fn from(record: GameRecord) -> Self {
        let line = Line {
            intro: String::new(),
            turns: record.turns().iter().map(FileTurn::bare).collect(),
        };
        let result = record
            .outcome()
            .map_or(GameResult::Unfinished, GameResult::of);
        Self::of_parts(Tags::default(), result, record, line)
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

impl Line {
    /// Its turns.
    pub fn turns(&self) -> &[FileTurn] {
        &self.turns
    }

    /// A turn, from 0, for notes.
    pub fn turn_mut(&mut self, ply: usize) -> Option<&mut FileTurn> {
        self.turns.get_mut(ply)
    }

    /// Plays a turn in the game whose end this line is.
    pub(super) fn play(
        &mut self,
        record: &mut GameRecord,
        text: &str,
        numbering: Numbering,
    ) -> Result<(), TurnError> {
        record.play(text, numbering)?;
        self.turns.extend(record.turns().last().map(FileTurn::bare));
        Ok(())
    }
}

impl FileTurn {
    fn bare(played: &PlayedTurn) -> Self {
        Self {
            comment: String::new(),
            nags: Vec::new(),
            played: played.clone(),
            variations: Vec::new(),
        }
    }

    /// The turn in letters: `d4-d6`, `a5:a7:g7`.
    pub fn text(&self) -> &str {
        &self.played.text
    }

    /// The turn in all ways of writing.
    pub const fn played(&self) -> &PlayedTurn {
        &self.played
    }

    /// Lines that could have been played instead of this turn.
    pub fn variations(&self) -> &[Line] {
        &self.variations
    }

    /// The same, for notes.
    pub fn variations_mut(&mut self) -> &mut [Line] {
        &mut self.variations
    }

    /// Takes all variations away.
    pub fn clear_variations(&mut self) {
        self.variations.clear();
    }
}
