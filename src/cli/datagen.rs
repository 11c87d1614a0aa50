//! `batyr datagen`: generates samples from self-play, for tuning weights and
//! training networks.

use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::bar::bar;
use super::error::CliError;
use super::interrupt::Interrupt;
use super::value_parser::parse_opening_length;
use super::variant::variant_parser;
use crate::files::{OutputFile, Sample};
use crate::game::Variant;
use crate::training::{SelfPlayError, SelfPlaySettings, self_play_samples};

const DETAILS: &str = "\
The engine plays against itself from random openings that a search finds
balanced. Quiet positions in which no forced win has been found become samples.
Each sample is a line 'POSITION | score | result': the position as SPN or FEN,
the score in hundredths of a shatra or a pawn, and the result 1, 0.5 or 0, both
from White's point of view. The samples depend only on the options, not on the
number of threads.

A file that is not empty is replaced only with --overwrite. On SIGINT, the
samples of finished games are kept; the exit status is 130.

Examples:
  batyr datagen --variant shatra --games 10000 -o shatra.samples
  batyr tune shatra.samples --variant shatra
  batyr datagen --variant shatar --nodes 500 -o shatar.samples
  batyr train shatar.samples --variant shatar -o shatar.net";

/// Generate samples from self-play for tuning and training
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct DatagenArgs {
    /// Variant to play
    #[arg(long, value_name = "ID", default_value = "shatra", ignore_case = true,
          value_parser = variant_parser())]
    variant: Variant,

    /// Number of games to play
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,

    /// Number of nodes per search
    #[arg(long, value_name = "N", default_value_t = 5000,
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Number of random turns in an opening, or a range such as 4..8
    #[arg(long, value_name = "N..M", default_value = "4..12", value_parser = parse_opening_length)]
    random: RangeInclusive<u32>,

    /// Seed of the random openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Number of threads [default: number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,

    /// Write to this file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Replace the output file if it is not empty
    #[arg(long, requires = "output")]
    overwrite: bool,
}

/// The template of the progress bar.
const BAR: &str = "{wide_bar} {pos}/{len} games, {eta} left";

/// The reason that samples can't be generated.
#[derive(Debug, thiserror::Error)]
pub enum DatagenError {
    /// A game can't be played.
    #[error(transparent)]
    Game(#[from] SelfPlayError),
    /// The system can't start the threads.
    #[error(transparent)]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The output file is not empty; it may contain the results of hours of work.
    #[error("{} is not empty; use --overwrite to replace it", .0.display())]
    NotEmpty(PathBuf),
    /// The output file can't be opened.
    #[error("{}: {error}", path.display())]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The error that the system reports.
        error: io::Error,
    },
    /// The samples can't be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

impl From<DatagenError> for CliError {
    fn from(error: DatagenError) -> Self {
        Self::failure(error)
    }
}

/// Plays the games and writes their samples. It is not an error if the reader closes
/// the pipe early.
///
/// # Errors
/// Returns an error if the system can't start a thread or allocate memory, if no
/// opening is found, if the output can't be written, or if a signal ends the work.
pub fn run(args: DatagenArgs) -> Result<ExitCode, CliError> {
    let bar = bar(args.games, BAR);
    let interrupted_after = play_games(&args, &bar);
    bar.finish_and_clear();
    match interrupted_after {
        Err(DatagenError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            Ok(ExitCode::SUCCESS)
        }
        Ok(Some(done)) => Err(CliError::Interrupted(Some(format!(
            "interrupted after {done} of {} games",
            args.games
        )))),
        Ok(None) => Ok(ExitCode::SUCCESS),
        Err(error) => Err(error.into()),
    }
}

/// Plays the games and writes their samples. Returns the number of games written if
/// a signal ended the work, or `None` if all games were written.
fn play_games(args: &DatagenArgs, bar: &ProgressBar) -> Result<Option<u64>, DatagenError> {
    let interrupt = Interrupt::listen();
    let threads = args.threads.unwrap_or(0) as usize;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()?;
    let settings = SelfPlaySettings {
        variant: args.variant,
        nodes: args.nodes,
        random_turns: [*args.random.start() as usize, *args.random.end() as usize],
        seed: args.seed,
    };
    let mut out: Box<dyn Write> = match &args.output {
        Some(path) => Box::new(open_output(path, args.overwrite)?),
        None => Box::new(BufWriter::new(io::stdout())),
    };
    // The number of games in a batch: enough to keep all threads busy even if some
    // games are long, and few enough to fit in memory.
    let batch = 64 * pool.current_num_threads() as u64;
    let (mut next, mut done) = (0, 0);
    while next < args.games && !interrupt.is_raised() {
        let end = (next + batch).min(args.games);
        let games: Vec<Option<Vec<Sample>>> = pool.install(|| {
            let play_game = |number| -> Result<Option<Vec<Sample>>, SelfPlayError> {
                if interrupt.is_raised() {
                    return Ok(None);
                }
                let samples = self_play_samples(&settings, number)?;
                bar.inc(1);
                Ok(Some(samples))
            };
            (next..end)
                .into_par_iter()
                .map(play_game)
                .collect::<Result<_, _>>()
        })?;
        // Only the games before the first unfinished one are written, so that the
        // output is a prefix of the complete output.
        for game in games.into_iter().map_while(|game| game) {
            let mut lines = String::new();
            for sample in game {
                // Writing to a `String` can't fail.
                let _ = writeln!(lines, "{sample}");
            }
            out.write_all(lines.as_bytes())?;
            // However the program ends, the output consists of complete games.
            out.flush()?;
            done += 1;
        }
        next = end;
    }
    out.flush()?;
    Ok(interrupt.is_raised().then_some(done))
}

/// Opens the file for the samples, which is written game by game, so that hours of
/// work are not lost if the program is killed.
fn open_output(path: &Path, overwrite: bool) -> Result<OutputFile, DatagenError> {
    let is_nonempty = path
        .metadata()
        .is_ok_and(|metadata| metadata.is_file() && metadata.len() > 0);
    if is_nonempty && !overwrite {
        return Err(DatagenError::NotEmpty(path.to_owned()));
    }
    OutputFile::in_place(path).map_err(|error| DatagenError::File {
        path: path.to_owned(),
        error,
    })
}
