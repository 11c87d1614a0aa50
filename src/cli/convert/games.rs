//! Converts game files between SGN and JSON lines.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::input::{NumberingArg, report_failure};
use crate::cli::error::CliError;
use crate::cli::stdout;
use crate::cli::variant::variant_parser;
use crate::files::game_file::{
    FileContent, FileError, FileFault, FileGame, GameReader, GameWithFaults, JsonGame,
    JsonGameReader, ReadOptions,
};
use crate::files::{OutputFile, STDIN_PATH, is_same_file};
use crate::game::Variant;
use crate::rules::shatra::Numbering;

const DETAILS: &str = "\
Examples:
  batyr convert games games.sgn -o games.jsonl
  batyr convert games games.sgn --to jsonl | jq .result
  batyr convert games old.sgn -o new.sgn      # tidied, with a Variant tag

Without --from and --to, the file name extensions (.sgn, .jsonl) decide the
formats; an input without such an extension is JSON if its first line is an
object. Games are read one at a time, so files of any size can be converted. Of
a game with a fault the legal part is converted; a game of which nothing can be
read is skipped. Both are reported on stderr with the line number. An existing
output file is replaced only when the new one is complete, and not at all if no
game can be read. protocol/SGN.md describes both formats.

Exit status: 0 if all games were converted as a whole, 1 if some were not,
2 for bad usage.";

/// Convert game files between SGN and JSON lines
#[derive(Args, Debug)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct GamesArgs {
    /// File to read, or - for stdin
    #[arg(value_name = "IN", default_value = "-")]
    input: PathBuf,

    /// File to write, or - for stdout
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    output: PathBuf,

    /// Format to write [default: by the name of OUT, otherwise the one that IN does not have]
    #[arg(long, value_enum)]
    to: Option<GameFormat>,

    /// Format to read [default: by the name of IN, otherwise by its first line]
    #[arg(long, value_enum)]
    from: Option<GameFormat>,

    /// Variant of all games, whatever their tags say
    #[arg(long, value_name = "ID", ignore_case = true, value_parser = variant_parser())]
    variant: Option<Variant>,

    /// Skip games with a fault instead of reading what is legal of them
    #[arg(long)]
    strict: bool,

    /// Numbering of squares in moves [default: official, or SPN if only that is legal]
    #[arg(long, value_enum)]
    numbers: Option<NumberingArg>,
}

/// A format of game files.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum GameFormat {
    /// The format of ShatraBase's game files
    Sgn,
    /// One JSON object on each line
    Jsonl,
}

impl From<FileContent> for GameFormat {
    fn from(content: FileContent) -> Self {
        match content {
            FileContent::Json => Self::Jsonl,
            // Positions are read as SGN, whose reader reports the error.
            FileContent::Sgn | FileContent::Positions => Self::Sgn,
        }
    }
}

impl GameFormat {
    /// Returns the format that the extension of a file name indicates, if any.
    fn from_name(path: &Path) -> Option<Self> {
        FileContent::from_name(path).map(Self::from)
    }

    const fn other(self) -> Self {
        match self {
            Self::Sgn => Self::Jsonl,
            Self::Jsonl => Self::Sgn,
        }
    }
}

/// Converts the games and returns whether all of them were converted as a whole.
pub fn run(args: &GamesArgs) -> Result<bool, CliError> {
    let is_stdin = args.input.as_os_str() == "-";
    let (input_path, source_name) = match is_stdin {
        true => (Path::new(STDIN_PATH), "stdin".to_owned()),
        false => (args.input.as_path(), args.input.display().to_string()),
    };
    if is_same_file(input_path, &args.output) {
        return Err(CliError::usage(format_args!(
            "{} is both IN and OUT; expected two different files",
            args.output.display()
        )));
    }
    let input: Box<dyn Read> = match is_stdin {
        true => Box::new(io::stdin()),
        false => Box::new(File::open(&args.input).map_err(CliError::in_file(&args.input))?),
    };
    let input: Box<dyn BufRead> = Box::new(BufReader::with_capacity(1 << 16, input));
    let (from, input) = match args.from.or_else(|| GameFormat::from_name(&args.input)) {
        Some(from) => (from, input),
        None => {
            let guessed = FileContent::guess(input);
            let (content, input) = guessed.map_err(CliError::in_file(&args.input))?;
            (content.into(), Box::new(input) as Box<dyn BufRead>)
        }
    };
    let to = args.to.or_else(|| GameFormat::from_name(&args.output));
    let to = to.unwrap_or_else(|| from.other());
    let options = ReadOptions {
        variant: args.variant,
        numbering: args.numbers.map(Numbering::from),
        is_strict: args.strict,
    };
    let games: Box<dyn Iterator<Item = Result<GameWithFaults, FileError>>> = match from {
        GameFormat::Sgn => Box::new(GameReader::new(input, options)),
        GameFormat::Jsonl => Box::new(JsonGameReader::new(input, options)),
    };
    if args.output.as_os_str() == "-" {
        let converted = convert(games, to, &source_name, io::stdout().lock());
        let converted = converted.map_err(stdout::write_error)?;
        converted.report_skipped(&source_name, None);
        return Ok(converted.is_whole());
    }
    let in_output = CliError::in_file(&args.output);
    let mut out = OutputFile::create(&args.output).map_err(&in_output)?;
    let converted = convert(games, to, &source_name, &mut out).map_err(&in_output)?;
    let is_kept = converted.is_worth_keeping();
    if is_kept {
        out.commit().map_err(in_output)?;
    }
    converted.report_skipped(&source_name, (!is_kept).then_some(&args.output));
    Ok(converted.is_whole())
}

/// The numbers of games that were converted and skipped.
struct Converted {
    converted: u64,
    skipped: u64,
    /// The number of games that were written without a part that could not be read.
    incomplete: u64,
    /// Whether the input could be read to its end.
    input_ended: bool,
}

impl Converted {
    /// Returns whether all games were converted as a whole.
    const fn is_whole(&self) -> bool {
        self.skipped == 0 && self.incomplete == 0
    }

    /// Returns whether the output may replace an existing file.
    const fn is_worth_keeping(&self) -> bool {
        self.input_ended && (self.is_whole() || self.converted > 0)
    }

    /// Unless all games were converted as a whole, reports how many were converted and skipped.
    /// `unwritten` is the output, if any, that was therefore not written.
    fn report_skipped(&self, source_name: &str, unwritten: Option<&PathBuf>) {
        if self.is_whole() {
            return;
        }
        let (done, rest) = match unwritten {
            None => ("written", String::new()),
            Some(output) => ("read", format!("; {} was not written", output.display())),
        };
        let in_part = match self.incomplete {
            0 => String::new(),
            incomplete => format!(", {incomplete} of them in part"),
        };
        report_failure(format_args!(
            "{source_name}: {} games {done}{in_part}, {} skipped{rest}",
            self.converted, self.skipped
        ));
    }
}

/// Writes the games in the format `to` and reports what can't be read.
fn convert(
    games: impl Iterator<Item = Result<GameWithFaults, FileError>>,
    to: GameFormat,
    source_name: &str,
    out: impl Write,
) -> io::Result<Converted> {
    let mut out = BufWriter::new(out);
    let (mut converted, mut skipped, mut incomplete) = (0_u64, 0_u64, 0_u64);
    let mut input_ended = true;
    for game in games {
        match game {
            Ok(read) => {
                for error in &read.faults {
                    report_failure(format_args!("{source_name}: {}", error.as_warning()));
                }
                write_game(&read.game, to, &mut out)?;
                converted += 1;
                incomplete += u64::from(!read.is_whole());
            }
            Err(error) => {
                report_failure(format_args!("{source_name}: {error}"));
                input_ended &= !matches!(error.fault, FileFault::Input(_));
                skipped += 1;
            }
        }
    }
    out.flush()?;
    Ok(Converted {
        converted,
        skipped,
        incomplete,
        input_ended,
    })
}

fn write_game(game: &FileGame, to: GameFormat, out: &mut impl Write) -> io::Result<()> {
    match to {
        GameFormat::Sgn => write!(out, "{game}"),
        GameFormat::Jsonl => {
            serde_json::to_writer(&mut *out, &JsonGame::from(game)).map_err(io::Error::from)?;
            writeln!(out)
        }
    }
}
