//! `batyr solve`: proves in how many moves positions are won.
//!
//! Several positions can be in work at once (`--jobs`); the results are written in the order
//! of the input. Each position has its own proof table, so a result depends neither on other
//! positions nor on the number of jobs.

mod answer;
mod args;
mod collect;

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

pub use args::SolveArgs;

use super::batch::input::{self, BatchInput, Content};
use super::batch::items::{Item, Items, PositionLine};
use super::batch::output::{Output, WriteError};
use super::batch::progress::Progress;
use super::batch::{WORKER_THREADS, conflict};
use super::error::CliError;
use super::interrupt::Interrupt;
use super::position_text;
use super::stderr::eprint_line;
use crate::files::game_file::ReadOptions;
use crate::solver::TableError;
use crate::training::WonPositionsError;
use crate::util::text::printable_lines;
use answer::{SolvedPosition, solve};

/// The name of the command, at the start of messages on stderr.
const COMMAND: &str = "batyr solve";
/// The reason that the command can't continue.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// A result can't be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A result can't be formatted.
    #[error("can't write a record: {0}")]
    Record(#[from] serde_json::Error),
    /// The system can't start the threads.
    #[error("can't start the threads: {0}")]
    Threads(io::Error),
    /// The memory of a proof table can't be allocated.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Wins can't be collected.
    #[error(transparent)]
    Wins(#[from] WonPositionsError),
}

impl From<SolveError> for CliError {
    fn from(error: SolveError) -> Self {
        Self::failure(error)
    }
}

/// What came of an item of the inputs.
enum Solved {
    /// The result for a position, and where it is from.
    Position(PositionLine, Box<SolvedPosition>),
    /// A message about something that can't be read.
    Fault(String),
}

/// The state of a run of the command.
struct SolveRun<'a> {
    args: &'a SolveArgs,
    interrupt: &'a Arc<Interrupt>,
    progress: &'a Progress,
    output: Output,
    /// The number of faults reported.
    faults: u64,
}

/// Solves the positions that the command line names. Exit status 1 without an
/// error means that inputs or positions were reported and skipped.
///
/// # Errors
/// Returns an error if the command line is invalid, if the threads or the memory
/// are not available, if the output can't be written, or if a signal ends the work.
pub fn run(args: SolveArgs) -> Result<ExitCode, CliError> {
    let inputs = match args.collect {
        Some(_) => Some(Vec::new()),
        None => {
            let named = args.inputs.iter().map(|text| input::parse_argument(text));
            input::default_to_stdin(named.collect())
        }
    };
    let inputs = inputs.ok_or_else(|| {
        CliError::usage(
            "nothing to solve; expected a position, a file, or - for stdin\n\
             For more information, try 'batyr solve --help'.",
        )
    })?;
    let written: Vec<&Path> = args.output.iter().map(PathBuf::as_path).collect();
    if let Some(conflict) = conflict::find_conflict(&written, &inputs) {
        return Err(CliError::Usage(conflict));
    }
    let interrupt = Arc::new(Interrupt::listen());
    let mut run = SolveRun {
        args: &args,
        interrupt: &interrupt,
        progress: &Progress::new(),
        output: Output::open(args.output.as_deref()).map_err(SolveError::from)?,
        faults: 0,
    };
    let result = match args.collect {
        Some(count) => run.collect(count as usize),
        None => run.solve_all(inputs),
    };
    match result {
        Ok(()) if interrupt.is_raised() => Err(CliError::Interrupted(None)),
        Ok(()) if run.faults > 0 => Ok(ExitCode::FAILURE),
        Ok(()) => {
            run.output.finish().map_err(SolveError::from)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(SolveError::Write(error)) if error.is_closed_pipe() => Ok(ExitCode::SUCCESS),
        Err(error) => Err(error.into()),
    }
}

impl SolveRun<'_> {
    /// Solves the positions of all inputs. Inputs that can't be read are reported
    /// before the first search.
    fn solve_all(&mut self, inputs: Vec<BatchInput>) -> Result<(), SolveError> {
        let (args, interrupt) = (self.args, self.interrupt);
        let progress = self.progress;
        let options = ReadOptions::default();
        let mut items = Items::new(inputs, options, interrupt, progress, |fault| {
            self.report_fault(fault);
        });
        items.refuse(Content::Games, "contains games, expected positions");
        let is_over = || interrupt.is_over();
        let worker = |number| {
            let is_over = &is_over;
            move |item| {
                let solved = solve_item(args, item, is_over);
                progress.finish_item(number);
                solved
            }
        };
        let workers = (0..args.jobs.into()).map(worker).collect();
        self.run_in_order(workers, || items.next(), |run, solved| run.write(solved?))
    }

    /// Runs the workers, and finishes their results in the order of the items, until that
    /// fails.
    fn run_in_order<T, R: Send>(
        &mut self,
        workers: Vec<impl FnMut(T) -> R + Send>,
        next: impl FnMut() -> Option<T> + Send,
        mut finish: impl FnMut(&mut Self, R) -> Result<(), SolveError> + Send,
    ) -> Result<(), SolveError> {
        let interrupt = self.interrupt;
        let finish = |result| match finish(self, result) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                interrupt.fail();
                ControlFlow::Break(error)
            }
        };
        let run = WORKER_THREADS.run_in_order(workers, next, finish);
        run.map_err(SolveError::Threads)?.map_or(Ok(()), Err)
    }

    /// Reports a fault, after which the exit status will be 1, and counts it.
    fn report_fault(&mut self, fault: &str) {
        self.progress.suspend(|| eprint_line!("{COMMAND}: {fault}"));
        self.faults += 1;
    }

    /// Writes the result for an item.
    fn write(&mut self, solved: Solved) -> Result<(), SolveError> {
        let (place, solved) = match solved {
            Solved::Position(place, solved) => (place, solved),
            Solved::Fault(fault) => {
                self.report_fault(&fault);
                return Ok(());
            }
        };
        let PositionLine { source, line, .. } = &place;
        let text = if self.args.json {
            solved.json(source, *line)?
        } else {
            let place = match &**source {
                input::COMMAND_LINE => String::new(),
                file => format!("{file}:{line}: "),
            };
            printable_lines(&format!("{place}{solved}"))
        };
        self.write_line(&text)
    }

    /// Writes a line of the results.
    fn write_line(&mut self, line: &str) -> Result<(), SolveError> {
        let output = &mut self.output;
        Ok(self
            .progress
            .suspend(|| output.write(&format!("{line}\n")))?)
    }
}

/// Solves an item of the inputs.
fn solve_item(
    args: &SolveArgs,
    item: Item,
    is_over: &dyn Fn() -> bool,
) -> Result<Solved, TableError> {
    let line = match item {
        Item::Position(line) => line,
        Item::InvalidGame(fault) | Item::UnreadableInput(fault) => {
            return Ok(Solved::Fault(fault));
        }
        // Games are refused.
        Item::Warning(warning) => return Ok(Solved::Fault(warning.message)),
        Item::Game(source, _) => return Ok(Solved::Fault(source.to_string())),
    };
    Ok(match position_text::read(args.variant, &line.text) {
        Ok(game) => {
            let solved = solve(args, &game, is_over)?;
            Solved::Position(line, Box::new(solved))
        }
        Err(error) => {
            let column = 1 + line.before + error.column(&line.text);
            Solved::Fault(format!("{}:{}:{column}: {error}", line.source, line.line))
        }
    })
}
