//! The check of a bare game against the rules: which rule set it follows, which
//! numbering it uses, and whether every line of it is legal.

use std::collections::VecDeque;

use super::bare::{BareGame, BareLine, BareTurn, Place};
use super::error::{Fault, FileError, Moment};
use super::game::{FileGame, FileTurn, Line};
use super::reader::ReadOptions;
use super::tags::{POSITION, Tags};
use crate::base::Color;
use crate::game::{BoardContents, GameRecord, GameResult, Variant};
use crate::rules::shatra::{Numbering, square_name};

/// The reason why a bare game can't be accepted.
#[derive(Debug)]
pub struct Failure {
    /// The number of legal turns before the fault.
    turns: usize,
    pub place: Place,
    pub moment: Option<Moment>,
    pub fault: Fault,
}

impl Failure {
    pub fn of_game(self, game: u64) -> FileError {
        FileError {
            game,
            moment: self.moment,
            line: self.place.line,
            column: self.place.column,
            fault: self.fault,
        }
    }
}

/// Returns the game that a bare game describes. The options override what the
/// file states.
///
/// If neither states the rule set, all are tried, the default first; if neither
/// states the numbering, numbers are taken as official ones first, and as SPN
/// numbers if no rule set fits. If nothing fits, the error is that of the
/// attempt that played the most turns.
pub fn resolve(bare: &BareGame, options: ReadOptions) -> Result<FileGame, Failure> {
    let variant = match options.variant {
        None => named(bare)?,
        told => told,
    };
    // The name of the position's tag states the kind of board.
    let tag = POSITION.into_iter().find(|name| bare.tag(name).is_some());
    let fits = |variant: &Variant| tag.is_none_or(|tag| variant.position_notation() == tag);
    let variants = variant.map_or_else(
        || Variant::ALL.into_iter().filter(fits).collect(),
        |variant| vec![variant],
    );
    let numberings = match options.numbering {
        None => vec![Numbering::Official, Numbering::Spn],
        Some(numbering) => vec![numbering],
    };
    let mut furthest: Option<Failure> = None;
    for numbering in numberings {
        for &variant in &variants {
            let mut attempt = Attempt {
                variant,
                numbering,
                turns: 0,
            };
            match attempt.game(bare) {
                Ok(game) => return Ok(game),
                Err(failure) => {
                    let best = furthest.take();
                    let best = best.filter(|best| best.turns >= failure.turns);
                    furthest = Some(best.unwrap_or(failure));
                }
            }
        }
    }
    Err(furthest.unwrap_or_else(|| Failure {
        turns: 0,
        place: bare.place,
        moment: None,
        fault: Fault::token("", "a game"),
    }))
}

/// Returns the rule set that the tags name.
fn named(bare: &BareGame) -> Result<Option<Variant>, Failure> {
    let Some(tag) = bare.tag("Variant") else {
        return Ok(None);
    };
    let by_name = |variant: &Variant| variant.name().eq_ignore_ascii_case(&tag.value);
    let found = Variant::from_id(&tag.value).or_else(|| Variant::ALL.into_iter().find(by_name));
    found.map(Some).ok_or_else(|| Failure {
        turns: 0,
        place: tag.place,
        moment: None,
        fault: Fault::Variant(tag.value.clone()),
    })
}

/// An attempt to read a game by one rule set and one numbering.
#[derive(Debug)]
pub struct Attempt {
    pub variant: Variant,
    pub numbering: Numbering,
    /// The number of legal turns so far.
    pub turns: usize,
}

impl Attempt {
    fn game(&mut self, bare: &BareGame) -> Result<FileGame, Failure> {
        let mut record = match POSITION.iter().find_map(|name| bare.tag(name)) {
            None => GameRecord::new(self.variant),
            Some(tag) => self.start(&tag.value, tag.place)?,
        };
        let line = self.line(&bare.line, &mut record, false)?;
        let mut tags = Tags::default();
        for tag in &bare.tags {
            tags.set(&tag.name, &tag.value);
        }
        let said = bare
            .tag("Result")
            .and_then(|tag| GameResult::from_text(&tag.value));
        let behind = bare
            .result
            .filter(|&result| result != GameResult::Unfinished);
        let result = behind.or(said).unwrap_or_default();
        Ok(FileGame::of_parts(tags, result, record, line))
    }

    /// Returns the record of a game that begins from this position.
    pub fn start(&self, spn: &str, place: Place) -> Result<GameRecord, Failure> {
        GameRecord::from_text(self.variant, spn).map_err(|error| Failure {
            turns: self.turns,
            place,
            moment: None,
            fault: Fault::Position(error),
        })
    }

    /// Plays a line on from the end of `record`, and each variation from the
    /// position where it branches off.
    pub fn line(
        &mut self,
        bare: &BareLine,
        record: &mut GameRecord,
        in_variation: bool,
    ) -> Result<Line, Failure> {
        let mut line = Line {
            intro: bare.intro.clone(),
            ..Line::default()
        };
        for turn in &bare.turns {
            let place = turn
                .words
                .first()
                .map(|word| word.place)
                .unwrap_or_default();
            let before = (!turn.variations.is_empty()).then(|| record.position_text());
            let text = text_of(turn, record);
            let played = line.play(record, &text, self.numbering);
            played.map_err(|error| Failure {
                turns: self.turns,
                place,
                moment: Some(moment(record, in_variation)),
                fault: Fault::Turn(error),
            })?;
            self.turns += 1;
            let mut variations = Vec::new();
            if let Some(before) = before {
                for bare in &turn.variations {
                    let mut record = self.start(&before, place)?;
                    variations.push(self.line(bare, &mut record, true)?);
                }
            }
            if let Some(played) = line.turns.last_mut() {
                note(played, turn, variations);
            }
        }
        Ok(line)
    }
}

fn note(played: &mut FileTurn, turn: &BareTurn, variations: Vec<Line>) {
    played.comment.clone_from(&turn.comment);
    played.nags.clone_from(&turn.nags);
    played.variations = variations;
}

/// Returns the move that comes next in a record.
fn moment(record: &GameRecord, in_variation: bool) -> Moment {
    let behind = usize::from(record.first_to_move() == Color::Black);
    let moves = (record.turns().len() + behind) / 2;
    Moment {
        number: u32::from(record.first_move_number()) + moves as u32,
        side: record.side_to_move(),
        in_variation,
    }
}

/// Returns the turn as one text: `19:35`, `:33` and `pass` make `19:35:33`. If
/// the game begins in mid-chain, the turn may omit the square that the chain has
/// reached.
fn text_of(turn: &BareTurn, record: &GameRecord) -> String {
    let mut words: VecDeque<&str> = turn.words.iter().map(|word| word.text.as_str()).collect();
    if words.len() > 1 && words.back().is_some_and(|word| *word == "pass") {
        words.pop_back();
    }
    let text: String = words.into_iter().collect();
    if text.starts_with([':', 'x', '×']) {
        let transit = match record.contents() {
            BoardContents::Shatra(setup) => setup.transit,
            BoardContents::Board8(_) => None,
        };
        return transit.map_or_else(String::new, square_name) + &text;
    }
    text
}
