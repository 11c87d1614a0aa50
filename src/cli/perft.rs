//! `batyr perft`: counts the leaves of the game tree, and verifies the counts
//! in a file.
//!
//! The tree is split two turns deep, and the pieces are
//! counted by a pool of threads. Two turns give thousands of pieces in most
//! positions, so that no thread waits long for the last one.

mod verify;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;
use rayon::prelude::{IntoParallelRefIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;

use super::bar::bar;
use super::error::CliError;
use super::interrupt::Interrupt;
use super::variant::variant_parser;
use crate::game::{Playable, PositionError, START, Variant, for_game};
use crate::rules::MoveList;
use crate::rules::perft::{perft, perft_until};

/// The beginning of each message.
const PROGRAM: &str = "batyr perft";
/// The template of the progress bar, which counts pairs of turns.
const BAR_TEMPLATE: &str = "{wide_bar} {pos}/{len} pairs of turns, {eta} left";

const DETAILS: &str = "\
Each line of a --verify file holds a position, then a ';' and the leaves at some
depths, then optionally another ';' and any text; '#' begins a comment:

  9/1/K6/5s1/4S1R/7/7/k6/1/9 b - - 22 ; 1:1 2:14 3:91 ; en passant

All depths are counted, or only those up to DEPTH if it is given.

Exit status: 0; 1 if a count differs, a position can't be read or a file fails;
2 for bad usage; 130 after Ctrl-C, with the counts so far.

Examples:
  batyr perft 4
  batyr perft 3 --variant shatra-original --divide
  batyr perft 5 --position '9/1/K6/5s1/4S1R/7/7/k6/1/9 b' --json
  batyr perft --verify tests/data/perft/shatra.perft 3";

/// Count the leaves of the game tree
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct PerftArgs {
    /// The number of turns from the position to the leaves
    #[arg(value_name = "DEPTH", required_unless_present = "verify",
          value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: Option<u32>,

    /// The position (SPN, FEN or 'startpos') [default: the start of the game]
    #[arg(long, value_name = "POSITION", conflicts_with = "verify")]
    position: Option<String>,

    /// The game [default: shatra, or the first game that accepts the position]
    #[arg(long, value_name = "ID", ignore_case = true, value_parser = variant_parser())]
    variant: Option<Variant>,

    /// Print the leaves after each turn
    #[arg(long, conflicts_with = "verify")]
    divide: bool,

    /// The number of threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = super::batch::threads())]
    threads: Option<u16>,

    /// Write a JSON object (a line for each count with --verify)
    #[arg(long)]
    json: bool,

    /// Check the counts of this file
    #[arg(long, value_name = "FILE")]
    verify: Option<PathBuf>,
}

impl PerftArgs {
    /// Returns the variant of a position, or the default without a position.
    fn game_of(&self, text: Option<&str>) -> Variant {
        let accepting = || text.map_or_else(Variant::default, Variant::accepting);
        self.variant.unwrap_or_else(accepting)
    }
}

/// A root turn and the number of leaves after it.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
struct TurnCount {
    turn: String,
    leaves: u64,
}

/// The JSON record of a count.
#[derive(Serialize, Debug)]
struct CountRecord<'a> {
    variant: Variant,
    position: &'a str,
    depth: u32,
    leaves: u64,
    seconds: f64,
    complete: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    divide: Vec<TurnCount>,
}

/// The result of a count.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct PerftCount {
    /// The leaves after each root turn, in the order of the move generator.
    turn_counts: Vec<TurnCount>,
    leaves: u64,
    /// Whether the count is complete: `false` if a signal arrived before the
    /// end.
    complete: bool,
}

/// The reasons why counting fails.
#[derive(Debug, thiserror::Error)]
pub enum PerftError {
    #[error("position: {0}")]
    Position(#[from] PositionError),
    #[error("can't start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error("can't write: {0}")]
    Write(#[from] io::Error),
    #[error("can't read {0}: {1}")]
    Read(String, io::Error),
}

impl From<PerftError> for CliError {
    fn from(error: PerftError) -> Self {
        Self::failure(error)
    }
}

/// Counts leaves. Exit status 1 without an error means that a count differs or
/// could not be read, which has been reported.
///
/// # Errors
/// If a position, a file or the output fails, or a signal ends the count.
pub fn run(args: PerftArgs) -> Result<ExitCode, CliError> {
    let interrupt = Interrupt::listen();
    let result = pool(&args).and_then(|pool| match (&args.verify, args.depth) {
        (Some(path), max_depth) => verify::verify(&args, path, max_depth, &pool, &interrupt),
        (None, depth) => count(&args, depth.unwrap_or(0), &pool, &interrupt),
    });
    match result {
        Ok(_) if interrupt.is_raised() => Err(CliError::Interrupted(None)),
        Ok(true) => Ok(ExitCode::SUCCESS),
        Ok(false) => Ok(ExitCode::FAILURE),
        // The reader of a pipe has closed it, which is not a fault.
        Err(PerftError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => Err(error.into()),
    }
}

fn pool(args: &PerftArgs) -> Result<ThreadPool, PerftError> {
    // To rayon, 0 means one thread for each core.
    let threads = args.threads.map_or(0, usize::from);
    Ok(ThreadPoolBuilder::new().num_threads(threads).build()?)
}

/// Counts the leaves of one position and prints the result.
fn count(
    args: &PerftArgs,
    depth: u32,
    pool: &ThreadPool,
    interrupt: &Interrupt,
) -> Result<bool, PerftError> {
    let variant = args.game_of(args.position.as_deref());
    let start = Instant::now();
    let stop = || interrupt.is_raised();
    let bar = bar(0, BAR_TEMPLATE);
    let counted = leaves(variant, args.position.as_deref(), depth, pool, &stop, &bar);
    bar.finish_and_clear();
    let (position, count) = counted?;
    let time = start.elapsed();
    let mut out = io::stdout().lock();
    if args.json {
        let answer = CountRecord {
            variant,
            position: &position,
            depth,
            leaves: count.leaves,
            seconds: time.as_secs_f64(),
            complete: count.complete,
            divide: if args.divide {
                count.turn_counts
            } else {
                Vec::new()
            },
        };
        serde_json::to_writer(&mut out, &answer).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        if args.divide {
            for TurnCount { turn, leaves } in &count.turn_counts {
                writeln!(out, "{turn}: {leaves}")?;
            }
        }
        let qualifier = if count.complete { "" } else { "at least " };
        let leaves = count.leaves;
        writeln!(out, "{qualifier}{leaves} leaves in {}", speed(leaves, time))?;
    }
    Ok(true)
}

/// Formats a time and the number of leaves counted per second.
fn speed(leaves: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let speed = leaves as f64 / seconds.max(1e-9) / 1e6;
    format!("{seconds:.2} s, {speed:.1} million/s")
}

/// Returns the text of a position and its leaves; those of the start position
/// without a text.
fn leaves(
    variant: Variant,
    text: Option<&str>,
    depth: u32,
    pool: &ThreadPool,
    stop: &(impl Fn() -> bool + Sync),
    bar: &ProgressBar,
) -> Result<(String, PerftCount), PositionError> {
    fn of<P: Playable>(
        text: Option<&str>,
        depth: u32,
        pool: &ThreadPool,
        stop: &(impl Fn() -> bool + Sync),
        bar: &ProgressBar,
    ) -> Result<(String, PerftCount), PositionError> {
        let position = match text {
            None | Some(START) => P::start(),
            Some(text) => P::read(text)?,
        };
        let count = pool.install(|| split(&position, depth, stop, bar));
        Ok((position.to_string(), count))
    }
    for_game!(variant, P => of::<P>(text, depth, pool, stop, bar))
}

/// Counts on all threads of the pool in which this function runs.
fn split<P: Playable>(
    position: &P,
    depth: u32,
    stop: &(impl Fn() -> bool + Sync),
    bar: &ProgressBar,
) -> PerftCount {
    let Some(depth_left) = depth.checked_sub(1) else {
        return PerftCount {
            turn_counts: Vec::new(),
            leaves: 1,
            complete: true,
        };
    };
    let mut turns = MoveList::new();
    position.generate(&mut turns);
    let roots: Vec<_> = turns.into_iter().collect();
    let pieces = |&turn: &P::Move| perft(&position.after(turn), 1);
    bar.set_length(roots.iter().map(pieces).sum());
    let counts: Vec<(TurnCount, bool)> = roots
        .par_iter()
        .map(|&turn| {
            let text = position.turn_text(turn);
            let (leaves, complete) = replies(&position.after(turn), depth_left, stop, bar);
            (TurnCount { turn: text, leaves }, complete)
        })
        .collect();
    let complete = counts.iter().all(|(_, complete)| *complete);
    let turn_counts: Vec<TurnCount> = counts.into_iter().map(|(count, _)| count).collect();
    PerftCount {
        leaves: turn_counts.iter().map(|count| count.leaves).sum(),
        turn_counts,
        complete,
    }
}

/// Returns the leaves after a root turn, and whether the count is complete.
/// The replies to the turn are counted by whichever thread is free.
fn replies<P: Playable>(
    position: &P,
    depth: u32,
    stop: &(impl Fn() -> bool + Sync),
    bar: &ProgressBar,
) -> (u64, bool) {
    if depth < 2 {
        let leaves = perft_until(position, depth, stop);
        bar.inc(perft(position, 1));
        return (leaves.unwrap_or(0), leaves.is_some());
    }
    let mut turns = MoveList::new();
    position.generate(&mut turns);
    let turns: Vec<_> = turns.into_iter().collect();
    turns
        .par_iter()
        .map(|&turn| {
            let leaves = if stop() {
                None
            } else {
                perft_until(&position.after(turn), depth - 1, stop)
            };
            bar.inc(1);
            (leaves.unwrap_or(0), leaves.is_some())
        })
        .reduce(|| (0, true), |a, b| (a.0 + b.0, a.1 && b.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::shatra::{Original, Position};

    fn counted(depth: u32, threads: usize) -> PerftCount {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let counted = leaves(
            Variant::Original,
            None,
            depth,
            &pool.unwrap(),
            &|| false,
            &ProgressBar::hidden(),
        );
        counted.unwrap().1
    }

    #[test]
    fn the_counts_of_the_pieces_add_up() {
        for depth in 0..=3 {
            let expected = perft(&Position::<Original>::start(), depth);
            let alone = counted(depth, 1);
            assert_eq!((alone.leaves, alone.complete), (expected, true));
            assert_eq!(counted(depth, 3), alone);
        }
    }

    #[test]
    fn an_interrupted_count_is_incomplete() {
        let pool = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let (_, count) = leaves(
            Variant::Original,
            None,
            4,
            &pool,
            &|| true,
            &ProgressBar::hidden(),
        )
        .unwrap();
        assert_eq!((count.leaves, count.complete), (0, false));
    }
}
