//! `batyr solve --collect`: makes a file of wins from self-play.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::SolveArgs;
use crate::cli::batch::run::BatchRun;
use crate::cli::error::CliError;
use crate::eval::Networks;
use crate::training::{SelfPlaySettings, WonPositionSelection, WonPositionSettings, won_positions};
use crate::util::version::VERSION;

/// The range of the number of random turns in an opening.
const RANDOM_TURNS: RangeInclusive<u32> = 4..=12;
/// The maximum number of games for each requested win. If wins are still missing
/// after these games, wins of the missing lengths are too rare.
const MAX_GAMES_PER_WIN: u64 = 50;

/// Plays games until there are enough wins, or the maximum number of games is reached.
pub fn collect(args: &SolveArgs, count: usize, run: &mut BatchRun) -> Result<(), CliError> {
    let settings = WonPositionSettings {
        games: SelfPlaySettings {
            variant: args.variant.unwrap_or_default(),
            nodes: args.play,
            random_turns: RANDOM_TURNS,
            seed: args.seed,
            networks: Networks::default(),
        },
        limits: args.limits(),
        hash_megabytes: args.hash as usize,
    };
    run.output.write_part(&file_header(args, count))?;
    let mut selection = WonPositionSelection::new(count);
    let requested = selection.missing();
    run.progress.expect_items(Some(requested as u64));
    let max_games = MAX_GAMES_PER_WIN * count as u64;
    let interrupt = Arc::clone(&run.interrupt);
    let is_complete = AtomicBool::new(false);
    let is_over = || interrupt.is_over() || is_complete.load(Relaxed);
    let worker = |number| won_positions(&settings, number, &is_over);
    let mut numbers = 0..max_games;
    let next = || numbers.next().filter(|_| !is_over());
    let mut games = 0;
    let select = |run: &mut BatchRun, wins: Result<_, _>| {
        if is_over() {
            return Ok(());
        }
        games += 1;
        for win in selection.select(wins?) {
            run.write(&format!("{win}\n"))?;
            run.progress.finish_item(0);
        }
        is_complete.store(selection.missing() == 0, Relaxed);
        Ok(())
    };
    run.run_in_order(vec![worker; args.jobs.into()], next, select)?;
    let missing = selection.missing();
    if missing > 0 && !interrupt.is_raised() {
        run.report_fault(&format!(
            "{missing} of {requested} wins are missing after {games} games; try a larger \
             --nodes or --moves, or a different --seed"
        ));
    }
    Ok(())
}

/// Returns the comment at the start of the file.
fn file_header(args: &SolveArgs, count: usize) -> String {
    let (variant, version) = (args.variant.unwrap_or_default().id(), VERSION);
    let (moves, nodes) = (args.moves, args.nodes);
    let (hash, seed, play) = (args.hash, args.seed, args.play);
    format!(
        "# Proved wins in {variant}: position ; number of moves that the side to move needs ; all \
         turns that win in that number of moves.\n# Made by batyr {version}:\n# batyr solve --collect {count} \
         --variant {variant} --seed {seed} --play {play} --moves {moves} --nodes {nodes} \
         --hash {hash}\n"
    )
}
