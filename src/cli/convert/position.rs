//! Converts positions from SPN, FEN and pictures to SPN, FEN, pictures, SVG and JSON.

use std::io::{self, Write};

use clap::{Args, ValueEnum};

use super::input::{NumberingArg, for_each_line, report_failure};
use super::picture::PictureState;
use super::position_json::PositionJson;
use crate::base::{Color, Span, Square};
use crate::cli::error::CliError;
use crate::cli::position_text::{self, PositionTextError};
use crate::cli::stdout;
use crate::cli::variant::variant_parser;
use crate::diagram::board::{SvgOptions, svg};
use crate::game::{GameRecord, Variant};
use crate::rules::shatra::Numbering;

const DETAILS: &str = "\
Examples:
  batyr convert position startpos --to picture
  batyr convert position \"9/1/K6/5s1/4S1R/7/7/k6/1/9 w\" --to svg > board.svg
  batyr convert position --to spn --fields \"b t\" < picture.txt
  batyr convert position --to json < positions.spn
  batyr convert position --variant shatar startpos --to picture
  batyr convert position startpos moves d1-d6 c10-c8 --to spn

Turns may follow a position, as in the engine's command 'position'.

Without POSITION, positions are read from stdin: one SPN on each line (FEN for
Shatranj and Shatar), or pictures as '--to picture' draws them, with or without
rank numbers, file letters and the line of fields below the board. Texts and
pictures may be mixed.

Exit status: 0 if all positions were converted, 1 if some were not,
2 for bad usage.";

/// Convert positions to SPN or FEN, pictures, SVG or JSON
#[derive(Args, Debug)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct PositionArgs {
    /// Format to write
    #[arg(long, value_enum)]
    to: PositionFormat,

    /// Variant of the positions [default: shatra, or the first that accepts the position]
    #[arg(long, value_name = "ID", ignore_case = true, value_parser = variant_parser())]
    variant: Option<Variant>,

    /// Fields after the board, for pictures without fields
    #[arg(long, value_name = "FIELDS", default_value = "w")]
    fields: String,

    #[command(flatten)]
    svg: SvgArgs,

    /// Position (SPN, FEN or 'startpos'), or 'POSITION moves TURN...'
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
}

/// The options of SVG output.
#[derive(Args, Debug)]
#[command(next_help_heading = "SVG")]
struct SvgArgs {
    /// Side at the bottom
    #[arg(long, value_enum, default_value = "white")]
    view: BottomSide,

    /// Width in pixels
    #[arg(long, value_name = "N", default_value_t = 480,
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    width: u32,

    /// Print the number of each square, in this numbering
    #[arg(long, value_enum)]
    numbers: Option<NumberingArg>,

    /// Omit the labels of files and ranks
    #[arg(long)]
    no_letters: bool,

    /// Highlight a turn, given as its squares, such as d4-d6, a5:a7:g7 or e2e4
    #[arg(long, value_name = "TURN", value_parser = square_path)]
    last_turn: Option<SquarePath>,

    /// Draw a ring around a square; may be given more than once
    #[arg(long, value_name = "SQUARE", value_parser = square_name)]
    mark: Vec<String>,

    /// Draw an arrow, such as d4-d6; may be given more than once
    #[arg(long, value_name = "FROM-TO", value_parser = square_path)]
    arrow: Vec<SquarePath>,
}

/// A format of positions.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum PositionFormat {
    /// The text that GUIs and engines exchange: SPN or FEN
    #[value(alias = "fen")]
    Spn,
    /// A diagram in plain text, one letter for each man
    Picture,
    /// An image for web pages
    Svg,
    /// One JSON object on each line
    Json,
}

/// The side at the bottom of a diagram.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum BottomSide {
    White,
    Black,
}

/// The squares of a turn or an arrow, by name, in order.
#[derive(Clone, Debug)]
struct SquarePath(Vec<String>);

/// Returns the name if the board of some variant has a square of this name.
fn square_name(name: &str) -> Result<String, String> {
    let is_known = Variant::ALL
        .into_iter()
        .any(|variant| variant.square_named(name).is_some());
    is_known
        .then(|| name.to_owned())
        .ok_or_else(|| format!("{name:?}, expected a square such as d4"))
}

/// Parses squares joined by `-` or `:`, or two squares without a separator, such
/// as `e2e4`.
fn square_path(text: &str) -> Result<SquarePath, String> {
    let separated: Result<Vec<String>, String> = text.split(['-', ':']).map(square_name).collect();
    let unseparated = || match text.split_at_checked(2) {
        Some((from, to)) if !to.is_empty() => [from, to].into_iter().map(square_name).collect(),
        _ => Err(String::new()),
    };
    separated
        .or_else(|error| unseparated().map_err(|_| error))
        .and_then(|names| match names.len() {
            0 | 1 => Err(format!("{text:?}, expected two squares, such as d4-d6")),
            _ => Ok(SquarePath(names)),
        })
}

/// Converts the positions and returns whether all of them could be converted.
pub fn run(args: &PositionArgs) -> Result<bool, CliError> {
    if !args.position.is_empty() {
        let place = TextPlace {
            name: String::new(),
            before: Some(0),
        };
        return write_text(args, &args.position.join(" "), &place);
    }
    let mut picture = PictureState::None;
    let mut all_converted = for_each_line(|line| {
        let text = line.text.trim();
        let place = TextPlace {
            name: format!("stdin, line {}", line.number),
            before: Some(Span::of(text, &line.text).column(&line.text)),
        };
        if text.is_empty() {
            return write_picture(args, std::mem::take(&mut picture));
        }
        if text.contains('/') || position_text::is_from_start(text) {
            let picture_converted = write_picture(args, std::mem::take(&mut picture))?;
            return Ok(write_text(args, text, &place)? && picture_converted);
        }
        if let Err(error) = picture.add_line(line) {
            report_failure(format_args!("{}: {error}", place.name));
            picture = PictureState::Faulty;
            return Ok(false);
        }
        if picture.is_complete() {
            return write_picture(args, std::mem::take(&mut picture));
        }
        Ok(true)
    })?;
    all_converted &= write_picture(args, picture)?;
    Ok(all_converted)
}

/// Converts the position of a picture that has begun. Reports an incomplete or
/// invalid picture and returns `false`.
fn write_picture(args: &PositionArgs, picture: PictureState) -> Result<bool, CliError> {
    let PictureState::Begun(line, reader) = picture else {
        return Ok(true);
    };
    let place = TextPlace {
        name: format!("stdin, picture from line {line}"),
        before: None,
    };
    match reader.finish(&args.fields) {
        Ok(text) => write_text(args, &text, &place),
        Err(error) => {
            report_failure(format_args!("{}: {error}", place.name));
            Ok(false)
        }
    }
}

/// The place of a position in the input.
struct TextPlace {
    /// The name of the place in messages; empty for the command line.
    name: String,
    /// The number of characters before the text in its line; `None` for a
    /// picture.
    before: Option<usize>,
}

impl TextPlace {
    /// Returns the place of an error, for the start of its message.
    fn of_error(&self, text: &str, error: &PositionTextError) -> String {
        let column = |before| format!("column {}", 1 + before + error.column(text));
        let name = (!self.name.is_empty()).then(|| self.name.clone());
        let parts: Vec<String> = name.into_iter().chain(self.before.map(column)).collect();
        parts.join(", ")
    }
}

/// Converts a position given as text. Reports an invalid position and returns
/// `false`.
fn write_text(args: &PositionArgs, text: &str, place: &TextPlace) -> Result<bool, CliError> {
    let record = match position_text::read(args.variant, text) {
        Ok(record) => record,
        Err(error) => {
            report_failure(format_args!("{}: {error}", place.of_error(text, &error)));
            return Ok(false);
        }
    };
    match args.to {
        PositionFormat::Spn => stdout::write(record.position_text() + "\n")?,
        PositionFormat::Picture => {
            let spn = record.position_text();
            let fields = spn.split_once(' ').map_or("", |(_, fields)| fields);
            stdout::write(format_args!("{}{fields}\n\n", record.diagram()))?;
        }
        PositionFormat::Svg => match args.svg.options(record.variant()) {
            Ok(options) => stdout::write(svg(&record, &options))?,
            Err(name) => {
                let board = record.variant().name();
                report_failure(format_args!("{name:?}, expected a square of {board}"));
                return Ok(false);
            }
        },
        PositionFormat::Json => write_json(&record).map_err(stdout::write_error)?,
    }
    Ok(true)
}

/// Writes a position as JSON, directly to stdout: there may be millions of legal turns.
fn write_json(record: &GameRecord) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    serde_json::to_writer(&mut out, &PositionJson::of(record))?;
    writeln!(out)?;
    out.flush()
}

impl SvgArgs {
    /// Returns the options for the board of a variant.
    ///
    /// # Errors
    /// Returns the name of a square that is not on the board.
    fn options(&self, variant: Variant) -> Result<SvgOptions, &str> {
        let square = |name| -> Result<Square, &str> {
            let name: &String = name;
            variant.square_named(name).ok_or(name)
        };
        let last_turn = self.last_turn.iter().flat_map(|path| &path.0);
        let mut arrows = Vec::new();
        for path in &self.arrow {
            if let (Some(from), Some(to)) = (path.0.first(), path.0.last()) {
                arrows.push((square(from)?, square(to)?));
            }
        }
        Ok(SvgOptions {
            width: self.width,
            view: match self.view {
                BottomSide::White => Color::White,
                BottomSide::Black => Color::Black,
            },
            coordinates: !self.no_letters,
            numbering: self.numbers.map(Numbering::from),
            last_turn: last_turn.map(square).collect::<Result<_, _>>()?,
            marked: self.mark.iter().map(square).collect::<Result<_, _>>()?,
            arrows,
        })
    }
}
