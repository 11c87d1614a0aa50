//! `batyr match --queue`: plays a share of a tournament.
//!
//! A share writes nothing but its claims, its games and its record. The game file and the reports
//! of the whole are made by `batyr match watch`.

use super::args::TournamentArgs;
use super::running::{
    AUTO, LOG_FOLDER, check_before_play, check_live_file, check_unused, play_and_show, settings,
};
use super::{request, view};
use crate::cli::error::CliError;
use crate::cli::shared_work::benchmark;
use crate::eval::Networks;
use crate::tournament::Spec;
use crate::tournament::cluster::{Membership, Part, QueueSettings, SharedGames, Verdict};
use crate::tournament::folder::Folder;
use crate::tournament::journal::Games;
use crate::tournament::programs::ProgramGuard;
use crate::tournament::run::{Run, RunEnd, TournamentPlan};

/// The options that continue a share.
const CONTINUE: &str = "match --queue --out";

/// Plays chunks of a tournament until none is left or the tournament is ended.
pub fn play(args: &TournamentArgs) -> Result<RunEnd, CliError> {
    check_live_file(args)?;
    let folder = Folder::new(args.out.clone());
    let spec = requested_spec(args, &folder)?;
    if Verdict::read(&folder)?.is_some() {
        folder.expect_spec(&spec)?;
        view::print_run_end(&RunEnd::Ended, &folder, CONTINUE);
        return Ok(RunEnd::Ended);
    }
    check_unused(&folder)?;
    let mut settings = settings(args, &folder)?;
    let games = Games::new();
    let plan = TournamentPlan::new(&spec, &games)?;
    let programs = check_before_play(&spec, &plan, &games, &settings)?;
    let engines = programs.iter().map(ProgramGuard::record).cloned().collect();
    let part = Part::of_this_process(benchmark(spec.variant, &Networks::default())?, engines);
    let (sizes, accepts_changes) = ((args.chunk, args.beat), args.accept_changed_programs);
    let membership = Membership::join(&folder, &spec, part, sizes, accepts_changes)?;
    settings.programs = programs;
    if settings.logs.is_some() {
        // Several workers use the same names of logs.
        let name = format!("{LOG_FOLDER}/{}", membership.worker);
        folder.create_folder(&name)?;
        settings.logs = Some(folder.join(&name));
    }
    // The processors are claimed until the run has ended.
    let _claimed = (args.affinity == AUTO).then(|| settings.claim_cpus(&spec.engines));
    let shared = |queue| SharedGames::new(&spec, queue, &membership);
    let mut run = Run::with_source(&spec, &settings, plan, games, shared);
    let run_end = play_and_show(&mut run, &spec, args, settings.concurrency, || {});
    view::print_results(run.results());
    let run_end = run_end?;
    view::print_run_end(&run_end, &folder, CONTINUE);
    Ok(run_end)
}

/// Returns the tournament that the command line describes, or else the one in the folder.
fn requested_spec(args: &TournamentArgs, folder: &Folder) -> Result<Spec, CliError> {
    if !args.game_args.engines.0.is_empty() {
        return request::spec(args);
    }
    QueueSettings::read(folder)?;
    Ok(folder.spec()?)
}
