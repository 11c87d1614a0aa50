//! `batyr datagen`: generates samples from self-play, for the tuning of weights and the
//! training of networks.

use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::bar::bar;
use super::book::plies;
use super::error::CliError;
use super::interrupt::Interrupt;
use super::variant::variant_parser;
use crate::files::{OutputFile, Sample};
use crate::game::Variant;
use crate::training::{SelfPlayError, SelfPlaySettings, self_play_samples};

const DETAILS: &str = "\
The engine plays against itself from random openings that a search finds
balanced. Quiet positions, in which no win has been found, become samples. Each
sample is a line 'POSITION | score | result': the position as SPN or FEN, the
score in hundredths of a shatra or a pawn, and the result 1, 0.5 or 0, both from
White's point of view. The lines depend only on the options, not on the number
of threads.

A file that is not empty is replaced only with --overwrite. SIGINT stops the
work after the games that are finished; the exit status is 130.

Examples:
  batyr datagen --variant shatra --games 10000 -o shatra.samples
  batyr tune shatra.samples --variant shatra
  batyr datagen --variant shatar --nodes 500 -o shatar.samples
  batyr train shatar.samples --variant shatar -o shatar.net";

/// Generate samples from self-play, to tune or train on
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct DatagenArgs {
    /// The game
    #[arg(long, value_name = "GAME", default_value = "shatra", ignore_case = true, value_parser = variant_parser())]
    variant: Variant,

    /// Number of games to play
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,

    /// Number of nodes of each search
    #[arg(long, value_name = "N", default_value_t = 5000,
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Random turns in an opening: a number, or a range such as 4..8
    #[arg(long, value_name = "N..M", default_value = "4..12", value_parser = plies)]
    random: std::ops::RangeInclusive<u32>,

    /// Seed that determines all games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Number of threads [default: all processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,

    /// Write to this file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Replace the content of FILE
    #[arg(long, requires = "output")]
    overwrite: bool,
}

/// The template of the progress bar.
const BAR: &str = "{wide_bar} {pos}/{len} games, {eta} left";

/// The reason why the samples could not be generated.
#[derive(Debug, thiserror::Error)]
pub enum DatagenError {
    /// A game could not be played.
    #[error(transparent)]
    Game(#[from] SelfPlayError),
    /// The system could not start the threads.
    #[error(transparent)]
    Pool(#[from] rayon::ThreadPoolBuildError),
    /// The output file is not empty: it may hold hours of work.
    #[error("{} is not empty, expected a new file, or --overwrite to replace it", .0.display())]
    Exists(PathBuf),
    /// A file can't be written.
    #[error("{}: {error}", path.display())]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// The samples can't be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<DatagenError> for CliError {
    fn from(error: DatagenError) -> Self {
        Self::failure(error)
    }
}

/// Plays the games and writes their samples. A pipe that its reader closes early is not
/// an error.
///
/// # Errors
/// If the system refuses threads or memory, no opening is found, or the output
/// can't be written.
pub fn run(args: DatagenArgs) -> Result<ExitCode, CliError> {
    let bar = bar(args.games, BAR);
    let end = play(&args, &bar);
    bar.finish_and_clear();
    match end {
        Err(DatagenError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            Ok(ExitCode::SUCCESS)
        }
        Ok(Some(done)) => Err(CliError::Interrupted(Some(format!(
            "interrupted with {done} of {} games",
            args.games
        )))),
        end => {
            end?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Returns the number of games written if a signal ended the work.
fn play(args: &DatagenArgs, bar: &ProgressBar) -> Result<Option<u64>, DatagenError> {
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
        Some(path) => Box::new(open(path, args.overwrite)?),
        None => Box::new(BufWriter::new(io::stdout())),
    };
    // The number of games in a batch: enough to keep all threads busy although
    // some games are long, and few enough to hold in memory.
    let batch = 64 * pool.current_num_threads() as u64;
    let (mut next, mut done) = (0, 0);
    while next < args.games && !interrupt.is_raised() {
        let end = (next + batch).min(args.games);
        let games: Vec<Option<Vec<Sample>>> = pool.install(|| {
            let samples_of = |number| -> Result<Option<Vec<Sample>>, SelfPlayError> {
                if interrupt.is_raised() {
                    return Ok(None);
                }
                let samples = self_play_samples(&settings, number)?;
                bar.inc(1);
                Ok(Some(samples))
            };
            (next..end)
                .into_par_iter()
                .map(samples_of)
                .collect::<Result<_, _>>()
        })?;
        // Only the games before the first interrupted one are written, so that
        // the output is a prefix of the complete output.
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

/// Opens the file for the samples, which grows game by game, so that hours of
/// work are not lost if the program dies.
fn open(path: &Path, overwrite: bool) -> Result<OutputFile, DatagenError> {
    let holds_something = path
        .metadata()
        .is_ok_and(|metadata| metadata.is_file() && metadata.len() > 0);
    if holds_something && !overwrite {
        return Err(DatagenError::Exists(path.to_owned()));
    }
    OutputFile::in_place(path).map_err(|error| DatagenError::File {
        path: path.to_owned(),
        error,
    })
}
