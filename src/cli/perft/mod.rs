//! `batyr perft`: counts the leaves of the game tree, and verifies the counts in a
//! file.

mod args;
mod count;
mod verify;

use std::process::ExitCode;
use std::time::Instant;

use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;

pub use args::PerftArgs;

use super::bar::bar;
use super::batch::run::cannot_start_threads;
use super::error::CliError;
use super::interrupt::Interrupt;
use super::{position_text, stdout};
use crate::game::{START, Variant};
use count::{TurnLeaves, count_leaves, time_and_speed};

/// The template of the progress bar, which counts pairs of turns.
const BAR: &str = "{wide_bar} {pos}/{len} pairs of turns, {eta} left";

/// The JSON record of a count (docs/cli.md).
#[derive(Serialize, Debug)]
struct CountRecord<'a> {
    variant: Variant,
    position: &'a str,
    depth: u32,
    leaves: u64,
    seconds: f64,
    complete: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    divide: Vec<TurnLeaves>,
}

/// Counts leaves. Exit status 1 without an error means that a wrong count or an
/// unreadable line in a file was reported.
pub fn run(args: PerftArgs) -> Result<ExitCode, CliError> {
    let interrupt = Interrupt::listen();
    let pool = thread_pool(&args)?;
    let agrees = match (&args.verify, args.depth) {
        (None, None) => {
            return Err(CliError::usage(
                "nothing to count; expected a DEPTH, or --verify FILE\n\
                 For more information, try 'batyr perft --help'.",
            ));
        }
        (Some(path), max_depth) => verify::verify(&args, path, max_depth, &pool, &interrupt)?,
        (None, Some(depth)) => print_count(&args, depth, &pool, &interrupt).map(|()| true)?,
    };
    match agrees {
        _ if interrupt.is_raised() => Err(CliError::Interrupted(None)),
        true => Ok(ExitCode::SUCCESS),
        false => Ok(ExitCode::FAILURE),
    }
}

fn thread_pool(args: &PerftArgs) -> Result<ThreadPool, CliError> {
    // For rayon, 0 means one thread for each processor.
    let threads = args.threads.map_or(0, usize::from);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(cannot_start_threads)
}

/// Counts the leaves of one position and prints the result.
fn print_count(
    args: &PerftArgs,
    depth: u32,
    pool: &ThreadPool,
    interrupt: &Interrupt,
) -> Result<(), CliError> {
    let position = args.position.as_deref().unwrap_or(START);
    let game = position_text::read(args.variant, position)
        .map_err(|error| CliError::failure(format_args!("position: {error}")))?;
    let start = Instant::now();
    let stop = || interrupt.is_raised();
    let bar = bar(0, BAR);
    let count = count_leaves(&game, depth, pool, &stop, &bar);
    bar.finish_and_clear();
    let duration = start.elapsed();
    if args.json {
        let record = CountRecord {
            variant: game.variant(),
            position: &game.position_text(),
            depth,
            leaves: count.leaves,
            seconds: duration.as_secs_f64(),
            complete: count.complete,
            divide: if args.divide {
                count.leaves_by_turn
            } else {
                Vec::new()
            },
        };
        return stdout::write(serde_json::to_string(&record)? + "\n");
    }
    let mut text = String::new();
    if args.divide {
        for TurnLeaves { turn, leaves } in &count.leaves_by_turn {
            text += &format!("{turn}: {leaves}\n");
        }
    }
    let qualifier = if count.complete { "" } else { "at least " };
    let leaves = count.leaves;
    let speed = time_and_speed(leaves, duration);
    stdout::write(text + &format!("{qualifier}{leaves} leaves in {speed}\n"))
}
