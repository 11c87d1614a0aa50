//! `batyr spsa`: tunes the options of an engine from games.
//!
//! The command line, or the file that is continued, gives the settings; the engine is started
//! once for the ranges of its options; an [`SpsaRun`] plays the pairs that remain.

mod args;
mod view;

use std::process::ExitCode;

use super::error::CliError;
use super::game_args::GameArgsError;
use super::interrupt::stop_at_signals;
use super::pause::pause_on_request;
use super::stderr::eprint_line;
use super::stdout::print;
use crate::spsa::{
    ParameterError, ParameterRequest, SavedRun, SpsaEnd, SpsaError, SpsaFile, SpsaFileError,
    SpsaRun, SpsaSettings, read_saved, resolve,
};
use crate::tournament::capacity::CapacityError;
use crate::tournament::openings::{OpeningError, Openings};
use crate::tournament::player::StartError;
use crate::tournament::programs::ProgramGuard;
use crate::tournament::run::{RunSettings, check_engine};
pub use args::SpsaArgs;
use view::SpsaView;

/// The exit status of a run that ended because the engine failed.
const ENGINE_FAILED: u8 = 3;
/// The number of consecutive failures, or failures of one pair, that ends a run.
const MAX_FAILURES: usize = 3;

/// The reason that the command fails.
#[derive(Debug, thiserror::Error)]
pub enum SpsaCommandError {
    /// The options of the engine or its games are invalid.
    #[error(transparent)]
    Games(#[from] GameArgsError),
    /// There is not exactly one engine.
    #[error("expected one engine (--engine KEY=VALUE...), found {0}")]
    EngineCount(usize),
    /// There are no settings, neither on the command line nor in the file.
    #[error("{0} contains no run to continue; expected --engine KEY=VALUE...")]
    NoRun(String),
    /// The parameters are invalid.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// The machine can't run this many games at a time.
    #[error(transparent)]
    Capacity(#[from] CapacityError),
    /// The engine can't be started.
    #[error("can't start engine {name:?}: {error}; no game was started")]
    EngineStart {
        /// The engine.
        name: String,
        /// The error.
        error: StartError,
    },
    /// The file can't be used.
    #[error(transparent)]
    File(#[from] SpsaFileError),
    /// The openings can't be used.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The run failed.
    #[error(transparent)]
    Run(#[from] SpsaError),
    /// The path of this program, which supervises the engines, can't be found.
    #[error("can't find the path of this program, which is needed to start engines: {0}")]
    OwnPath(std::io::Error),
}

impl From<SpsaCommandError> for CliError {
    fn from(error: SpsaCommandError) -> Self {
        use SpsaCommandError as Error;
        match error {
            Error::Games(_)
            | Error::EngineCount(_)
            | Error::NoRun(_)
            | Error::Parameter(_)
            | Error::Capacity(CapacityError::Processors { .. }) => Self::usage(error),
            Error::EngineStart { .. } => Self::with_status(ENGINE_FAILED, error),
            _ => Self::failure(error),
        }
    }
}

/// Tunes the parameters. The exit status says how the run ended.
///
/// # Errors
/// Returns an error if the run can't begin or continue, or if a signal ends it.
pub fn run(args: SpsaArgs) -> Result<ExitCode, CliError> {
    let existing = args.on_existing();
    let run_settings = args.run_args.settings();
    let mut run_settings = RunSettings {
        max_breakdowns: MAX_FAILURES,
        ..run_settings.map_err(SpsaCommandError::OwnPath)?
    };
    let saved = read_saved(&args.output, existing).map_err(SpsaCommandError::from)?;
    let (settings, program) = settings(&args, saved, &run_settings)?;
    let openings = Openings::new(settings.variant, &settings.openings);
    let openings = openings.map_err(SpsaCommandError::from)?;
    let mut file = SpsaFile::lock(&args.output).map_err(SpsaCommandError::from)?;
    // Another process may have written the file before the lock was acquired.
    let state = file.state(&settings, existing);
    let state = state.map_err(SpsaCommandError::from)?;
    if let Some(program) = program {
        let accepts = args.accept_changed_programs;
        let sides = settings.sides();
        run_settings.programs = sides.map(|side| program.for_engine(&side.name)).into();
        let changed = file.add_program(program, accepts);
        if let Some(difference) = changed.map_err(SpsaCommandError::from)? {
            eprint_line!("batyr spsa: accepted: the engine has changed: {difference}");
        }
        if file.has_unrecorded() {
            eprint_line!(
                "batyr spsa: warning: the file does not say which program played its first pairs"
            );
        }
    }
    // The processors are claimed until the run has ended.
    let _claimed = run_settings.claim_cpus(std::slice::from_ref(&settings.engine));
    let mut run = SpsaRun::new(&settings, &run_settings, openings, (&file, state));
    stop_at_signals(run.stop_handle());
    pause_on_request(&run.stop_handle(), args.run_args.pause_file.as_deref());
    let mut view = SpsaView::new(&settings, run.state());
    let run_end = run.play(&mut |event, state| view.show(event, state));
    // The values are printed even if the file can't be written.
    print(view::table(&settings, run.state()))?;
    view.print_faults();
    let path = args.output.display();
    let done = format!("{} of {} pairs", run.state().done(), settings.pairs);
    end_status(
        run_end.map_err(SpsaCommandError::from)?,
        &done,
        &path.to_string(),
    )
}

/// Returns the exit status of a run that has ended with this many pairs, or a message that says
/// why it ended and how to continue the file at this path.
fn end_status(run_end: SpsaEnd, done: &str, path: &str) -> Result<ExitCode, CliError> {
    match run_end {
        SpsaEnd::Complete => Ok(ExitCode::SUCCESS),
        SpsaEnd::Stopped => Err(CliError::Interrupted(Some(format!(
            "interrupted after {done}. To continue: batyr spsa --resume -o {path}"
        )))),
        SpsaEnd::ProgramChanged(change) => Err(CliError::failure(format_args!(
            "stopped after {done}: {change}. To continue, restore the program: batyr spsa --resume \
             -o {path} (or accept the new one with --accept-changed-programs)"
        ))),
        SpsaEnd::CannotStart(reason) => Err(CliError::failure(format_args!(
            "stopped after {done}: {reason}. To continue: batyr spsa --resume -o {path}"
        ))),
        SpsaEnd::Delays(detail) => Err(CliError::failure(format_args!(
            "stopped after {done}: {detail}, and a pair was abandoned for this reason too often; \
             the machine is overloaded, or the runner was stopped repeatedly. To continue: batyr \
             spsa --resume -o {path}"
        ))),
        SpsaEnd::Failures {
            count,
            detail,
            options,
        } => Err(CliError::with_status(
            ENGINE_FAILED,
            format_args!(
                "stopped after {done}: the engine failed {count} times; the last time: {detail}. It \
                 had {options}. To continue: batyr spsa --resume -o {path}"
            ),
        )),
    }
}

/// Returns the settings of the command line, or of the file if there is no engine on the command
/// line, with the program of the engine, which is started for the ranges of its options.
fn settings(
    args: &SpsaArgs,
    saved: Option<SavedRun>,
    run_settings: &RunSettings,
) -> Result<(SpsaSettings, Option<ProgramGuard>), SpsaCommandError> {
    let is_resumed = args.resume && args.game_args.engines.0.is_empty();
    let (mut settings, requests) = match saved {
        Some(saved) if is_resumed => {
            let parameters = saved.settings.parameters.iter();
            let requests = parameters.map(ParameterRequest::from).collect();
            (saved.settings, requests)
        }
        None if is_resumed => {
            let path = args.output.display().to_string();
            return Err(SpsaCommandError::NoRun(path));
        }
        _ => (requested_settings(args)?, args.parameter.clone()),
    };
    let engine = &settings.engine;
    if let Some(warning) = run_settings.check_capacity(std::slice::from_ref(engine))? {
        eprint_line!("batyr spsa: warning: {warning}");
    }
    let check = check_engine(engine, settings.variant, run_settings);
    for warning in &check.warnings {
        eprint_line!("batyr spsa: warning: {warning}");
    }
    if let Some(error) = check.error {
        let name = engine.name.clone();
        return Err(SpsaCommandError::EngineStart { name, error });
    }
    settings.parameters = resolve(&requests, args.all, engine, &check.options)?;
    Ok((settings, check.program))
}

/// Returns the settings of the command line, without parameters.
fn requested_settings(args: &SpsaArgs) -> Result<SpsaSettings, SpsaCommandError> {
    let engines = args.game_args.engines()?;
    let [engine] = <[_; 1]>::try_from(engines)
        .map_err(|engines| SpsaCommandError::EngineCount(engines.len()))?;
    if args.parameter.is_empty() && !args.all {
        return Err(ParameterError::None.into());
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
