//! `batyr solve`: proves in how many moves positions are won.
//!
//! Positions are solved in batches, on all threads at once, and the results of a
//! batch are written in the order of the input. Each position has its own proof
//! table, so a result depends neither on other positions nor on the number of
//! threads.

mod answer;
mod args;
mod collect;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

pub use args::SolveArgs;

use super::batch::conflict;
use super::batch::input::{self, BatchInput, Content, OpenInput};
use super::batch::output::{Output, WriteError};
use super::batch::progress::Progress;
use super::column;
use super::error::CliError;
use super::interrupt::Interrupt;
use super::stderr::eprint_line;
use crate::game::PositionError;
use crate::solver::ProofTableError;
use crate::training::WonPositionsError;
use answer::{SolvedPosition, solve};

/// The name of the command, at the start of messages on stderr.
const COMMAND: &str = "batyr solve";
/// The number of positions per thread in a batch, if there are several threads. The
/// more there are, the less time threads spend waiting for the last position.
const POSITIONS_PER_THREAD: usize = 4;
/// The stack size of a thread in bytes. The search is at most twice the maximum
/// number of moves deep, and needs two move lists at each ply.
const STACK_SIZE: usize = 16 << 20;

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
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The memory of a proof table can't be allocated.
    #[error(transparent)]
    Table(#[from] ProofTableError),
    /// Wins can't be collected.
    #[error(transparent)]
    Wins(#[from] WonPositionsError),
}

impl From<SolveError> for CliError {
    fn from(error: SolveError) -> Self {
        Self::failure(error)
    }
}

/// A position of an input.
struct BatchItem {
    /// The number of its line, from 1.
    line: u64,
    /// The number of characters before the position in that line.
    before: usize,
    /// The position as text.
    text: String,
}

/// The state of a run of the command.
struct SolveRun<'a> {
    args: &'a SolveArgs,
    pool: ThreadPool,
    interrupt: Rc<Interrupt>,
    progress: Progress,
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
    let mut run = SolveRun::new(&args)?;
    let result = match args.collect {
        Some(count) => run.collect(count as usize),
        None => run.solve_all(inputs),
    };
    match result {
        Ok(()) => run.finish(),
        Err(SolveError::Write(error)) if error.is_closed_pipe() => Ok(ExitCode::SUCCESS),
        Err(error) => Err(error.into()),
    }
}

impl<'a> SolveRun<'a> {
    fn new(args: &'a SolveArgs) -> Result<Self, SolveError> {
        Ok(Self {
            args,
            pool: ThreadPoolBuilder::new()
                .num_threads(args.threads.into())
                .stack_size(STACK_SIZE)
                .build()?,
            interrupt: Rc::new(Interrupt::listen()),
            progress: Progress::new(),
            output: match &args.output {
                Some(path) => Output::file(path)?,
                None => Output::stdout(),
            },
            faults: 0,
        })
    }

    /// Solves the positions of all inputs. Inputs that can't be read are reported
    /// before the first search.
    fn solve_all(&mut self, inputs: Vec<BatchInput>) -> Result<(), SolveError> {
        let mut readable = Vec::new();
        for input in inputs {
            match input.count_items() {
                Ok(count) => {
                    self.progress.expect_items(count);
                    readable.push(input);
                }
                Err(fault) => self.report_fault(&fault),
            }
        }
        for input in readable {
            if self.interrupt.is_raised() {
                break;
            }
            match input.open(&self.interrupt) {
                Ok(input) if input.content == Content::Games => {
                    self.report_fault(&format!(
                        "{}: contains games, expected positions",
                        input.name
                    ));
                }
                Ok(input) => self.solve_input(input)?,
                Err(fault) => self.report_fault(&fault),
            }
        }
        Ok(())
    }

    /// Reports a fault, after which the exit status will be 1, and counts it.
    fn report_fault(&mut self, fault: &str) {
        self.progress.suspend(|| eprint_line!("{COMMAND}: {fault}"));
        self.faults += 1;
    }

    /// Returns the exit status after all inputs.
    fn finish(self) -> Result<ExitCode, CliError> {
        if self.interrupt.is_raised() {
            Err(CliError::Interrupted(None))
        } else if self.faults > 0 {
            Ok(ExitCode::FAILURE)
        } else {
            Ok(ExitCode::SUCCESS)
        }
    }

    /// Solves the positions of an input, batch by batch.
    fn solve_input(&mut self, mut input: OpenInput) -> Result<(), SolveError> {
        let threads = self.pool.current_num_threads();
        let batch_size = if threads > 1 {
            POSITIONS_PER_THREAD * threads
        } else {
            1
        };
        let (mut line, mut number, mut batch) = (Vec::new(), 0, Vec::new());
        while !self.interrupt.is_raised() {
            number += 1;
            let read = input::read_line(&mut input.reader, &mut line);
            let text = if number == 1 {
                input::without_byte_order_mark(&line)
            } else {
                &line
            };
            match read {
                Ok(true) => {
                    batch.extend(
                        input::position_in_line(text).map(|(before, text)| BatchItem {
                            line: number,
                            before,
                            text: String::from_utf8_lossy(text).into_owned(),
                        }),
                    )
                }
                Ok(false) => break,
                Err(error) => {
                    self.report_fault(&format!("{}:{number}: {error}", input.name));
                    break;
                }
            }
            if batch.len() >= batch_size {
                self.solve_batch(&input.name, &batch)?;
                batch.clear();
            }
        }
        self.solve_batch(&input.name, &batch)
    }

    /// Solves a batch of positions in parallel and writes the results.
    fn solve_batch(&mut self, source: &str, batch: &[BatchItem]) -> Result<(), SolveError> {
        let (args, interrupt): (_, &Interrupt) = (self.args, &self.interrupt);
        let stop = || interrupt.is_raised();
        let solve_item = |item: &BatchItem| solve(args, &item.text, &stop);
        let results: Vec<_> = self
            .pool
            .install(|| batch.par_iter().map(solve_item).collect());
        for (item, result) in batch.iter().zip(results) {
            match result? {
                Ok(solved) => self.write(source, item, &solved)?,
                Err(error) => self.report_invalid(source, item, &error),
            }
            self.progress.finish_item();
        }
        Ok(())
    }

    /// Reports that an item is not a position.
    fn report_invalid(&mut self, source: &str, item: &BatchItem, error: &PositionError) {
        let column = 1 + item.before + column::of_error(&item.text, error);
        self.report_fault(&format!("{source}:{}:{column}: {error}", item.line));
    }

    /// Writes the result for an item.
    fn write(
        &mut self,
        source: &str,
        item: &BatchItem,
        solved: &SolvedPosition,
    ) -> Result<(), SolveError> {
        let text = if self.args.json {
            solved.json(source, item.line)?
        } else {
            let place = match source {
                input::COMMAND_LINE => String::new(),
                file => format!("{file}:{}: ", item.line),
            };
            format!("{place}{solved}")
        };
        Ok(self.output.write(&(text + "\n"), &self.progress)?)
    }
}
