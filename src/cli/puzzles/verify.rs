//! Verifies stored puzzles.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use super::store;
use crate::cli::batch::conflict::check_not_input;
use crate::cli::batch::output::Output;
use crate::cli::batch::run::BatchRun;
use crate::cli::error::CliError;
use crate::puzzles::{Puzzle, PuzzleError, PuzzleFault, PuzzleVerifier};
use crate::util::text::printable_lines;

/// Searches the puzzles of a file for faults, and prints them and a summary; those without faults are
/// written to `sound`. Exit status 1 without an error means that there are faults.
pub fn verify(
    file: &Path,
    nodes: u64,
    jobs: u16,
    sound: Option<&Path>,
) -> Result<ExitCode, CliError> {
    if let Some(sound) = sound {
        check_not_input(sound, [file])?;
    }
    let puzzles = store::read(file)?;
    let mut sound = sound.map(|path| Output::open(Some(path))).transpose()?;
    let mut run = BatchRun::start("puzzles verify", &[], &[], None)?;
    run.progress.expect_items(Some(puzzles.len() as u64));
    let interrupt = Arc::clone(&run.interrupt);
    let workers = (0..jobs).map(|_| {
        let mut verifier = PuzzleVerifier::new(nodes);
        let interrupt = Arc::clone(&interrupt);
        move |puzzle: Puzzle| {
            let faults = verifier.faults(&puzzle, &|| interrupt.is_over());
            (puzzle, faults)
        }
    });
    let workers: Vec<_> = workers.collect();
    let mut left = puzzles.into_iter();
    let stop = Arc::clone(&interrupt);
    let next = move || left.next().filter(|_| !stop.is_over());
    let (mut verified, mut faulty) = (0, 0);
    let report = |run: &mut BatchRun, (puzzle, faults): (Puzzle, Result<Vec<_>, _>)| {
        run.progress.finish_item(0);
        let faults: Vec<PuzzleFault> = match faults {
            Err(PuzzleError::Stopped) => return Ok(()),
            faults => faults?,
        };
        verified += 1;
        if faults.is_empty() {
            if let Some(sound) = &mut sound {
                sound.write(&store::line(&puzzle)?)?;
            }
        } else {
            faulty += 1;
        }
        for fault in faults {
            run.write(&(printable_lines(&format!("{}: {fault}", puzzle.id)) + "\n"))?;
        }
        Ok(())
    };
    let result = run.run_in_order(workers, next, report);
    let summary = format!("puzzles: {verified}, with faults: {faulty}");
    if result.is_ok() && !interrupt.is_over() {
        run.write(&format!("{summary}\n"))?;
    }
    let status = run.end(result, Some(summary))?;
    if let Some(sound) = sound {
        sound.finish()?;
    }
    Ok(if faulty > 0 {
        ExitCode::FAILURE
    } else {
        status
    })
}
