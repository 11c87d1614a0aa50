//! `batyr analyse`: scores positions and games.
//!
//! Several items can be in work at once (`--jobs`), each with an engine of its own; the
//! results are written in the order of the inputs (`util/in_order.rs`). No more items are
//! read ahead than that needs, so that results appear as soon as possible, memory use does
//! not grow with the input, and finished results survive however the program ends.

mod args;
mod error;
mod html_page;
mod report;
mod result_format;
mod results;
mod table;
mod tasks;
mod worker;

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;

pub use args::AnalyseArgs;

use super::batch::input::{BatchInput, Content};
use super::batch::items::Items;
use super::batch::progress::Progress;
use super::batch::{WORKER_THREADS, conflict};
use super::error::CliError;
use super::interrupt::Interrupt;
use crate::analysis::{Analyser, AnalysisSettings};
use crate::engine::EngineError;
use crate::files::game_file::ReadOptions;
use error::AnalyseError;
use results::Results;
use tasks::Tasks;
use worker::Worker;

/// Analyses the inputs that the command line names. Exit status 1 without an
/// error means that inputs or items were reported and skipped.
///
/// # Errors
/// Returns an error if the command line is invalid, if a search can't run, if an
/// output can't be written, or if a signal ends the work.
pub fn run(args: AnalyseArgs) -> Result<ExitCode, CliError> {
    let inputs = args.inputs().ok_or_else(|| {
        CliError::usage(
            "nothing to analyse; expected a position, a file, or - for stdin\n\
             For more information, try 'batyr analyse --help'.",
        )
    })?;
    if let Some(conflict) = conflict::find_conflict(&args.outputs(), &inputs) {
        return Err(CliError::Usage(conflict));
    }
    let settings = args.settings()?;
    let interrupt = Arc::new(Interrupt::listen());
    match analyse_all(&args, &settings, inputs, &interrupt) {
        Ok(summary) if interrupt.is_raised() => Err(CliError::Interrupted(Some(format!(
            "interrupted; {} positions and {} games begun",
            summary.positions, summary.games
        )))),
        Ok(summary) if summary.faults > 0 => Ok(ExitCode::FAILURE),
        Ok(_) => Ok(ExitCode::SUCCESS),
        Err(AnalyseError::Write(error)) if error.is_closed_pipe() => Ok(ExitCode::SUCCESS),
        Err(error) => Err(error.into()),
    }
}

/// What a run has done.
struct Summary {
    /// The number of positions of which the analysis has begun.
    positions: u64,
    /// The number of games of which the analysis has begun.
    games: u64,
    /// The number of faults reported.
    faults: u64,
}

/// Analyses all inputs. Inputs that can't be read are reported before the first search; no
/// more than one input is open at a time.
fn analyse_all(
    args: &AnalyseArgs,
    settings: &AnalysisSettings,
    inputs: Vec<BatchInput>,
    interrupt: &Arc<Interrupt>,
) -> Result<Summary, AnalyseError> {
    let progress = Progress::new();
    let is_over = || interrupt.is_over();
    let mut workers = Vec::new();
    for number in 0..args.jobs.into() {
        let mut worker = Worker {
            number,
            analyser: Analyser::new(settings)?,
            args,
            progress: &progress,
            is_over: &is_over,
        };
        workers.push(move |task| worker.analyse(task));
    }
    let mut results = Results::open(args, &progress)?;
    let options = ReadOptions {
        variant: args.variant,
        is_strict: args.strict,
        ..ReadOptions::default()
    };
    let mut items = Items::new(inputs, options, interrupt, &progress, |fault| {
        results.report_fault(fault);
    });
    if args.sgn {
        items.refuse(Content::Positions, "contains positions; --sgn needs games");
    }
    let mut tasks = Tasks::new(args, items);
    let write = |analysed: Result<_, EngineError>| {
        let written = analysed.map_err(AnalyseError::from);
        match written.and_then(|analysed| results.write(analysed)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                interrupt.fail();
                ControlFlow::Break(error)
            }
        }
    };
    let run = WORKER_THREADS.run_in_order(workers, || tasks.next(), write);
    if let Some(error) = run.map_err(AnalyseError::Threads)? {
        return Err(error);
    }
    Ok(Summary {
        positions: tasks.positions,
        games: tasks.games,
        faults: results.finish(!interrupt.is_raised())?,
    })
}
