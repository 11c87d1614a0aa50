//! `batyr openings`: makes a list of balanced openings.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::bar::bar;
use super::batch::jobs_parser;
use super::batch::output::Output;
use super::error::CliError;
use super::interrupt::Interrupt;
use super::value_parser::parse_opening_length;
use super::variant::variant_parser;
use crate::game::Variant;
use crate::training::openings::{
    MakeOpeningsError, OpeningListConfig, RandomOpeningConfig, RandomOpeningError, SecondCheck,
    make_openings,
};

/// The template of the progress bar.
const BAR: &str = "{wide_bar} {pos}/{len} openings, {eta} left";

const DETAILS: &str = "\
An opening is a sequence of random turns from the start position to a position
in which no capture is possible. Two searches, the second one deeper, find its
score within the bound, and the score is still within 2.5 times the bound
after the engine has played some turns from there. No two openings lead to the
same position, or to the same position with the colours exchanged. The list
depends only on the options, not on the number of jobs.

Each line contains the turns of an opening and, after a '#', the score for White
in hundredths of a shatra. Each opening is written as soon as it is found. After
a signal such as Ctrl-C, the openings found so far are kept; the exit status is
130.

The first lines of each list that ships with the program give the command that
made it. To use a list, run 'batyr match --openings FILE'.";

/// Make a list of balanced openings, from which engines are tested
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct OpeningsArgs {
    /// Variant of the openings
    #[arg(long, value_name = "ID", default_value = "shatra", ignore_case = true,
          value_parser = variant_parser())]
    variant: Variant,

    /// Number of openings
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,

    /// Number of turns of an opening, or a range such as 4..8
    #[arg(long, value_name = "N..M", default_value = "4..8", value_parser = parse_opening_length)]
    plies: RangeInclusive<u32>,

    /// Maximum advantage of either side, in hundredths of a shatra
    #[arg(long, value_name = "CP", default_value_t = 60,
          value_parser = clap::value_parser!(i32).range(0..=10_000))]
    bound: i32,

    /// Number of nodes of the first search
    #[arg(long, value_name = "N", default_value_t = 100_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Number of nodes of the second search; the search for each turn after the
    /// opening gets a tenth as many
    #[arg(long, value_name = "N", default_value_t = 400_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    verify: u64,

    /// Number of turns that the engine plays after the opening
    #[arg(long, value_name = "N", default_value_t = 12)]
    follow: u32,

    /// Seed of the random turns
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Number of openings to examine at a time [default: number of processors]
    #[arg(long, short, value_name = "N", alias = "threads", value_parser = jobs_parser())]
    jobs: Option<u16>,

    /// Write to this file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl OpeningsArgs {
    fn config(&self) -> OpeningListConfig {
        OpeningListConfig {
            random: RandomOpeningConfig {
                variant: self.variant,
                turns: self.plies.clone(),
                bound: self.bound,
                nodes: self.nodes,
                seed: self.seed,
            },
            second_check: SecondCheck {
                nodes: self.verify,
                turns: self.follow,
            },
            count: self.count,
        }
    }

    /// Returns the command that makes the same list.
    fn command(&self) -> String {
        format!(
            "batyr openings --variant {} --count {} --plies {}..{} --bound {} --nodes {} \
             --verify {} --follow {} --seed {}",
            self.variant.id(),
            self.count,
            self.plies.start(),
            self.plies.end(),
            self.bound,
            self.nodes,
            self.verify,
            self.follow,
            self.seed
        )
    }
}

/// Makes the list, and writes each opening as soon as it is found.
pub fn run(args: OpeningsArgs) -> Result<ExitCode, CliError> {
    let interrupt = Interrupt::listen();
    let is_stopped = || interrupt.is_raised();
    let mut list = Output::open(args.output.as_deref())?;
    let (name, command) = (args.variant.name(), args.command());
    list.write_part(&format!("# {name} (Batyr)\n# {command}\n"))?;

    let bar = bar(args.count.into(), BAR);
    let mut write_line = |line: &str| {
        let written = bar.suspend(|| list.write(&format!("{line}\n")));
        bar.inc(1);
        written
    };
    let jobs = args
        .jobs
        .map_or_else(rayon::current_num_threads, usize::from);
    let made = make_openings(&args.config(), jobs, &is_stopped, &mut write_line);
    let done = bar.position();
    bar.finish_and_clear();
    match made {
        Err(MakeOpeningsError::Opening(RandomOpeningError::Interrupted)) => {
            let message = format!("interrupted after {done} of {} openings", args.count);
            Err(CliError::Interrupted(Some(message)))
        }
        Err(MakeOpeningsError::Write(error)) => Err(error),
        made => Ok(made.map(|()| ExitCode::SUCCESS)?),
    }
}
