//! `batyr datagen`: generates samples from self-play, for training networks.

use std::iter::StepBy;
use std::ops::{ControlFlow, Range, RangeInclusive};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::bar::bar;
use super::batch::jobs_parser;
use super::batch::run::{WORKER_THREADS, cannot_start_threads};
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

Games are written one by one, so only the games that are being played are lost
if the program is killed. With --resume, a file is continued where it ends.
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

/// The destination of the samples.
enum SampleOutput {
    File(SampleWriter),
    Stdout(Variant),
}

impl SampleOutput {
    fn write_game(&mut self, number: u32, samples: &[PackedSample]) -> Result<(), CliError> {
        match self {
            Self::File(file) => Ok(file.write_game(number, samples)?),
            Self::Stdout(variant) => text::print(*variant, samples),
        }
    }

    /// Completes the output after the last game.
    fn commit(self) -> Result<(), CliError> {
        match self {
            Self::File(file) => Ok(file.commit()?),
            Self::Stdout(_) => Ok(()),
        }
    }
}

impl DatagenArgs {
    /// Returns the numbers, from 0, of the games of this shard.
    fn numbers(&self) -> StepBy<Range<u32>> {
        let step = self.shard.count as usize;
        (self.shard.number - 1..self.games).step_by(step)
    }

    /// Returns all that the samples depend on, except the number of games.
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

    /// Opens the output. Returns it with the number of the last game in it, if any.
    fn open_output(&self, networks: &Networks) -> Result<(SampleOutput, Option<u32>), CliError> {
        let Some(path) = &self.output else {
            return Ok((SampleOutput::Stdout(self.variant), None));
        };
        let header = self.header(networks);
        if self.resume {
            let (file, last) = SampleWriter::resume(path, &header)?;
            return Ok((SampleOutput::File(file), last));
        }
        match SampleWriter::create(path, &header, self.overwrite) {
            // The file may contain the results of hours of work.
            Err(SampleFileError::NotEmpty(path)) => Err(CliError::failure(format_args!(
                "{} is not empty; use --resume to continue it or --overwrite to replace it",
                path.display()
            ))),
            file => Ok((SampleOutput::File(file?), None)),
        }
    }
}

/// Plays the games and writes their samples.
pub fn run(args: DatagenArgs) -> Result<ExitCode, CliError> {
    let networks = args.eval_file.networks(Some(args.variant))?;
    let interrupt = Interrupt::listen();
    let (mut output, last) = args.open_output(&networks)?;
    let settings = SelfPlaySettings {
        variant: args.variant,
        nodes: args.nodes,
        random_turns: args.random.clone(),
        seed: args.seed,
        networks,
    };
    let numbers = args.numbers();
    let is_written = |number: &u32| last.is_some_and(|last| *number <= last);
    let first = numbers.clone().take_while(is_written).count();
    let bar = bar(numbers.len() as u64, BAR);
    bar.set_position(first as u64);
    bar.reset_eta();
    let worker = |number: u32| {
        let samples = self_play_samples(&settings, number.into());
        bar.inc(1);
        (number, samples)
    };
    let mut rest = numbers.clone().skip(first);
    let next = || rest.next().filter(|_| !interrupt.is_raised());
    let (mut done, mut samples) = (first, 0);
    let finish = |(number, game): (u32, Result<Vec<PackedSample>, SelfPlayError>)| {
        let game = game.map_err(CliError::from);
        let written = game.and_then(|game| {
            samples += game.len() as u64;
            output.write_game(number, &game)
        });
        if let Err(error) = written {
            return ControlFlow::Break(error);
        }
        done += 1;
        let seconds = bar.elapsed().as_secs_f64().max(1e-3);
        let per_hour = samples as f64 / seconds * 3600.0;
        bar.set_message(format!("{per_hour:.0} samples an hour, "));
        ControlFlow::Continue(())
    };
    let jobs = args
        .jobs
        .map_or_else(rayon::current_num_threads, usize::from);
    let run = WORKER_THREADS.run_in_order(vec![worker; jobs], next, finish);
    bar.finish_and_clear();
    match run.map_err(cannot_start_threads)? {
        Some(error) => return Err(error),
        None if done < numbers.len() => {
            let message = format!("interrupted after {done} of {} games", numbers.len());
            return Err(CliError::Interrupted(Some(message)));
        }
        None => output.commit()?,
    }
    Ok(ExitCode::SUCCESS)
}
