//! `batyr match`: plays tournaments between engines.
//!
//! The command line is translated into a [`Spec`], the folder records which games have
//! been played, and a [`Run`] plays the rest. However the run ends, the game file and
//! the reports are then written from all games in the folder.

mod args;
mod files;
mod other_runners;
mod programs;
mod request;
mod view;

use std::path::PathBuf;
use std::process::ExitCode;

use super::error::CliError;
use super::game_args::check_capacity;
use super::interrupt::stop_at_signals;
use super::keys::Keys;
use super::pause::pause_on_request;
use super::stderr::eprint_line;
use crate::files::MEGABYTE;
use crate::tournament::folder::{Folder, FolderError, LockedFolder};
use crate::tournament::journal::{Games, Journal};
use crate::tournament::merge::{MergeError, MergedPrograms, merge, merge_programs};
use crate::tournament::programs::ProgramGuard;
use crate::tournament::run::{
    EngineCheck, GameQueue, Run, RunEnd, RunSettings, TournamentPlan, check_engines,
};
use crate::tournament::{Results, Spec, cpus};
pub use args::MatchArgs;
use args::{MatchSubcommand, TournamentArgs};
pub use other_runners::counterpart_hint;
use programs::RecordedPrograms;
use view::TournamentView;

/// The name of the folder for the logs of the engines, inside the folder of the
/// tournament.
const LOG_FOLDER: &str = "logs";
/// The exit status if an engine can't be started or broke down too often.
const ENGINE_FAILED: u8 = 3;
/// The exit status of a strict run that ended at a warning or a fault.
const STRICT_VIOLATION: u8 = 4;

/// Plays, merges or reports a tournament. The exit status says how the run ended.
pub fn run(args: MatchArgs) -> Result<ExitCode, CliError> {
    let run_end = match args.subcommand {
        None => play(&args.tournament),
        Some(MatchSubcommand::Merge {
            shards,
            out,
            accept_changed_programs,
        }) => merge_shards(shards, out, accept_changed_programs),
        Some(MatchSubcommand::Report { folder }) => rewrite_reports(&Folder::new(folder)),
    }?;
    match run_end {
        RunEnd::Stopped => Err(CliError::Interrupted(None)),
        RunEnd::Breakdowns { .. } => Ok(ExitCode::from(ENGINE_FAILED)),
        RunEnd::Delays { .. } => Ok(ExitCode::FAILURE),
        RunEnd::Strict(_) => Ok(ExitCode::from(STRICT_VIOLATION)),
        RunEnd::ProgramChanged(_) | RunEnd::CannotStart(_) => Ok(ExitCode::FAILURE),
        RunEnd::Complete | RunEnd::Decided | RunEnd::NoOtherGames { .. } => Ok(ExitCode::SUCCESS),
    }
}

/// Plays a tournament, or the rest of it.
fn play(args: &TournamentArgs) -> Result<RunEnd, CliError> {
    let folder = Folder::new(args.out.clone());
    let mut settings = settings(args, &folder)?;
    let PreparedTournament {
        folder,
        spec,
        plan,
        played,
        mut programs,
    } = prepare(args, &folder, &settings)?;
    settings.programs = programs.guards.clone();
    if settings.logs.is_some() {
        folder.create_folder(LOG_FOLDER)?;
    }
    // The processors are claimed until the run has ended.
    let _claimed = (args.affinity == AUTO).then(|| settings.claim_cpus(&spec.engines));
    let mut run = Run::new(&spec, &settings, plan, played);
    stop_at_signals(run.run_handle());
    pause_on_request(&run.run_handle(), args.run_args.pause_file.as_deref());
    let mut view = TournamentView::new(&spec, run.results(), run.total(), args.plain);
    let keys = view.is_live().then(|| Keys::read(run.run_handle()));
    if keys.as_ref().is_some_and(Keys::is_active) {
        view.show_keys(settings.concurrency);
    }
    let mut recorded = Ok(());
    let run_end = run.play(&mut |event, results| {
        if recorded.is_ok() {
            recorded = programs.leave_out_written(&folder);
        }
        view.show(&event, results);
    });
    // A run that ends before its first game does not stop the thread that reads keys.
    run.run_handle().stop();
    if let Some(keys) = keys {
        keys.close();
    }
    view.close();
    let written = files::write_files(&folder, &spec, run.games());
    // The results are printed even if a file can't be written.
    view::print_results(run.results());
    let run_end = run_end?;
    written?;
    recorded?;
    view::print_run_end(&run_end, &folder);
    Ok(run_end)
}

/// The value of --affinity that makes the run claim processors.
const AUTO: &str = "auto";

/// Returns the settings of a run, which do not affect the games.
fn settings(args: &TournamentArgs, folder: &Folder) -> Result<RunSettings, CliError> {
    let settings = args.run_args.settings()?;
    let cpus = match args.affinity.as_str() {
        AUTO | "none" => None,
        list => {
            let shares = cpus::shares(list, settings.concurrency).map_err(CliError::usage)?;
            cpus::check_available(&shares).map_err(CliError::usage)?;
            Some(shares)
        }
    };
    Ok(RunSettings {
        logs: args.logs.then(|| folder.join(LOG_FOLDER)),
        logs_limit: u64::from(args.logs_limit) * MEGABYTE,
        cpus,
        max_breakdowns: args.max_faults.into(),
        is_strict: args.strict,
        ..settings
    })
}

/// A tournament that is ready to be played.
struct PreparedTournament {
    folder: LockedFolder,
    spec: Spec,
    /// The games that are still to be played.
    plan: TournamentPlan,
    /// The journal, and the games in it, which have been played.
    played: (Journal, Games),
    programs: RecordedPrograms,
}

/// Prepares the tournament that the folder or the command line describes. The folder is locked
/// before anything is written into it. No folder is made for a tournament that can't
/// be played.
fn prepare(
    args: &TournamentArgs,
    folder: &Folder,
    settings: &RunSettings,
) -> Result<PreparedTournament, CliError> {
    let requested = if args.resume && args.game_args.engines.0.is_empty() {
        None
    } else {
        Some(request::spec(args)?)
    };
    let (folder, checked_programs) = match &requested {
        Some(spec) if !folder.holds_tournament() => {
            check_unused(folder)?;
            let games = Games::new();
            let plan = TournamentPlan::new(spec, &games)?;
            let programs = check_before_play(spec, &plan, &games, settings)?;
            (folder.create_and_lock()?, Some(programs))
        }
        _ => (folder.lock()?, None),
    };
    // Another process may have started the tournament before the lock was acquired.
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
    let programs = match checked_programs {
        Some(programs) => programs,
        None => check_before_play(&spec, &plan, &games, settings)?,
    };
    let accepts_changes = args.accept_changed_programs;
    let programs = RecordedPrograms::new(&folder, programs, &games, accepts_changes)?;
    let warning = programs.warning(&folder);
    warn(warning.into_iter().collect(), settings.is_strict)?;
    programs.write(&folder)?;
    Ok(PreparedTournament {
        folder,
        spec,
        plan,
        played: (journal, games),
        programs,
    })
}

/// Checks that no unrelated file in the folder would be overwritten.
fn check_unused(folder: &Folder) -> Result<(), FolderError> {
    let names = files::file_names();
    folder.check_unused(names.iter().map(String::as_str))
}

/// Unless nothing is left to play, checks that the machine can run the games and that the
/// engines exist and start, and prints warnings. Without this check, an engine would lose all
/// its games because of a typo on the command line or a different working directory. Returns
/// the programs of the engines, or none if nothing was checked.
fn check_before_play(
    spec: &Spec,
    plan: &TournamentPlan,
    games: &Games,
    settings: &RunSettings,
) -> Result<Vec<ProgramGuard>, CliError> {
    if plan.is_finished() || spec.is_decided(&Results::new(spec, games)) {
        return Ok(Vec::new());
    }
    let few_processors = check_capacity(settings, &spec.engines)?;
    for engine in &spec.engines {
        engine.locate().map_err(|error| {
            let name = &engine.name;
            CliError::failure(format_args!(
                "engine {name:?}: {error}; no game was started"
            ))
        })?;
    }
    let mut programs = Vec::new();
    let mut warnings: Vec<String> = few_processors.into_iter().collect();
    warnings.extend(plan.warning().map(str::to_owned));
    for EngineCheck {
        engine: name,
        warnings: engine_warnings,
        error,
        program,
        ..
    } in check_engines(spec, settings)
    {
        programs.extend(program);
        warnings.extend(engine_warnings.iter().map(ToString::to_string));
        match error {
            Some(error) if settings.max_breakdowns > 0 => {
                print_warnings(&warnings);
                return Err(CliError::with_status(
                    ENGINE_FAILED,
                    format_args!(
                        "can't start engine {name:?}: {error}; no game was started \
                         (use --max-faults 0 to play regardless)"
                    ),
                ));
            }
            Some(error) => warnings.push(format!("{name}: can't start: {error}")),
            None => {}
        }
    }
    warn(warnings, settings.is_strict)?;
    Ok(programs)
}

/// Prints warnings; in a strict run, returns the last one as an error instead.
fn warn(mut warnings: Vec<String>, is_strict: bool) -> Result<(), CliError> {
    let last = if is_strict { warnings.pop() } else { None };
    print_warnings(&warnings);
    last.map_or(Ok(()), |last| {
        let message =
            format_args!("{last}; no game was started, because --strict allows no warnings");
        Err(CliError::with_status(STRICT_VIOLATION, message))
    })
}

fn print_warnings(warnings: &[String]) {
    for warning in warnings {
        eprint_line!("batyr match: warning: {warning}");
    }
}

/// Merges the shards in some folders into a tournament in a new folder.
fn merge_shards(
    shards: Vec<PathBuf>,
    out: PathBuf,
    accepts_changes: bool,
) -> Result<RunEnd, CliError> {
    let shards: Vec<Folder> = shards.into_iter().map(Folder::new).collect();
    let (spec, games) = merge(&shards)?;
    let MergedPrograms { list, accepted } = match merge_programs(&shards, accepts_changes) {
        Err(error @ MergeError::ProgramChanged { .. }) => {
            return Err(CliError::failure(format_args!(
                "{error}. To count the games of both programs together, add \
                 --accept-changed-programs"
            )));
        }
        merged => merged?,
    };
    let queue = GameQueue::new(&spec, &games)?;
    let folder = Folder::new(out);
    check_unused(&folder)?;
    let folder = folder.create_and_lock()?;
    folder.write_spec(&spec)?;
    let (mut journal, _) = folder.journal()?;
    folder.write_programs(&list)?;
    programs::print_merged(&list, &accepted);
    for report in games.values() {
        journal.append(report)?;
    }
    files::write_files(&folder, &spec, &games)?;
    view::print_results(&Results::new(&spec, &games));
    if let Some(total) = queue.total() {
        let missing = (total as usize).saturating_sub(games.len());
        if missing > 0 {
            eprint_line!("batyr match: {missing} of {total} games are missing");
        }
    }
    Ok(RunEnd::Complete)
}

/// Writes the game file and the reports again, and prints the results.
fn rewrite_reports(folder: &Folder) -> Result<RunEnd, CliError> {
    let folder = folder.lock()?;
    let (spec, games) = (folder.spec()?, folder.games()?);
    GameQueue::new(&spec, &games)?;
    files::write_files(&folder, &spec, &games)?;
    view::print_results(&Results::new(&spec, &games));
    Ok(RunEnd::Complete)
}
