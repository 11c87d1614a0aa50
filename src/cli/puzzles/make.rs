//! Takes puzzles out of games.

use std::collections::HashSet;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use super::args::MakeArgs;
use super::store;
use crate::cli::batch::items::{Item, Items};
use crate::cli::batch::progress::Progress;
use crate::cli::batch::run::BatchRun;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::files::game_file::ReadOptions;
use crate::puzzles::{Puzzle, PuzzleError, PuzzleMaker, file_game};

/// Makes the puzzles of all inputs.
pub fn make(args: &MakeArgs) -> Result<ExitCode, CliError> {
    let inputs = args.inputs()?;
    let written = args.outputs();
    let mut run = BatchRun::start("puzzles", &inputs, &written, args.output.as_deref())?;
    let options = ReadOptions {
        variant: args.variant,
        ..ReadOptions::default()
    };
    let mut items = run.items(inputs, options);
    let result = make_all(args, &mut items, &mut run);
    let (positions, games) = (items.positions, items.games);
    let begun = format!("interrupted; positions begun: {positions}, games begun: {games}");
    run.end(result, Some(begun))
}

fn make_all(args: &MakeArgs, items: &mut Items, run: &mut BatchRun) -> Result<(), CliError> {
    let workers = (0..usize::from(args.jobs)).map(|number| {
        let mut worker = Worker {
            number,
            maker: PuzzleMaker::new(args.effort(), args.tables.clone()),
            progress: Arc::clone(&run.progress),
            interrupt: Arc::clone(&run.interrupt),
        };
        move |item| worker.puzzles(item)
    });
    let workers: Vec<_> = workers.collect();
    let mut ids = HashSet::new();
    run.work(items, workers, |run, puzzles: Vec<Puzzle>| {
        for puzzle in puzzles {
            if ids.insert(puzzle.id.clone()) {
                run.write(&text_of(args, &puzzle)?)?;
            }
        }
        Ok(())
    })
}

/// Returns the output for a puzzle.
fn text_of(args: &MakeArgs, puzzle: &Puzzle) -> Result<String, CliError> {
    if args.sgn {
        Ok(file_game(puzzle)?.to_string())
    } else {
        Ok(store::line(puzzle)?)
    }
}

/// A worker, which shows its progress on the progress bar of the run.
struct Worker {
    /// The number of the worker, from 0.
    number: usize,
    maker: PuzzleMaker,
    progress: Arc<Progress>,
    interrupt: Arc<Interrupt>,
}

impl Worker {
    /// Returns the puzzles of a game or position; none if the work must end.
    fn puzzles(&mut self, item: Item) -> Result<Vec<Puzzle>, CliError> {
        let (progress, worker) = (&self.progress, self.number);
        let stop = || self.interrupt.is_over();
        let puzzles = match item {
            Item::Position(item) => {
                let source = format!("{}, line {}", file_name(&item.source), item.line);
                let puzzle = self.maker.of_position(&item.game, &source, &stop);
                puzzle.map(|puzzle| puzzle.into_iter().collect())
            }
            Item::Game(item) => {
                let number = item.number;
                let source = format!("{}, game {number}", file_name(&item.source));
                let mut show = |done: usize, total: usize| {
                    progress.set_item_progress(worker, done as u64, total as u64);
                    progress.set_message(format!("game {number}, position {done} of {total}"));
                };
                self.maker
                    .of_game(item.game.record(), &source, &stop, &mut show)
            }
        };
        match puzzles {
            Err(PuzzleError::Stopped) => Ok(Vec::new()),
            puzzles => Ok(puzzles?),
        }
    }
}

/// Returns the name of an input without the folders before it.
fn file_name(source: &str) -> &str {
    let name = Path::new(source).file_name().and_then(|name| name.to_str());
    name.unwrap_or(source)
}
