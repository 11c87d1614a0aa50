//! `batyr spsa`: tunes the options of an engine by playing games.
//!
//! The settings come from the command line, or from the file that is continued; the engine is
//! started once to learn the ranges of its options; an [`SpsaRun`] plays the remaining pairs.

mod args;
mod view;

use std::process::ExitCode;

use super::batch::conflict::check_not_input;
use super::error::CliError;
use super::game_args::{check_capacity, continue_command};
use super::interrupt::stop_at_signals;
use super::pause::pause_on_request;
use super::stderr::eprint_line;
use super::stdout::print;
use crate::spsa::{
    ParameterError, ParameterRequest, SavedRun, SpsaEnd, SpsaFile, SpsaRun, SpsaSettings,
    read_saved, resolve,
};
use crate::tournament::openings::Openings;
use crate::tournament::programs::ProgramGuard;
use crate::tournament::run::{RunSettings, check_engine};
pub use args::SpsaArgs;
use view::SpsaView;

/// The exit status if the engine can't be started or fails too often.
const ENGINE_FAILED: u8 = 3;
/// The number of consecutive failures, or failures of one pair, that ends a run.
const MAX_FAILURES: usize = 3;

/// Tunes the parameters. The exit status says how the run ended.
pub fn run(args: SpsaArgs) -> Result<ExitCode, CliError> {
    check_not_input(&args.output, args.game_args.openings_file())?;
    let existing = args.on_existing();
    let mut run_settings = RunSettings {
        max_breakdowns: MAX_FAILURES,
        ..args.run_args.settings()?
    };
    let saved = read_saved(&args.output, existing)?;
    let (settings, program) = settings(&args, saved, &run_settings)?;
    let openings = Openings::new(settings.variant, &settings.openings)?;
    let mut file = SpsaFile::lock(&args.output)?;
    // Another process may have written the file before the lock was acquired.
    let state = file.state(&settings, existing)?;
    if let Some(program) = program {
        let accepts = args.accept_changed_programs;
        let sides = settings.sides();
        run_settings.programs = sides.map(|side| program.for_engine(&side.name)).into();
        if let Some(difference) = file.add_program(program, accepts)? {
            eprint_line!("batyr spsa: accepted: the engine has changed: {difference}");
        }
        if file.has_unrecorded() {
            eprint_line!(
                "batyr spsa: warning: the file does not record which program played its first pairs"
            );
        }
    }
    // The processors stay claimed until the run ends.
    let _claimed = run_settings.claim_cpus(std::slice::from_ref(&settings.engine));
    let mut run = SpsaRun::new(&settings, &run_settings, openings, (&file, state));
    stop_at_signals(run.run_handle());
    pause_on_request(&run.run_handle(), args.run_args.pause_file.as_deref());
    let mut view = SpsaView::new(&settings, run.state());
    let run_end = run.play(&mut |event, state| view.show(event, state));
    // The values are printed even if the file can't be written.
    print(view::table(&settings, run.state()))?;
    view.print_fault_count();
    let done = format!("{} of {} pairs", run.state().done(), settings.pairs);
    let command = continue_command("spsa --resume -o", &args.output);
    end_status(run_end?, &done, &format!("To continue: {command}"))
}

/// Returns the exit status of a run that has ended with this many pairs, or a message that says
/// why it ended and how to continue it.
fn end_status(run_end: SpsaEnd, done: &str, to_continue: &str) -> Result<ExitCode, CliError> {
    match run_end {
        SpsaEnd::Complete => Ok(ExitCode::SUCCESS),
        SpsaEnd::Stopped => Err(CliError::Interrupted(Some(format!(
            "interrupted after {done}. {to_continue}"
        )))),
        SpsaEnd::ProgramChanged(change) => Err(CliError::failure(format_args!(
            "stopped after {done}: {change}. Restore the program, or accept the new one with \
             --accept-changed-programs. {to_continue}"
        ))),
        SpsaEnd::CannotStart(reason) => Err(CliError::failure(format_args!(
            "stopped after {done}: {reason}. {to_continue}"
        ))),
        SpsaEnd::Delays(detail) => Err(CliError::failure(format_args!(
            "stopped after {done}: {detail}, and a pair was abandoned for this reason too often; \
             the machine is overloaded, or the runner was stopped repeatedly. {to_continue}"
        ))),
        SpsaEnd::Failures {
            count,
            detail,
            options,
        } => Err(CliError::with_status(
            ENGINE_FAILED,
            format_args!(
                "stopped after {done}: the engine failed {count} times; the last time: {detail}. It \
                 had {options}. {to_continue}"
            ),
        )),
    }
}

/// Returns the settings of the command line, or of the file if `--resume` is given without an
/// engine; and the engine's program. The engine is started to learn the ranges of its options.
fn settings(
    args: &SpsaArgs,
    saved: Option<SavedRun>,
    run_settings: &RunSettings,
) -> Result<(SpsaSettings, Option<ProgramGuard>), CliError> {
    let is_resumed = args.resume && args.game_args.engines.0.is_empty();
    let (mut settings, requests) = match saved {
        Some(saved) if is_resumed => {
            let parameters = saved.settings.parameters.iter();
            let requests = parameters.map(ParameterRequest::from).collect();
            (saved.settings, requests)
        }
        None if is_resumed => {
            let path = args.output.display();
            return Err(CliError::usage(format_args!(
                "{path} contains no run to continue; expected --engine KEY=VALUE..."
            )));
        }
        _ => (requested_settings(args)?, args.parameter.clone()),
    };
    let engine = &settings.engine;
    if let Some(warning) = check_capacity(run_settings, std::slice::from_ref(engine))? {
        eprint_line!("batyr spsa: warning: {warning}");
    }
    let check = check_engine(engine, settings.variant, run_settings);
    for warning in &check.warnings {
        eprint_line!("batyr spsa: warning: {warning}");
    }
    if let Some(error) = check.error {
        let name = &engine.name;
        return Err(CliError::with_status(
            ENGINE_FAILED,
            format_args!("can't start engine {name:?}: {error}; no game was started"),
        ));
    }
    let parameters = resolve(&requests, args.all, engine, &check.options);
    settings.parameters = parameters.map_err(CliError::usage)?;
    Ok((settings, check.program))
}

/// Returns the settings of the command line, without parameters.
fn requested_settings(args: &SpsaArgs) -> Result<SpsaSettings, CliError> {
    let engines = args.game_args.engines()?;
    let [engine] = <[_; 1]>::try_from(engines).map_err(|engines| {
        CliError::usage(format_args!(
            "expected one engine (--engine KEY=VALUE...), found {}",
            engines.len()
        ))
    })?;
    if args.parameter.is_empty() && !args.all {
        return Err(CliError::usage(ParameterError::None));
    }
    Ok(SpsaSettings {
        variant: args.game_args.variant,
        engine,
        parameters: Vec::new(),
        pairs: args.pairs,
        rate: args.rate,
        openings: args.game_args.openings()?,
        adjudication: args.game_args.adjudication()?,
    })
}
