//! Checks a raw game against the rules: which rule set it follows, which numbering it
//! uses, and whether all its lines are legal.

use super::error::{FileError, FileFault, Location, MoveLabel};
use super::game::{FileGame, GameWithFaults, TurnLine};
use super::raw::{RawGame, RawTurn, RawTurnLine};
use super::tags::POSITION_TAGS;
use crate::game::{BoardContents, GameRecord, Variant};
use crate::rules::shatra::{Numbering, square_name};

/// The caller's choices, which override what a file states.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct ReadOptions {
    /// The rule set of all games, regardless of their tags; `None` to follow the tags.
    pub variant: Option<Variant>,
    /// The numbering of squares that are given as numbers. `None` stands for official
    /// numbers, as in SGN, or SPN numbers if the game is legal in no rule set with
    /// official ones.
    pub numbering: Option<Numbering>,
    /// Whether a game with a fault is refused. Otherwise what can be read of it is read, and
    /// its faults are reported.
    pub is_strict: bool,
}

/// Returns the game that a raw game describes. The options take precedence over the
/// tags of the file.
///
/// If neither states the rule set, all that fit the position tag, if any, are tried, starting
/// with the default. If the options do not state the numbering, official numbers are tried
/// first, and SPN numbers if the game is legal in no rule set.
///
/// If no interpretation is legal, the one with the most legal turns counts: its first illegal
/// turn is the error if `options.is_strict` is set or if no turn at all is legal. Otherwise
/// each line ends before its first illegal turn, and the faults are these turns.
pub fn resolve(raw: &RawGame, options: ReadOptions) -> Result<GameWithFaults, FileError> {
    let variant = match options.variant {
        None => stated_variant(raw)?,
        chosen => chosen,
    };
    // The name of the tag that holds the position implies the kind of board.
    let tag = POSITION_TAGS
        .into_iter()
        .find(|name| raw.tag(name).is_some());
    let has_notation = |variant: &Variant| tag.is_none_or(|tag| variant.position_notation() == tag);
    let variants = variant.map_or_else(
        || Variant::ALL.into_iter().filter(has_notation).collect(),
        |variant| vec![variant],
    );
    let numberings = match options.numbering {
        None => vec![Numbering::Official, Numbering::Spn],
        Some(numbering) => vec![numbering],
    };
    let mut most_turns = None;
    let mut best = Err(FileError::new(raw.location, FileFault::token("", "a game")));
    for numbering in numberings {
        for &variant in &variants {
            let mut interpretation = Interpretation::new(variant, numbering, true);
            let fault = match interpretation.play_game(raw) {
                Ok(game) => return Ok(game.into()),
                Err(fault) => fault,
            };
            let mut legal_part = None;
            if !options.is_strict {
                // Finds how much of the game is legal, whichever line contains the fault.
                interpretation = Interpretation::new(variant, numbering, false);
                legal_part = interpretation.play_game(raw).ok();
            }
            let turns = interpretation.turns;
            if most_turns < Some(turns) {
                most_turns = Some(turns);
                let faults = interpretation.rejections;
                let read = legal_part.map(|game| GameWithFaults { game, faults });
                best = read.filter(|_| turns > 0).ok_or(fault);
            }
        }
    }
    best
}

/// Returns the rule set that the tags state, if any.
fn stated_variant(raw: &RawGame) -> Result<Option<Variant>, FileError> {
    let Some(tag) = raw.tag("Variant") else {
        return Ok(None);
    };
    let by_name = |variant: &Variant| variant.name().eq_ignore_ascii_case(&tag.value);
    let found = Variant::from_id(&tag.value).or_else(|| Variant::ALL.into_iter().find(by_name));
    found.map(Some).ok_or_else(|| {
        let fault = FileFault::Variant(tag.value.clone());
        FileError::new(tag.location, fault)
    })
}

/// An interpretation of a raw game under one rule set and one numbering.
#[derive(Debug)]
pub struct Interpretation {
    variant: Variant,
    numbering: Numbering,
    /// Whether an illegal turn is an error; otherwise the line ends before it.
    is_strict: bool,
    /// The number of legal turns so far.
    turns: usize,
    /// The illegal turns, before which their lines end.
    rejections: Vec<FileError>,
}

impl Interpretation {
    pub const fn new(variant: Variant, numbering: Numbering, is_strict: bool) -> Self {
        Self {
            variant,
            numbering,
            is_strict,
            turns: 0,
            rejections: Vec::new(),
        }
    }

    fn play_game(&mut self, raw: &RawGame) -> Result<FileGame, FileError> {
        let mut record = match POSITION_TAGS.iter().find_map(|name| raw.tag(name)) {
            None => GameRecord::new(self.variant),
            Some(tag) => self.start_record(&tag.value, tag.value_location)?,
        };
        let line = self.play_line(&raw.line, &mut record, false)?;
        let (tags, result) = (raw.stored_tags(), raw.stated_result());
        Ok(FileGame::from_parts(tags, result, record, line))
    }

    /// Returns the record of a game that begins in the position that `text` describes.
    /// The text begins at `location`.
    pub fn start_record(&self, text: &str, location: Location) -> Result<GameRecord, FileError> {
        GameRecord::from_text(self.variant, text).map_err(|error| {
            let location = location.advanced_by(error.span().column(text));
            FileError::new(location, FileFault::Position(error))
        })
    }

    /// Plays a line at the end of `record`, and each variation in the position where it
    /// branches off.
    pub fn play_line(
        &mut self,
        raw: &RawTurnLine,
        record: &mut GameRecord,
        in_variation: bool,
    ) -> Result<TurnLine, FileError> {
        let mut line = TurnLine {
            intro: raw.intro.clone(),
            ..TurnLine::default()
        };
        for turn in &raw.turns {
            let before = record.without_history();
            let (text, prefix) = joined_text(turn, record);
            if let Err(error) = line.play(record, &text, self.numbering) {
                let location = turn.location_of(error.span.start().saturating_sub(prefix));
                let label = MoveLabel {
                    number: record.move_number().into(),
                    side: record.side_to_move(),
                    in_variation,
                };
                let rejection = FileError {
                    move_label: Some(label),
                    ..FileError::new(location, FileFault::Turn(error))
                };
                if self.is_strict {
                    return Err(rejection);
                }
                self.rejections.push(rejection);
                break;
            }
            self.turns += 1;
            let mut variations = Vec::new();
            for raw in &turn.variations {
                let variation = self.play_line(raw, &mut before.clone(), true)?;
                // A variation whose first turn is illegal is left out.
                if !variation.turns.is_empty() {
                    variations.push(variation);
                }
            }
            if let Some(played) = line.turns.last_mut() {
                played.comment.clone_from(&turn.comment);
                played.nags.clone_from(&turn.nags);
                played.variations = variations;
            }
        }
        Ok(line)
    }
}

/// Joins the tokens of a turn: `19:35`, `:33` and `pass` become `19:35:33`. If the game begins
/// in mid-chain, the turn may omit the square that the chain has reached: it is added. Also
/// returns the number of bytes that were added before the first token.
fn joined_text(turn: &RawTurn, record: &GameRecord) -> (String, usize) {
    let tokens = turn.tokens.iter().map(|token| token.text.as_str());
    let mut tokens: Vec<&str> = tokens.collect();
    if tokens.len() > 1 && tokens.last() == Some(&"pass") {
        tokens.pop();
    }
    let text = tokens.concat();
    if !text.starts_with([':', 'x', '×']) {
        return (text, 0);
    }
    let transit = match record.contents() {
        BoardContents::Shatra(setup) => setup.transit,
        BoardContents::Board8(_) => None,
    };
    let start = transit.map_or_else(String::new, square_name);
    let prefix = start.len();
    (start + &text, prefix)
}
