//! Positions as SPN, as a picture in letters, as JSON, as SVG.

use std::collections::BTreeMap;
use std::io::{self, Write};

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::{ConvertError, complain, each_line, variant_parser};
use crate::app::column;
use crate::base::{Color, Square};
use crate::rules::game_file::TextLine;
use crate::rules::shatra::{
    DiagramError, DiagramReader, Numbering, Occupant, Setup, SvgOptions, square_name, square_named,
};
use crate::rules::{GameRecord, PositionError, START, Variant};

const DETAILS: &str = "\
Examples:
  batyr convert position startpos --to picture
  batyr convert position \"9/1/K6/5s1/4S1R/7/7/k6/1/9 w\" --to svg > board.svg
  batyr convert position --to spn --fields \"b t\" < picture.txt
  batyr convert position --to json < positions.spn

Without a position, positions come from stdin: an SPN a line, or pictures as
'--to picture' draws them, with or without the numbers of ranks, the letters of
files and the line with the rest of SPN below; both may be mixed.

Exit status: 0 all is converted, 1 something is not, 2 bad usage.";

/// Write a position as SPN, as a picture, as SVG or as JSON
#[derive(Args, Debug)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct PositionArgs {
    /// How to write it
    #[arg(long, value_enum)]
    to: Form,

    /// The rule set [default: the first that has the position]
    #[arg(long, value_name = "ID", value_parser = variant_parser())]
    variant: Option<Variant>,

    /// What SPN says behind the board, for a picture that does not say it
    #[arg(long, value_name = "FIELDS", default_value = "w")]
    fields: String,

    #[command(flatten)]
    svg: SvgArgs,

    /// The position: SPN, or startpos
    #[arg(value_name = "SPN")]
    position: Vec<String>,
}

/// How the SVG looks.
#[derive(Args, Debug)]
#[command(next_help_heading = "SVG")]
struct SvgArgs {
    /// The side at the bottom
    #[arg(long, value_enum, default_value = "white")]
    view: View,

    /// The width in pixels
    #[arg(long, value_name = "N", default_value_t = 480, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    width: u32,

    /// Numbers in the squares
    #[arg(long, value_enum)]
    numbers: Option<super::moves::Numbers>,

    /// Leave the names of files and ranks out
    #[arg(long)]
    no_letters: bool,

    /// Show a turn: all its squares, as in d4-d6 or a5:a7:g7
    #[arg(long, value_name = "TURN", value_parser = way)]
    last_turn: Option<Way>,

    /// A ring around a square; may be given more than once
    #[arg(long, value_name = "SQUARE", value_parser = square)]
    mark: Vec<Square>,

    /// An arrow, as in d4-d6; may be given more than once
    #[arg(long, value_name = "FROM-TO", value_parser = way)]
    arrow: Vec<Way>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum Form {
    /// The text that GUIs and engines exchange
    Spn,
    /// Fourteen lines of letters
    Picture,
    /// A diagram for pages
    Svg,
    /// An object a line
    Json,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum View {
    White,
    Black,
}

/// The squares that a text names one after the other.
#[derive(Clone, Debug)]
struct Way(Vec<Square>);

fn square(name: &str) -> Result<Square, String> {
    square_named(name).ok_or_else(|| format!("{name:?}, expected a square such as d4"))
}

fn way(text: &str) -> Result<Way, String> {
    let squares: Result<Vec<Square>, String> = text.split(['-', ':']).map(square).collect();
    squares.map(Way).and_then(|way| match way.0.len() {
        0 | 1 => Err(format!("{text:?}, expected two squares as in d4-d6")),
        _ => Ok(way),
    })
}

pub fn run(args: &PositionArgs) -> Result<bool, ConvertError> {
    let mut out = io::stdout().lock();
    if !args.position.is_empty() {
        let place = Place {
            words: String::new(),
            before: Some(0),
        };
        return write_text(args, &args.position.join(" "), &place, &mut out);
    }
    let mut picture = Picture::None;
    let mut all = each_line(|line| {
        let text = line.text.trim();
        let place = Place {
            words: format!("stdin, line {}", line.number),
            before: Some(column::of_part(&line.text, text)),
        };
        if text.is_empty() {
            return write_picture(args, std::mem::take(&mut picture), &mut out);
        }
        if text.contains('/') || text == START {
            let before = write_picture(args, std::mem::take(&mut picture), &mut out)?;
            return Ok(write_text(args, text, &place, &mut out)? && before);
        }
        if let Err(error) = picture.line(line) {
            complain(format_args!("{}: {error}", place.words));
            picture = Picture::Faulty;
            return Ok(false);
        }
        if picture.is_whole() {
            return write_picture(args, std::mem::take(&mut picture), &mut out);
        }
        Ok(true)
    })?;
    all &= write_picture(args, picture, &mut out)?;
    Ok(all)
}

/// The picture at hand.
#[derive(Default)]
enum Picture {
    #[default]
    None,
    /// With the line in which it began.
    Begun(u64, Box<DiagramReader>),
    /// The rest of it is passed over, up to an empty line.
    Faulty,
}

impl Picture {
    fn line(&mut self, line: &TextLine) -> Result<(), DiagramError> {
        if matches!(self, Self::None) {
            *self = Self::Begun(line.number, Box::default());
        }
        match self {
            Self::Begun(_, reader) => reader.line(&line.text),
            _ => Ok(()),
        }
    }

    fn is_whole(&self) -> bool {
        matches!(self, Self::Begun(_, reader) if reader.is_whole())
    }
}

fn write_picture(
    args: &PositionArgs,
    picture: Picture,
    out: &mut impl Write,
) -> Result<bool, ConvertError> {
    let Picture::Begun(line, reader) = picture else {
        return Ok(true);
    };
    let place = Place {
        words: format!("stdin, picture from line {line}"),
        before: None,
    };
    let setup: Result<Setup, DiagramError> = reader.finish(&args.fields);
    match setup {
        Ok(setup) => write_text(args, &setup.to_string(), &place, out),
        Err(error) => {
            complain(format_args!("{}: {error}", place.words));
            Ok(false)
        }
    }
}

/// Where a text comes from.
struct Place {
    /// What messages say.
    words: String,
    /// The letters of the line before it; `None` if it does not stand there.
    before: Option<usize>,
}

impl Place {
    /// What stands before the message of an error.
    fn of(&self, text: &str, error: &PositionError) -> String {
        let column = |before| format!("column {}", 1 + before + column::of(text, error));
        let words = (!self.words.is_empty()).then(|| self.words.clone());
        let all: Vec<String> = words.into_iter().chain(self.before.map(column)).collect();
        all.join(", ")
    }
}

/// Converts a position; `false`, with a complaint, if it is none.
fn write_text(
    args: &PositionArgs,
    text: &str,
    place: &Place,
    out: &mut impl Write,
) -> Result<bool, ConvertError> {
    let variant = args.variant.or_else(|| {
        let accepts = |variant: &Variant| variant.accepts(text);
        Variant::ALL.into_iter().find(accepts)
    });
    let variant = variant.unwrap_or_default();
    let record = match GameRecord::from_text(variant, text) {
        Ok(record) => record,
        Err(error) => {
            complain(format_args!("{}: {error}", place.of(text, &error)));
            return Ok(false);
        }
    };
    match args.to {
        Form::Spn => writeln!(out, "{}", record.position_text())?,
        Form::Picture => {
            let spn = record.position_text();
            let fields = spn.split_once(' ').map_or("", |(_, fields)| fields);
            writeln!(out, "{}{fields}\n", record.diagram())?;
        }
        Form::Svg => out.write_all(record.svg(&args.svg.options()).as_bytes())?,
        Form::Json => {
            let json = serde_json::to_string(&PositionJson::of(&record));
            writeln!(out, "{}", json.map_err(io::Error::from)?)?;
        }
    }
    Ok(true)
}

impl SvgArgs {
    fn options(&self) -> SvgOptions {
        let ends = |way: &Way| Some((*way.0.first()?, *way.0.last()?));
        SvgOptions {
            width: self.width,
            view: match self.view {
                View::White => Color::White,
                View::Black => Color::Black,
            },
            letters: !self.no_letters,
            numbers: self.numbers.map(Numbering::from),
            last_turn: self.last_turn.clone().map_or_else(Vec::new, |way| way.0),
            marked: self.mark.clone(),
            arrows: self.arrow.iter().filter_map(ends).collect(),
        }
    }
}

/// A position as an object.
#[derive(Serialize)]
struct PositionJson {
    variant: Variant,
    spn: String,
    side: &'static str,
    /// Letters of men by square, as in SPN.
    men: BTreeMap<String, char>,
    /// Squares of urgent men.
    urgent: Vec<String>,
    /// Letters of men captured in the chain at hand, by square.
    ghosts: BTreeMap<String, char>,
    /// Sides whose temdek is on.
    temdeks: Vec<&'static str>,
    /// The man in mid-chain.
    transit: Option<String>,
    en_passant: Option<String>,
    halfmoves: u16,
    move_number: u16,
    /// How many legal turns there are.
    legal_turns: u64,
}

impl PositionJson {
    fn of(record: &GameRecord) -> Self {
        let setup = record.setup();
        let mut json = Self {
            variant: record.variant(),
            spn: record.position_text(),
            side: side(setup.to_move),
            men: BTreeMap::new(),
            urgent: Vec::new(),
            ghosts: BTreeMap::new(),
            temdeks: Vec::new(),
            transit: setup.transit.map(square_name),
            en_passant: setup.en_passant.map(square_name),
            halfmoves: setup.halfmoves,
            move_number: setup.move_number,
            legal_turns: record.count_turns(),
        };
        for (square, occupant) in setup.occupants() {
            let name = square_name(square);
            match occupant {
                Occupant::Man { man, urgent } => {
                    json.urgent.extend(urgent.then(|| name.clone()));
                    json.men.insert(name, man.letter());
                }
                Occupant::Ghost(kind) => {
                    json.ghosts
                        .extend(kind.ghost_letter().map(|letter| (name, letter)));
                }
            }
        }
        let on = Color::ALL
            .into_iter()
            .zip(setup.temdeks)
            .filter(|(_, on)| *on);
        json.temdeks = on.map(|(color, _)| side(color)).collect();
        json
    }
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}
