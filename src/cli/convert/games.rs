//! Conversion of game files: SGN and lines of JSON.

use std::io::{self, BufRead, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::{ConvertError, ConvertInput, file_error, report};
use crate::cli::variant::variant_parser;
use crate::files::game_file::{
    FileError, FileGame, GameReader, JsonGame, JsonGameReader, ReadOptions,
};
use crate::files::{OutputFile, STDIN_PATH, is_same_file};
use crate::game::Variant;
use crate::rules::shatra::Numbering;

const DETAILS: &str = "\
Examples:
  batyr convert games games.sgn -o games.jsonl
  batyr convert games games.sgn --to jsonl | jq .result
  batyr convert games old.sgn -o new.sgn      # tidied, with the rule set named

Without --from and --to, the names of the files (.sgn, .jsonl) decide the
formats; an input without such a name is JSON if it begins with '{'. Games are
read one at a time, whatever the size of the file. A game that can't be read is
skipped and reported on stderr with its line. The output file replaces an old
one only when it is complete. protocol/SGN.md describes both formats.

Exit status: 0 if all games were converted, 1 if some were not,
2 for bad usage.";

/// Write game files as SGN or as lines of JSON
#[derive(Args, Debug)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct GamesArgs {
    /// The file to read; - is stdin
    #[arg(value_name = "IN", default_value = "-")]
    input: PathBuf,

    /// The file to write; - is stdout
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    output: PathBuf,

    /// The format to write [default: by the name of OUT, else the other one]
    #[arg(long, value_enum)]
    to: Option<GameFormat>,

    /// The format to read [default: by the name of IN, else by its first character]
    #[arg(long, value_enum)]
    from: Option<GameFormat>,

    /// The rule set of all games, whatever their tags say
    #[arg(long, value_name = "ID", ignore_case = true, value_parser = variant_parser())]
    variant: Option<Variant>,

    /// The numbering of squares in moves [default: the one that fits]
    #[arg(long, value_enum)]
    numbers: Option<super::moves::NumberingArg>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum GameFormat {
    /// The game files of ShatraBase
    Sgn,
    /// One JSON object per line
    Jsonl,
}

impl GameFormat {
    fn of_name(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "sgn" => Some(Self::Sgn),
            "jsonl" | "ndjson" | "json" => Some(Self::Jsonl),
            _ => None,
        }
    }

    fn of_content(input: &mut dyn BufRead) -> io::Result<Self> {
        let start = input.fill_buf()?;
        let start = start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start);
        Ok(if start.trim_ascii_start().first() == Some(&b'{') {
            Self::Jsonl
        } else {
            Self::Sgn
        })
    }

    const fn other(self) -> Self {
        match self {
            Self::Sgn => Self::Jsonl,
            Self::Jsonl => Self::Sgn,
        }
    }
}

pub fn run(args: &GamesArgs) -> Result<bool, ConvertError> {
    let source = ConvertInput::from(args.input.clone());
    let read = if source.is_stdin() {
        Path::new(STDIN_PATH)
    } else {
        &args.input
    };
    if is_same_file(read, &args.output) {
        let text = format!(
            "{} is IN and OUT, expected two files",
            args.output.display()
        );
        return Err(ConvertError::Usage(text));
    }
    let mut input = source.open()?;
    let from = match args.from.or_else(|| GameFormat::of_name(&args.input)) {
        Some(from) => from,
        None => {
            GameFormat::of_content(&mut input).map_err(|error| file_error(&args.input, error))?
        }
    };
    let to = args.to.or_else(|| GameFormat::of_name(&args.output));
    let to = to.unwrap_or_else(|| from.other());
    let options = ReadOptions {
        variant: args.variant,
        numbering: args.numbers.map(Numbering::from),
    };
    let games: Box<dyn Iterator<Item = Result<FileGame, FileError>>> = match from {
        GameFormat::Sgn => Box::new(GameReader::new(input, options)),
        GameFormat::Jsonl => Box::new(JsonGameReader::new(input, options)),
    };
    if args.output.as_os_str() == "-" {
        return convert(games, to, &source.name(), io::stdout().lock());
    }
    let output_error = |error| file_error(&args.output, error);
    let mut out = OutputFile::create(&args.output).map_err(output_error)?;
    let done = convert(games, to, &source.name(), &mut out).map_err(|error| match error {
        ConvertError::Output(error) => output_error(error),
        error => error,
    })?;
    out.commit().map_err(output_error)?;
    Ok(done)
}

fn convert(
    games: impl Iterator<Item = Result<FileGame, FileError>>,
    to: GameFormat,
    name: &str,
    out: impl Write,
) -> Result<bool, ConvertError> {
    let mut out = BufWriter::new(out);
    let (mut written, mut skipped) = (0_u64, 0_u64);
    for game in games {
        match game {
            Ok(game) => {
                write_game(&game, to, &mut out)?;
                written += 1;
            }
            Err(error) => {
                report(format_args!("{name}: {error}"));
                skipped += 1;
            }
        }
    }
    out.flush()?;
    if skipped > 0 {
        report(format_args!(
            "{name}: {written} games written, {skipped} skipped"
        ));
    }
    Ok(skipped == 0)
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
