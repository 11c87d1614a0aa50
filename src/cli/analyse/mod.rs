//! `batyr analyse`: scores positions and games.

mod args;
mod report;
mod results;
mod table;
mod worker;

use std::process::ExitCode;
use std::sync::Arc;

pub use args::AnalyseArgs;

use super::batch::conflict::check_not_input;
use super::batch::input::Content;
use super::batch::items::Items;
use super::batch::run::BatchRun;
use super::error::CliError;
use crate::analysis::{Analyser, AnalysisSettings};
use crate::files::game_file::ReadOptions;
use results::Results;
use worker::Worker;

/// Analyses the inputs that the command line names. Exit status 1 without an
/// error means that faults in the inputs were reported.
pub fn run(args: AnalyseArgs) -> Result<ExitCode, CliError> {
    let inputs = args.inputs()?;
    for output in args.outputs() {
        check_not_input(output, args.eval_file.path())?;
    }
    let mut run = BatchRun::start("analyse", &inputs, &args.outputs(), args.output.as_deref())?;
    let settings = args.settings()?;
    let options = ReadOptions {
        variant: args.variant,
        is_strict: args.strict,
        ..ReadOptions::default()
    };
    let mut items = run.items(inputs, options);
    if args.sgn {
        items.refuse(Content::Positions, "contains positions; --sgn needs games");
    }
    let result = analyse_all(&args, &settings, &mut items, &mut run);
    let (positions, games) = (items.positions, items.games);
    let begun = format!("interrupted; positions begun: {positions}, games begun: {games}");
    run.end(result, Some(begun))
}

fn analyse_all(
    args: &AnalyseArgs,
    settings: &AnalysisSettings,
    items: &mut Items,
    run: &mut BatchRun,
) -> Result<(), CliError> {
    let mut workers = Vec::new();
    for number in 0..args.jobs.into() {
        let mut worker = Worker {
            number,
            analyser: Analyser::new(settings)?,
            args,
            progress: Arc::clone(&run.progress),
            interrupt: Arc::clone(&run.interrupt),
        };
        workers.push(move |item| worker.analyse(item));
    }
    let mut results = Results::open(args)?;
    run.work(items, workers, |run, analysed| results.write(run, analysed))?;
    results.finish(run.faults)
}
