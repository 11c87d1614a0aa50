//! Conversion of positions: SPN or FEN, a picture in letters, JSON, SVG.

use std::io::{self, Write};

use clap::{Args, ValueEnum};

use super::picture::Picture;
use super::position_json::PositionJson;
use super::{ConvertError, each_line, say_why};
use crate::base::{Color, Square};
use crate::cli::column;
use crate::cli::variant::variant_parser;
use crate::diagram::board::{SvgOptions, svg};
use crate::game::{GameRecord, PositionError, START, Variant};
use crate::rules::shatra::Numbering;

const DETAILS: &str = "\
Examples:
  batyr convert position startpos --to picture
  batyr convert position \"9/1/K6/5s1/4S1R/7/7/k6/1/9 w\" --to svg > board.svg
  batyr convert position --to spn --fields \"b t\" < picture.txt
  batyr convert position --to json < positions.spn
  batyr convert position --variant shatar startpos --to picture

Without a position, positions come from stdin: an SPN a line (a FEN in Shatranj
and Shatar), or pictures as '--to picture' draws them, with or without the
numbers of ranks, the letters of files and the line with the rest of the text
below; both may be mixed.

Exit status: 0 all is converted, 1 something is not, 2 bad usage.";

/// Write a position as a text, as a picture, as SVG or as JSON
#[derive(Args, Debug)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct PositionArgs {
    /// How to write it
    #[arg(long, value_enum)]
    to: Form,

    /// The game [default: the first that has the position]
    #[arg(long, value_name = "ID", ignore_case = true, value_parser = variant_parser())]
    variant: Option<Variant>,

    /// What the text says behind the board, for a picture that does not say it
    #[arg(long, value_name = "FIELDS", default_value = "w")]
    fields: String,

    #[command(flatten)]
    svg: SvgArgs,

    /// The position: SPN, FEN, or startpos
    #[arg(value_name = "POSITION")]
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

    /// Show a turn: all its squares, as in d4-d6, a5:a7:g7 or e2e4
    #[arg(long, value_name = "TURN", value_parser = way)]
    last_turn: Option<Way>,

    /// A ring around a square; may be given more than once
    #[arg(long, value_name = "SQUARE", value_parser = square)]
    mark: Vec<String>,

    /// An arrow, as in d4-d6; may be given more than once
    #[arg(long, value_name = "FROM-TO", value_parser = way)]
    arrow: Vec<Way>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum Form {
    /// The text that GUIs and engines exchange
    #[value(alias = "fen")]
    Spn,
    /// Lines of letters
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

/// The squares of a turn or an arrow, by name, in order.
#[derive(Clone, Debug)]
struct Way(Vec<String>);

/// Parses the name of a square of any board.
fn square(name: &str) -> Result<String, String> {
    let is_known = Variant::ALL
        .into_iter()
        .any(|variant| variant.square_named(name).is_some());
    is_known
        .then(|| name.to_owned())
        .ok_or_else(|| format!("{name:?}, expected a square such as d4"))
}

/// Parses squares joined by `-` or `:`, or two run together as in `e2e4`.
fn way(text: &str) -> Result<Way, String> {
    let joined = text.split(['-', ':']).map(square).collect();
    let two = || match text.split_at_checked(2) {
        Some((from, to)) if !to.is_empty() => [from, to].into_iter().map(square).collect(),
        _ => Err(String::new()),
    };
    let squares: Result<Vec<String>, String> = joined;
    squares
        .or_else(|error| two().map_err(|_| error))
        .and_then(|names| match names.len() {
            0 | 1 => Err(format!("{text:?}, expected two squares as in d4-d6")),
            _ => Ok(Way(names)),
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
            say_why(format_args!("{}: {error}", place.words));
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
    match reader.finish(&args.fields) {
        Ok(text) => write_text(args, &text, &place, out),
        Err(error) => {
            say_why(format_args!("{}: {error}", place.words));
            Ok(false)
        }
    }
}

/// The place that a text comes from.
struct Place {
    /// The words for the place in messages.
    words: String,
    /// The number of characters before the text in its line; `None` if it is
    /// not part of a line.
    before: Option<usize>,
}

impl Place {
    /// Returns the place of an error, to begin its message.
    fn of(&self, text: &str, error: &PositionError) -> String {
        let column = |before| format!("column {}", 1 + before + column::of(text, error));
        let words = (!self.words.is_empty()).then(|| self.words.clone());
        let all: Vec<String> = words.into_iter().chain(self.before.map(column)).collect();
        all.join(", ")
    }
}

/// Converts a position. Reports a text that is not a valid position and returns
/// `false`.
fn write_text(
    args: &PositionArgs,
    text: &str,
    place: &Place,
    out: &mut impl Write,
) -> Result<bool, ConvertError> {
    let variant = args.variant.unwrap_or_else(|| Variant::of_text(text));
    let record = match GameRecord::from_text(variant, text) {
        Ok(record) => record,
        Err(error) => {
            say_why(format_args!("{}: {error}", place.of(text, &error)));
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
        Form::Svg => match args.svg.options(variant) {
            Ok(options) => out.write_all(svg(&record, &options).as_bytes())?,
            Err(name) => {
                let name = format!("{name:?}, expected a square of {}", variant.name());
                say_why(format_args!("{name}"));
                return Ok(false);
            }
        },
        Form::Json => {
            let mut out = io::BufWriter::new(out);
            serde_json::to_writer(&mut out, &PositionJson::of(&record)).map_err(io::Error::from)?;
            writeln!(out)?;
            out.flush()?;
        }
    }
    Ok(true)
}

impl SvgArgs {
    /// Returns the options for the board of a variant.
    ///
    /// # Errors
    /// The name of a square that the board lacks.
    fn options(&self, variant: Variant) -> Result<SvgOptions, &str> {
        let square = |name| -> Result<Square, &str> {
            let name: &String = name;
            variant.square_named(name).ok_or(name)
        };
        let last_turn = self.last_turn.iter().flat_map(|way| &way.0);
        let mut arrows = Vec::new();
        for way in &self.arrow {
            if let (Some(from), Some(to)) = (way.0.first(), way.0.last()) {
                arrows.push((square(from)?, square(to)?));
            }
        }
        Ok(SvgOptions {
            width: self.width,
            view: match self.view {
                View::White => Color::White,
                View::Black => Color::Black,
            },
            letters: !self.no_letters,
            numbers: self.numbers.map(Numbering::from),
            last_turn: last_turn.map(square).collect::<Result<_, _>>()?,
            marked: self.mark.iter().map(square).collect::<Result<_, _>>()?,
            arrows,
        })
    }
}
