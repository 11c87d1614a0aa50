//! The command line of `batyr datagen`, and where its samples go.

use std::iter::StepBy;
use std::ops::{Range, RangeInclusive};
use std::path::PathBuf;

use clap::Args;

use crate::cli::batch::jobs_parser;
use crate::cli::error::CliError;
use crate::cli::eval_file::EvalFileArg;
use crate::cli::samples::text;
use crate::cli::shared_work::QueueArgs;
use crate::cli::value_parser::parse_opening_length;
use crate::cli::variant::variant_parser;
use crate::eval::{EvaluationFamily, Networks};
use crate::files::{PackedSample, SampleFileError, SampleHeader, SampleWriter};
use crate::game::Variant;
use crate::tournament::Shard;
use crate::training::SelfPlaySettings;

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
with a file of its own; or with --queue, which divides them by itself: the same
command, started any number of times, plays what is left, and each process that
has -o writes the samples of all games when they are complete, as one process
would have written them. After a signal such as Ctrl-C, the exit status is 130.

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
    pub variant: Variant,

    /// Number of games to play
    #[arg(long, value_name = "N")]
    pub games: u32,

    /// Number of nodes per search
    #[arg(long, value_name = "N", default_value_t = 5000,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// Number of random turns in an opening, or a range such as 4..8
    #[arg(long, value_name = "N..M", default_value = "4..12", value_parser = parse_opening_length)]
    pub random: RangeInclusive<u32>,

    /// Seed of the random openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Play only part I of N of the games
    #[arg(
        long,
        value_name = "I/N",
        default_value = "1/1",
        conflicts_with = "queue"
    )]
    pub shard: Shard,

    /// Number of games to play at a time [default: number of processors]
    #[arg(long, short, value_name = "N", alias = "threads", value_parser = jobs_parser())]
    pub jobs: Option<u16>,

    /// The network.
    #[command(flatten)]
    pub eval_file: EvalFileArg,

    /// Write to this file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Replace the output file if it is not empty
    #[arg(long, requires = "output")]
    pub overwrite: bool,

    /// Continue the output file, which was written with the same options
    #[arg(long, requires = "output", conflicts_with_all = ["overwrite", "queue"])]
    pub resume: bool,

    /// The other processes, if there are any.
    #[command(flatten)]
    pub queue: QueueArgs,

    /// Number of games that a process takes at a time from --queue; the same for all
    #[arg(long, requires = "queue", value_name = "N", default_value_t = 16,
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub chunk: u32,
}

/// The template of the progress bar.
pub const BAR: &str = "{wide_bar} {pos}/{len} games, {msg}{eta} left";

/// The destination of the samples.
pub enum SampleOutput {
    /// A file of samples.
    File(SampleWriter),
    /// Lines of text.
    Stdout(Variant),
}

impl SampleOutput {
    /// Writes the samples of a game.
    pub fn write_game(&mut self, number: u32, samples: &[PackedSample]) -> Result<(), CliError> {
        match self {
            Self::File(file) => Ok(file.write_game(number, samples)?),
            Self::Stdout(variant) => text::print(*variant, samples),
        }
    }

    /// Completes the output after the last game.
    pub fn commit(self) -> Result<(), CliError> {
        match self {
            Self::File(file) => Ok(file.commit()?),
            Self::Stdout(_) => Ok(()),
        }
    }
}

impl DatagenArgs {
    /// Returns the numbers, from 0, of the games of this shard.
    pub fn numbers(&self) -> StepBy<Range<u32>> {
        let step = self.shard.count as usize;
        (self.shard.number - 1..self.games).step_by(step)
    }

    /// Returns the settings of the games.
    pub fn settings(&self, networks: Networks) -> SelfPlaySettings {
        SelfPlaySettings {
            variant: self.variant,
            nodes: self.nodes,
            random_turns: self.random.clone(),
            seed: self.seed,
            networks,
        }
    }

    /// Returns the number of games to play at a time.
    pub fn jobs(&self) -> usize {
        self.jobs
            .map_or_else(rayon::current_num_threads, usize::from)
    }

    /// Returns all that the samples depend on, except the number of games.
    pub fn header(&self, networks: &Networks) -> SampleHeader {
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
    pub fn open_output(
        &self,
        networks: &Networks,
    ) -> Result<(SampleOutput, Option<u32>), CliError> {
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
