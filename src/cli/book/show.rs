//! `batyr book show`: what a book says of a position and its turns.

use std::process::ExitCode;

use serde::Serialize;

use super::args::ShowArgs;
use super::file::read_book;
use crate::analysis::book::{BookValue, ExploredPosition, explore};
use crate::analysis::format;
use crate::base::score::ReportedScore;
use crate::cli::error::CliError;
use crate::cli::{position_text, stdout};
use crate::game::{GameRecord, Variant};
use crate::openings::book::{Book, shipped_book};

/// The JSON record of a position in a book (docs/cli.md).
#[derive(Serialize)]
struct ShowRecord {
    variant: Variant,
    position: String,
    /// The nodes of each search of the book.
    nodes: u32,
    /// The positions of the book.
    positions: usize,
    #[serde(flatten)]
    value: ValueRecord,
    depth: u8,
    below: u32,
    turns: Vec<TurnRecord>,
}

#[derive(Serialize)]
struct TurnRecord {
    turn: String,
    #[serde(flatten)]
    value: ValueRecord,
    depth: u8,
    below: u32,
    transposes: bool,
}

/// A value for the side to move; expected score and doubt in thousandths of a point.
#[derive(Serialize)]
struct ValueRecord {
    score: ReportedScore,
    expected: i32,
    doubt: i32,
}

impl From<BookValue> for ValueRecord {
    fn from(value: BookValue) -> Self {
        Self {
            score: ReportedScore::from_score(value.score),
            expected: value.expected,
            doubt: value.doubt,
        }
    }
}

/// Shows a position.
pub fn show(args: &ShowArgs) -> Result<ExitCode, CliError> {
    let own = args.book.as_deref().map(read_book).transpose()?;
    let known = args
        .variant
        .or_else(|| own.as_ref().map(|book| book.header().variant));
    let variant = known.unwrap_or_default();
    let game = read_game(variant, &args.moves)?;
    let book = own.map_or_else(|| shipped(variant), Ok)?;
    if book.header().variant != variant {
        return Err(CliError::usage(format_args!(
            "the book is one of {}, not {variant}",
            book.header().variant
        )));
    }
    let Some(found) = explore(&book, &game.position()) else {
        return Err(CliError::failure(format_args!(
            "the book does not have the turns of {}",
            game.position_text()
        )));
    };
    let text = match args.json {
        true => serde_json::to_string(&record(&book, &game, &found))?,
        false => table(&book, &found),
    };
    stdout::write(format_args!("{text}\n"))?;
    Ok(ExitCode::SUCCESS)
}

fn shipped(variant: Variant) -> Result<Book, CliError> {
    let none = || {
        CliError::usage(format_args!(
            "no book of {variant} comes with the program; --book FILE names one"
        ))
    };
    shipped_book(variant)?.ok_or_else(none)
}

/// Reads turns from the start, or a position and turns.
fn read_game(variant: Variant, words: &[String]) -> Result<GameRecord, CliError> {
    let text = words.join(" ");
    let is_position = text.contains('/') || position_text::is_from_start(&text);
    let text = match is_position {
        true => text,
        false => format!("startpos moves {text}"),
    };
    position_text::read(Some(variant), &text).map_err(CliError::usage)
}

fn record(book: &Book, game: &GameRecord, found: &ExploredPosition) -> ShowRecord {
    let turns = found.turns.iter().map(|turn| TurnRecord {
        turn: turn.turn.text(),
        value: turn.value.into(),
        depth: turn.after.depth,
        below: turn.after.below,
        transposes: turn.after.transposes,
    });
    ShowRecord {
        variant: game.variant(),
        position: game.position_text(),
        nodes: book.header().nodes,
        positions: book.len(),
        value: found.value.into(),
        depth: found.record.depth,
        below: found.record.below,
        turns: turns.collect(),
    }
}

fn percent(thousandths: i32) -> f64 {
    f64::from(thousandths) / 10.0
}

fn table(book: &Book, found: &ExploredPosition) -> String {
    let value = found.value;
    let mut lines = vec![
        match book.header() {
            header if header.keep == 0 => {
                format!("{} positions, {} nodes each", book.len(), header.nodes)
            }
            header => format!(
                "{} positions, {} nodes each; of a position the {} best turns by a glance and the best by its own search",
                book.len(),
                header.nodes,
                header.keep
            ),
        },
        format!(
            "value {}, expected {:.1} % ± {:.1}, depth {}, {} positions below",
            format::score(value.score),
            percent(value.expected),
            percent(value.doubt),
            found.record.depth,
            found.record.below
        ),
    ];
    let texts: Vec<String> = found.turns.iter().map(|turn| turn.turn.text()).collect();
    let width = texts.iter().map(String::len).max().unwrap_or(0).max(4);
    lines.push(format!(
        "{:width$}  {:>7}  {:>9}  {:>5}  {:>5}  {:>6}",
        "turn", "value", "expected", "doubt", "depth", "below"
    ));
    lines.extend(found.turns.iter().zip(texts).map(|(turn, text)| {
        let line = format!(
            "{text:width$}  {:>7}  {:>7.1} %  {:>5.1}  {:>5}  {:>6}",
            format::score(turn.value.score),
            percent(turn.value.expected),
            percent(turn.value.doubt),
            turn.after.depth,
            turn.after.below
        );
        match turn.after.transposes {
            true => format!("{line}  transposes"),
            false => line,
        }
    }));
    lines.join("\n")
}
