//! `batyr match`: plays tournaments between engines.
//!
//! The command line is translated into a [`Spec`], the folder records which games have
//! been played, and a [`Run`] plays the rest. However the run ends, the game file and
//! the reports are then written from all games in the folder.

mod args;
mod calculator;
mod files;
mod live_file;
mod other_runners;
mod programs;
mod request;
mod running;
mod share;
mod view;
mod watch;
mod workers;

use std::path::PathBuf;
use std::process::ExitCode;

use super::error::CliError;
use super::shared_work::benchmark;
use super::stderr::eprint_line;
use crate::eval::Networks;
use crate::tournament::cluster::{Part, PartList, QueueSettings, WorkerTable};
use crate::tournament::folder::{Folder, LockedFolder};
use crate::tournament::journal::{Games, Journal};
use crate::tournament::merge::{MergeError, MergedPrograms, merge, merge_parts, merge_programs};
use crate::tournament::programs::ProgramGuard;
use crate::tournament::run::{GameQueue, Run, RunEnd, RunSettings, TournamentPlan};
use crate::tournament::{Results, Shard, Spec};
pub use args::MatchArgs;
use args::{MatchSubcommand, TournamentArgs};
pub use other_runners::counterpart_hint;
use programs::RecordedPrograms;
use running::{
    AUTO, ENGINE_FAILED, LOG_FOLDER, STRICT_VIOLATION, check_before_play, check_live_file,
    check_unused, play_and_show, settings, warn,
};

/// Plays, merges or reports a tournament. The exit status says how the run ended.
pub fn run(args: MatchArgs) -> Result<ExitCode, CliError> {
    let run_end = match args.subcommand {
        None if args.tournament.queue => share::play(&args.tournament),
        None => play(&args.tournament),
        Some(MatchSubcommand::Watch(args)) => watch::watch(&args),
        Some(MatchSubcommand::Merge {
            shards,
            out,
            accept_changed_programs,
            price,
        }) => merge_shards(shards, out, accept_changed_programs, price),
        Some(MatchSubcommand::Sprt { counts, sprt }) => {
            calculator::print(&counts, &sprt)?;
            Ok(RunEnd::Complete)
        }
        Some(MatchSubcommand::Report { folder }) => rewrite_reports(&Folder::new(folder)),
    }?;
    match run_end {
        RunEnd::Stopped => Err(CliError::Interrupted(None)),
        RunEnd::Breakdowns { .. } => Ok(ExitCode::from(ENGINE_FAILED)),
        RunEnd::Delays { .. } => Ok(ExitCode::FAILURE),
        RunEnd::Strict(_) => Ok(ExitCode::from(STRICT_VIOLATION)),
        RunEnd::ProgramChanged(_) | RunEnd::CannotStart(_) => Ok(ExitCode::FAILURE),
        RunEnd::Complete | RunEnd::Decided | RunEnd::Ended | RunEnd::NoOtherGames { .. } => {
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Plays a tournament, or the rest of it.
fn play(args: &TournamentArgs) -> Result<RunEnd, CliError> {
    check_live_file(args)?;
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
    if let Some(shard) = spec.shard.filter(|_| !programs.guards.is_empty()) {
        settings.worker = Some(record_player(args, &folder, &spec, &programs, shard)?);
    }
    if settings.logs.is_some() {
        folder.create_folder(LOG_FOLDER)?;
    }
    // The processors are claimed until the run has ended.
    let _claimed = (args.affinity == AUTO).then(|| settings.claim_cpus(&spec.engines));
    let mut run = Run::new(&spec, &settings, plan, played);
    let mut recorded = Ok(());
    let run_end = play_and_show(&mut run, &spec, args, settings.concurrency, || {
        if recorded.is_ok() {
            recorded = programs.leave_out_written(&folder);
        }
    });
    let written = files::write_files(&folder, &spec, run.games());
    // The results are printed even if a file can't be written.
    view::print_results(run.results());
    let run_end = run_end?;
    written?;
    recorded?;
    view::print_run_end(&run_end, &folder, "match --resume --out");
    Ok(run_end)
}

/// Records which process plays a shard, and returns the name that its games get.
fn record_player(
    args: &TournamentArgs,
    folder: &LockedFolder,
    spec: &Spec,
    programs: &RecordedPrograms,
    shard: Shard,
) -> Result<String, CliError> {
    let mut list = PartList::read(folder)?;
    let engines = programs.guards.iter().map(ProgramGuard::record).cloned();
    let part = Part::of_this_process(
        benchmark(spec.variant, &Networks::default())?,
        engines.collect(),
    );
    let worker = list.add_player(part, shard);
    let difference = list.differences().last();
    if let Some(difference) = difference.filter(|_| !args.accept_changed_programs) {
        return Err(CliError::failure(format_args!(
            "{}: {difference}. To count the games of both programs together, add \
             --accept-changed-programs",
            folder.path().display()
        )));
    }
    list.write(folder)?;
    Ok(worker)
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
    if QueueSettings::are_in(&folder) {
        return Err(CliError::failure(format_args!(
            "{} contains a tournament that several processes share; use --queue instead of --resume",
            folder.path().display()
        )));
    }
    // Another process may have started the tournament before the lock was acquired.
    let prolonged = args.prolong.filter(|_| requested.is_none());
    let spec = match requested {
        Some(spec) if args.resume && folder.holds_tournament() => {
            folder.expect_spec(&spec)?;
            spec
        }
        Some(spec) => {
            folder.write_spec(&spec)?;
            spec
        }
        None => match prolonged {
            Some(rounds) => prolonged_spec(&folder, rounds)?,
            None => folder.spec()?,
        },
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
    // More rounds are recorded once it is certain that they can be played.
    if prolonged.is_some() {
        folder.prolong(&spec)?;
    }
    programs.write(&folder)?;
    Ok(PreparedTournament {
        folder,
        spec,
        plan,
        played: (journal, games),
        programs,
    })
}

/// Returns the tournament in a folder, prolonged to this many rounds.
fn prolonged_spec(folder: &LockedFolder, rounds: u32) -> Result<Spec, CliError> {
    folder.spec()?.prolonged(rounds).ok_or_else(|| {
        CliError::usage(format_args!(
            "--prolong {rounds}: expected more rounds than the round-robin or gauntlet in {} has",
            folder.path().display()
        ))
    })
}

/// Merges the shards in some folders into a tournament in a new folder.
fn merge_shards(
    shards: Vec<PathBuf>,
    out: PathBuf,
    accepts_changes: bool,
    price: Option<f64>,
) -> Result<RunEnd, CliError> {
    let shards: Vec<Folder> = shards.into_iter().map(Folder::new).collect();
    let (spec, games) = merge(&shards)?;
    let merged = merge_programs(&shards, accepts_changes).and_then(|programs| {
        let parts = merge_parts(&shards, accepts_changes)?;
        Ok((programs, parts))
    });
    let (MergedPrograms { list, mut accepted }, (parts, mixed)) = match merged {
        Err(error @ (MergeError::ProgramChanged { .. } | MergeError::Mixture { .. })) => {
            return Err(CliError::failure(format_args!(
                "{error}. To count the games of both programs together, add \
                 --accept-changed-programs"
            )));
        }
        merged => merged?,
    };
    accepted.extend(mixed);
    let queue = GameQueue::new(&spec, &games)?;
    let folder = Folder::new(out);
    check_unused(&folder)?;
    let folder = folder.create_and_lock()?;
    // The spec comes last: it makes the folder that of a tournament, which then has all games.
    folder.expect_none()?;
    folder.write_games(&games)?;
    folder.write_programs(&list)?;
    if !parts.parts.is_empty() {
        parts.write(&folder)?;
    }
    folder.write_spec(&spec)?;
    programs::print_merged(&list, &accepted);
    files::write_files(&folder, &spec, &games)?;
    view::print_results(&Results::new(&spec, &games));
    let table = WorkerTable::new(&spec, games.values());
    if !table.rows.is_empty() {
        let parts: Vec<&Part> = parts.parts.iter().collect();
        for line in workers::lines(&table, &parts, price) {
            view::print_line(line);
        }
    } else if price.is_some() {
        eprint_line!("batyr match: no shard records who played it, so the cost is unknown");
    }
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
