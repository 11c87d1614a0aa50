//! `batyr match`: tournaments between engines.
//!
//! The command line becomes a [`Spec`], the folder shows how much of it has
//! been played, a [`Run`] plays the rest, and at the end, however the run ends,
//! the game file and the reports are made from all games in the folder.

mod args;
mod engines;
mod files;
mod request;
mod view;

use std::process::ExitCode;
use std::thread::Builder;

use tokio::runtime;

use super::error::CliError;
use super::stderr::eprint_line;
use crate::files::MEGABYTE;
use crate::host::shutdown::shutdown_requested;
use crate::host::signals;
use crate::tournament::folder::{Folder, FolderError, LockedFolder};
use crate::tournament::journal::{Games, Journal};
use crate::tournament::merge::{MergeError, merge};
use crate::tournament::player::StartError;
use crate::tournament::run::{
    EngineCheck, GameQueue, QueueError, Run, RunEnd, RunError, RunSettings, StopHandle,
    TournamentPlan, check_engines,
};
use crate::tournament::{Launcher, Results, Spec, Timeouts, cpus};
pub use args::MatchArgs;
use args::{Action, TournamentArgs};
use files::FilesError;
use request::RequestError;
use view::TournamentView;

/// The exit status of a run that ended because an engine broke down.
const ENGINE_FAILED: u8 = 3;
/// The exit status of a strict run that met a warning or a fault.
const STRICT_VIOLATION: u8 = 4;
/// The folder of the engines' logs, within that of the tournament.
const LOGS: &str = "logs";
/// The exit status for bad usage.
const BAD_USAGE: u8 = 2;

/// The reasons why the command fails.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    #[error(transparent)]
    Request(#[from] RequestError),
    #[error(transparent)]
    Cpus(#[from] cpus::CpusError),
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Merge(#[from] MergeError),
    #[error(transparent)]
    GameQueue(#[from] QueueError),
    #[error(transparent)]
    Files(#[from] FilesError),
    #[error("engine {name:?}: {error}. No game was started")]
    Engine { name: String, error: StartError },
    #[error(
        "engine {name:?} was not started: {error}. No game was started \
         (--max-faults 0 plays regardless)"
    )]
    Start { name: String, error: StartError },
    #[error("{0}. No game was started, as --strict allows no warning")]
    Strict(String),
    #[error("can't find the path of this program, which starts the engines: {0}")]
    OwnPath(std::io::Error),
}

impl From<MatchError> for CliError {
    fn from(error: MatchError) -> Self {
        match error.exit_code() {
            BAD_USAGE => Self::usage(error),
            status => Self::with_status(status, error),
        }
    }
}

impl MatchError {
    /// Returns the exit status of the program.
    pub const fn exit_code(&self) -> u8 {
        match self {
            Self::Request(_) | Self::Cpus(_) => BAD_USAGE,
            Self::Start { .. } => ENGINE_FAILED,
            Self::Strict(_) => STRICT_VIOLATION,
            _ => 1,
        }
    }
}

/// Plays, merges or reports a tournament. The exit status says how the
/// tournament ended.
///
/// # Errors
/// If the tournament can't go on, or a signal ends it.
pub fn run(args: MatchArgs) -> Result<ExitCode, CliError> {
    let ending = match args.action {
        None => play(&args.play),
        Some(Action::Merge { parts, out }) => merge_parts(parts, out),
        Some(Action::Report { folder }) => rewrite_reports(&Folder::new(folder)),
    }?;
    match ending {
        RunEnd::Stopped => Err(CliError::Interrupted(None)),
        RunEnd::Breakdowns { .. } => Ok(ExitCode::from(ENGINE_FAILED)),
        RunEnd::Strict(_) => Ok(ExitCode::from(STRICT_VIOLATION)),
        RunEnd::Complete | RunEnd::Decided => Ok(ExitCode::SUCCESS),
    }
}

fn play(args: &TournamentArgs) -> Result<RunEnd, MatchError> {
    let folder = Folder::new(args.out.clone());
    let settings = settings(args, &folder)?;
    let (folder, spec, (plan, done)) = prepare(args, &folder, &settings)?;
    if settings.logs.is_some() {
        folder.create_folder(LOGS)?;
    }
    let mut run = Run::new(&spec, &settings, plan, done);
    stop_at_signals(run.stop_handle());
    let mut view = TournamentView::new(&spec, run.results(), run.total(), args.plain);
    let ending = run.play(&mut |event, results| view.show(&event, results));
    view.close();
    let written = files::write(&folder, &spec, run.games());
    // The results are printed even if a file could not be written.
    view::results(run.results());
    let ending = ending?;
    written?;
    view::print_ending(&ending, &folder);
    Ok(ending)
}

fn settings(args: &TournamentArgs, folder: &Folder) -> Result<RunSettings, MatchError> {
    let concurrency = args.concurrency.into();
    let shares = |list| {
        let shares = cpus::shares(list, concurrency)?;
        cpus::check_available(&shares)?;
        Ok::<_, cpus::CpusError>(shares)
    };
    Ok(RunSettings {
        concurrency,
        launcher: Launcher::new().map_err(MatchError::OwnPath)?,
        timeouts: Timeouts::default(),
        logs: args.logs.then(|| folder.join(LOGS)),
        logs_limit: u64::from(args.logs_limit) * MEGABYTE,
        cpus: args.affinity.as_deref().map(shares).transpose()?,
        max_breakdowns: args.max_faults.into(),
        is_strict: args.strict,
    })
}

/// The plan of what is left to play, and the journal with the games already
/// played.
type Prepared = (TournamentPlan, (Journal, Games));

/// Returns the tournament to play, the one in the folder or the one on the
/// command line, with its folder, which is locked before anything is written
/// into it. No folder is made for a tournament that can't be played.
fn prepare(
    args: &TournamentArgs,
    folder: &Folder,
    settings: &RunSettings,
) -> Result<(LockedFolder, Spec, Prepared), MatchError> {
    let requested = if args.resume && args.engines.0.is_empty() {
        None
    } else {
        Some(request::spec(args)?)
    };
    let (folder, are_engines_tried) = match &requested {
        Some(spec) if !folder.holds_tournament() => {
            let games = Games::new();
            try_engines(spec, &TournamentPlan::new(spec, &games)?, &games, settings)?;
            (folder.create_and_lock()?, true)
        }
        _ => (folder.lock()?, false),
    };
    // Another process may have begun the tournament before the lock was taken.
    let spec = match requested {
        Some(spec) if args.resume && folder.holds_tournament() => {
            folder.expect_spec(&spec)?;
            spec
        }
        Some(spec) => {
            folder.write_spec(&spec)?;
            spec
        }
        None => folder.spec()?,
    };
    let (journal, games) = folder.journal()?;
    let plan = TournamentPlan::new(&spec, &games)?;
    if !are_engines_tried {
        try_engines(&spec, &plan, &games, settings)?;
    }
    Ok((folder, spec, (plan, (journal, games))))
}

/// Checks that the engines exist and start, if anything is left to play, and
/// reports what is wrong. Without this check, a typo in the command line or a
/// start from another folder would cost them all their games.
fn try_engines(
    spec: &Spec,
    plan: &TournamentPlan,
    games: &Games,
    settings: &RunSettings,
) -> Result<(), MatchError> {
    if plan.is_finished() || spec.is_decided(&Results::new(spec, games)) {
        return Ok(());
    }
    for engine in &spec.engines {
        let found = settings.launcher.find(engine);
        found.map_err(|error| MatchError::Engine {
            name: engine.name.clone(),
            error,
        })?;
    }
    let mut warnings: Vec<String> = plan.warning().map(str::to_owned).into_iter().collect();
    for EngineCheck {
        engine: name,
        warnings: of_engine,
        error,
    } in check_engines(spec, settings)
    {
        warnings.extend(of_engine.iter().map(|text| format!("{name}: {text}")));
        match error {
            Some(error) if settings.max_breakdowns > 0 => {
                print_warnings(&warnings);
                return Err(MatchError::Start { name, error });
            }
            Some(error) => warnings.push(format!("{name}: can't be started: {error}")),
            None => {}
        }
    }
    if settings.is_strict
        && let Some(last) = warnings.pop()
    {
        print_warnings(&warnings);
        return Err(MatchError::Strict(last));
    }
    print_warnings(&warnings);
    Ok(())
}

fn print_warnings(warnings: &[String]) {
    for warning in warnings {
        eprint_line!("batyr match: warning: {warning}");
    }
}

fn merge_parts(
    parts: Vec<std::path::PathBuf>,
    out: std::path::PathBuf,
) -> Result<RunEnd, MatchError> {
    let parts: Vec<Folder> = parts.into_iter().map(Folder::new).collect();
    let (spec, games) = merge(&parts)?;
    let queue = GameQueue::new(&spec, &games)?;
    let folder = Folder::new(out).create_and_lock()?;
    folder.write_spec(&spec)?;
    let (mut journal, _) = folder.journal()?;
    for report in games.values() {
        journal.append(report).map_err(FolderError::from)?;
    }
    files::write(&folder, &spec, &games)?;
    view::results(&Results::new(&spec, &games));
    if let Some(total) = queue.total() {
        let missing = (total as usize).saturating_sub(games.len());
        if missing > 0 {
            eprint_line!("batyr match: {missing} of {total} games are missing");
        }
    }
    Ok(RunEnd::Complete)
}

fn rewrite_reports(folder: &Folder) -> Result<RunEnd, MatchError> {
    let folder = folder.lock()?;
    let (spec, games) = (folder.spec()?, folder.games()?);
    GameQueue::new(&spec, &games)?;
    files::write(&folder, &spec, &games)?;
    view::results(&Results::new(&spec, &games));
    Ok(RunEnd::Complete)
}

/// Stops the run at the first SIGINT or SIGTERM.
fn stop_at_signals(stop_handle: StopHandle) {
    let mut shutdown = signals::listen();
    let wait = move || {
        // Without a runtime, signals keep their default effect.
        let Ok(runtime) = runtime::Builder::new_current_thread().build() else {
            return;
        };
        runtime.block_on(shutdown_requested(&mut shutdown));
        stop_handle.stop();
    };
    if let Err(error) = Builder::new().name("batyr-stop".to_owned()).spawn(wait) {
        log::warn!("signals are not handled: {error}");
    }
}
