//! What a tournament, a share of one and its other subcommands have in common: the settings of a
//! run, the checks before the first game, and a run that is shown while it plays.

use super::args::TournamentArgs;
use super::files;
use super::live_file::LiveFile;
use super::view::TournamentView;
use crate::cli::batch::conflict::{check_not_input, check_outputs};
use crate::cli::error::CliError;
use crate::cli::game_args::check_capacity;
use crate::cli::interrupt::stop_at_signals;
use crate::cli::keys::Keys;
use crate::cli::pause::pause_on_request;
use crate::cli::stderr::eprint_line;
use crate::files::MEGABYTE;
use crate::tournament::folder::{Folder, FolderError};
use crate::tournament::journal::Games;
use crate::tournament::programs::ProgramGuard;
use crate::tournament::run::{
    EngineCheck, Run, RunEnd, RunError, RunSettings, TournamentPlan, check_engines,
};
use crate::tournament::{Results, Spec, cpus};

/// The name of the folder for the logs of the engines, inside the folder of the
/// tournament.
pub const LOG_FOLDER: &str = "logs";
/// The exit status if an engine can't be started or broke down too often.
pub const ENGINE_FAILED: u8 = 3;
/// The exit status of a strict run that ended at a warning or a fault.
pub const STRICT_VIOLATION: u8 = 4;

/// The value of --affinity that makes the run claim processors.
pub const AUTO: &str = "auto";

/// Returns the settings of a run, which do not affect the games.
pub fn settings(args: &TournamentArgs, folder: &Folder) -> Result<RunSettings, CliError> {
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

/// Plays the games of a run and shows them, until it ends.
pub fn play_and_show(
    run: &mut Run<'_>,
    spec: &Spec,
    args: &TournamentArgs,
    jobs: usize,
    mut on_event: impl FnMut(),
) -> Result<RunEnd, RunError> {
    stop_at_signals(run.run_handle());
    pause_on_request(&run.run_handle(), args.run_args.pause_file.as_deref());
    let mut view = TournamentView::new(spec, run.results(), run.total(), args.plain);
    let keys = view.is_live().then(|| Keys::read(run.run_handle()));
    if keys.as_ref().is_some_and(Keys::is_active) {
        view.show_keys(jobs);
    }
    let mut live_file = args.live.clone().map(|path| LiveFile::new(path, spec));
    let run_end = run.play(&mut |event, results| {
        on_event();
        if let Some(file) = &mut live_file {
            file.add(&event);
        }
        view.show(&event, results);
    });
    // A run that ends before its first game does not stop the thread that reads keys.
    run.run_handle().stop();
    if let Some(keys) = keys {
        keys.close();
    }
    view.close();
    if let Some(file) = live_file {
        file.close();
    }
    run_end
}

/// Checks that the file of the games in progress is none that the tournament reads or keeps.
pub fn check_live_file(args: &TournamentArgs) -> Result<(), CliError> {
    let Some(live) = &args.live else {
        return Ok(());
    };
    check_not_input(live, args.game_args.openings_file())?;
    let names = files::file_names();
    let folder = Folder::new(args.out.clone());
    for kept in folder.paths(names.iter().map(String::as_str)) {
        check_outputs(&[live, &kept])?;
    }
    Ok(())
}

/// Checks that no unrelated file in the folder would be overwritten.
pub fn check_unused(folder: &Folder) -> Result<(), FolderError> {
    let names = files::file_names();
    folder.check_unused(names.iter().map(String::as_str))
}

/// Unless nothing is left to play, checks that the machine can run the games and that the
/// engines exist and start, and prints warnings. Without this check, an engine would lose all
/// its games because of a typo on the command line or a different working directory. Returns
/// the programs of the engines, or none if nothing was checked.
pub fn check_before_play(
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
            Some(error) if error.ends_run() => {
                print_warnings(&warnings);
                return Err(CliError::failure(format_args!(
                    "can't start engine {name:?}: {error}; no game was started"
                )));
            }
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
pub fn warn(mut warnings: Vec<String>, is_strict: bool) -> Result<(), CliError> {
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
