//! `batyr datagen`: generates samples from self-play, for training networks.

use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::bar::bar;
use super::batch::jobs_parser;
use super::error::CliError;
use super::eval_file::EvalFileArg;
use super::interrupt::Interrupt;
use super::samples::text;
use super::value_parser::parse_opening_length;
use super::variant::variant_parser;
use crate::eval::{EvaluationFamily, Networks};
use crate::files::{PackedSample, SampleFileError, SampleHeader, SampleWriter};
use crate::game::Variant;
use crate::tournament::Shard;
use crate::training::{SelfPlayError, SelfPlaySettings, self_play_samples};

const DETAILS: &str = "\
The engine plays against itself from random openings that a search finds
balanced. Quiet positions in which no forced win has been found become samples:
a position, its score and the result of its game. The samples depend only on the
options, not on the number of jobs.

A file has 32 to 40 bytes for each sample; 'batyr samples' prints it as text.
Without a file, the samples are printed as lines 'POSITION | score | result',
the score in hundredths of a shatra or a pawn, and the result 1, 0.5 or 0, both
from White's point of view.

Games are written one by one, so nothing but the games that are being played is
lost if the program is killed. With --resume, a file is continued where it ends.
Several machines share the games of one seed with --shard 1/3, 2/3, 3/3, each
with a file of its own. After a signal such as Ctrl-C, the exit status is 130.

Examples:
  batyr datagen --variant shatra --games 10000 -o shatra.samples
  batyr datagen --variant shatra --games 20000 -o shatra.samples --resume
  batyr train shatra.samples --variant shatra -o shatra.net
  batyr datagen --games 10000 --eval-file shatra.net --shard 1/2 -o a.samples";

/// Generate samples from self-play for training networks
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct DatagenArgs {
    /// Variant to play
    #[arg(long, value_name = "ID", default_value = "shatra", ignore_case = true,
          value_parser = variant_parser())]
    variant: Variant,

    /// Number of games to play
    #[arg(long, value_name = "N")]
    games: u32,

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

    /// Play only part I of N of the games
    #[arg(long, value_name = "I/N", default_value = "1/1")]
    shard: Shard,

    /// Number of games to play at a time [default: number of processors]
    #[arg(long, short, value_name = "N", alias = "threads", value_parser = jobs_parser())]
    jobs: Option<u16>,

    #[command(flatten)]
    eval_file: EvalFileArg,

    /// Write to this file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Replace the output file if it is not empty
    #[arg(long, requires = "output")]
    overwrite: bool,

    /// Continue the output file, which was written with the same options
    #[arg(long, requires = "output", conflicts_with = "overwrite")]
    resume: bool,
}

/// The template of the progress bar.
const BAR: &str = "{wide_bar} {pos}/{len} games, {msg}{eta} left";

/// The reason that samples can't be generated.
#[derive(Debug, thiserror::Error)]
pub enum DatagenError {
    /// A game can't be played.
    #[error(transparent)]
    Game(#[from] SelfPlayError),
    /// The system can't start the threads.
    #[error(transparent)]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The output file can't be written.
    #[error(transparent)]
    File(SampleFileError),
    /// The output file is not empty; it may contain the results of hours of work.
    #[error("{} is not empty; use --resume to continue it or --overwrite to replace it", .0.display())]
    NotEmpty(PathBuf),
    /// The samples can't be printed.
    #[error("can't write to stdout: {0}")]
    Print(#[from] io::Error),
}

impl From<SampleFileError> for DatagenError {
    fn from(error: SampleFileError) -> Self {
        match error {
            SampleFileError::NotEmpty(path) => Self::NotEmpty(path),
            error => Self::File(error),
        }
    }
}

impl From<DatagenError> for CliError {
    fn from(error: DatagenError) -> Self {
        Self::failure(error)
    }
}

/// Where the samples go.
enum SampleOutput {
    File(SampleWriter),
    Stdout(Variant),
}

impl SampleOutput {
    fn write_game(&mut self, number: u32, samples: &[PackedSample]) -> Result<(), DatagenError> {
        match self {
            Self::File(file) => file.write_game(number, samples)?,
            Self::Stdout(variant) => text::print(*variant, samples)?,
        }
        Ok(())
    }

    /// Completes the output after the last game.
    fn commit(self) -> Result<(), DatagenError> {
        match self {
            Self::File(file) => Ok(file.commit()?),
            Self::Stdout(_) => Ok(()),
        }
    }
}

/// Plays the games and writes their samples. It is not an error if the reader closes
/// the pipe early.
///
/// # Errors
/// Returns an error if the system can't start a thread or allocate memory, if no
/// opening is found, if the output can't be written, or if a signal ends the work.
pub fn run(args: DatagenArgs) -> Result<ExitCode, CliError> {
    let networks = args.eval_file.networks(Some(args.variant))?;
    match play_games(&args, networks) {
        Err(DatagenError::Print(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            Ok(ExitCode::SUCCESS)
        }
        Ok(Some(done)) => Err(CliError::Interrupted(Some(format!(
            "interrupted after {done} of {} games",
            args.numbers().len()
        )))),
        Ok(None) => Ok(ExitCode::SUCCESS),
        Err(error) => Err(error.into()),
    }
}

impl DatagenArgs {
    /// Returns the numbers of the games of this shard.
    fn numbers(&self) -> Vec<u32> {
        let step = self.shard.count as usize;
        (self.shard.number - 1..self.games).step_by(step).collect()
    }

    /// Returns everything on which the samples depend, other than the number of games.
    fn header(&self, networks: &Networks) -> SampleHeader {
        let network = networks.get(EvaluationFamily::of_variant(self.variant));
        let settings = format!(
            "nodes {}, random {}..{}, seed {}, shard {}, network {}",
            self.nodes,
            self.random.start(),
            self.random.end(),
            self.seed,
            self.shard,
            network.name(),
        );
        SampleHeader {
            variant: self.variant,
            settings,
        }
    }

    /// Opens the output. Returns it with the number of the last game in it.
    fn open_output(
        &self,
        path: Option<&Path>,
        networks: &Networks,
    ) -> Result<(SampleOutput, Option<u32>), SampleFileError> {
        let Some(path) = path else {
            return Ok((SampleOutput::Stdout(self.variant), None));
        };
        let header = self.header(networks);
        if self.resume {
            let (file, last) = SampleWriter::resume(path, &header)?;
            return Ok((SampleOutput::File(file), last));
        }
        let file = SampleWriter::create(path, &header, self.overwrite)?;
        Ok((SampleOutput::File(file), None))
    }
}

/// Plays the games and writes their samples. Returns the number of games written if
/// a signal ended the work, or `None` if all games were written.
fn play_games(args: &DatagenArgs, networks: Networks) -> Result<Option<usize>, DatagenError> {
    let interrupt = Interrupt::listen();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.jobs.map_or(0, usize::from))
        .build()?;
    let (mut output, last) = args.open_output(args.output.as_deref(), &networks)?;
    let settings = SelfPlaySettings {
        variant: args.variant,
        nodes: args.nodes,
        random_turns: args.random.clone(),
        seed: args.seed,
        networks,
    };
    let numbers = args.numbers();
    let is_written = |number: &u32| last.is_some_and(|last| *number <= last);
    let first = numbers
        .iter()
        .take_while(|number| is_written(number))
        .count();
    let bar = bar(numbers.len() as u64, BAR);
    bar.set_position(first as u64);
    bar.reset_eta();
    // The number of games in a batch: enough to keep all threads busy even if some
    // games are long, and few enough to fit in memory.
    let batch = 64 * pool.current_num_threads();
    let mut done = first;
    let mut samples = 0;
    for numbers in numbers[first..].chunks(batch) {
        if interrupt.is_raised() {
            break;
        }
        let games = pool.install(|| play_batch(&settings, numbers, &interrupt, &bar))?;
        // Only the games before the first unfinished one are written, so that the
        // output is a prefix of the complete output.
        for (&number, game) in numbers.iter().zip(games.into_iter().map_while(|game| game)) {
            output.write_game(number, &game)?;
            done += 1;
            samples += game.len() as u64;
        }
        let seconds = bar.elapsed().as_secs_f64().max(1e-3);
        let per_hour = samples as f64 / seconds * 3600.0;
        bar.set_message(format!("{per_hour:.0} samples an hour, "));
    }
    bar.finish_and_clear();
    if interrupt.is_raised() {
        return Ok(Some(done));
    }
    output.commit()?;
    Ok(None)
}

/// Plays games. A game that a signal prevents is `None`.
fn play_batch(
    settings: &SelfPlaySettings,
    numbers: &[u32],
    interrupt: &Interrupt,
    bar: &ProgressBar,
) -> Result<Vec<Option<Vec<PackedSample>>>, SelfPlayError> {
    let play_game = |&number: &u32| {
        if interrupt.is_raised() {
            return Ok(None);
        }
        let samples = self_play_samples(settings, number.into())?;
        bar.inc(1);
        Ok(Some(samples))
    };
    numbers.par_iter().map(play_game).collect()
}
