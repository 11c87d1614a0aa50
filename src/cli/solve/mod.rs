//! `batyr solve`: proves in how many moves positions are won.
//!
//! Positions are solved in batches, on all threads at once,
//! and the answers are written in the order of the input when the batch is
//! done. Each position has its own proof table, so the answers don't depend on
//! other positions or on the number of threads.

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
/// The number of positions in a batch for each thread, if there are several
/// threads: the last position of a batch keeps the other threads waiting.
const BATCH: usize = 4;
/// The stack of a thread, in bytes: a line has at most twice the maximum number
/// of moves, and each of its turns needs two lists.
const STACK: usize = 16 << 20;

/// The reason why the command can't go on.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// A result can't be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A result can't be formatted.
    #[error("a record can't be written: {0}")]
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
struct Item {
    /// The line of the position, from 1.
    line: u64,
    /// The number of characters before the position in that line.
    before: usize,
    text: String,
}

/// The state of a run of the command.
struct SolveRun<'a> {
    args: &'a SolveArgs,
    pool: ThreadPool,
    interrupt: Rc<Interrupt>,
    progress: Progress,
    output: Output,
    /// The number of faults reported: inputs and positions that were skipped.
    faults: u64,
}

/// Solves the positions that the command line names. Exit status 1 without an
/// error means that inputs or positions were skipped, which has been reported.
///
/// # Errors
/// If the command line is at fault, the work or its output fails, or a signal
/// ends the work.
pub fn run(args: SolveArgs) -> Result<ExitCode, CliError> {
    let named = || args.inputs.iter().map(|text| input::of_argument(text));
    let inputs = match args.collect {
        Some(_) => Some(Vec::new()),
        None => input::or_stdin(named().collect()),
    };
    let inputs = inputs.ok_or_else(|| {
        CliError::usage(
            "nothing to solve; expected a position, a file, or - for stdin\n\
             For more information, try 'batyr solve --help'.",
        )
    })?;
    let written: Vec<&Path> = args.output.iter().map(PathBuf::as_path).collect();
    if let Some(conflict) = conflict::find(&written, &inputs) {
        return Err(CliError::Usage(conflict));
    }
    let mut run = SolveRun::new(&args)?;
    let done = match args.collect {
        Some(count) => run.collect(count as usize),
        None => run.all(inputs),
    };
    match done {
        Ok(()) => run.end(),
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
                .stack_size(STACK)
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

    /// Solves the positions of all inputs. Unreadable inputs are reported before
    /// the long work begins.
    fn all(&mut self, inputs: Vec<BatchInput>) -> Result<(), SolveError> {
        let mut readable = Vec::new();
        for input in inputs {
            match input.items() {
                Ok(items) => {
                    self.progress.expect_items(items);
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
                    self.report_fault(&format!("{}: games, expected positions", input.name));
                }
                Ok(input) => self.input(input)?,
                Err(fault) => self.report_fault(&fault),
            }
        }
        Ok(())
    }

    /// Reports a fault and counts it; the work goes on.
    fn report_fault(&mut self, fault: &str) {
        self.progress
            .suspended(|| eprint_line!("{COMMAND}: {fault}"));
        self.faults += 1;
    }

    fn end(self) -> Result<ExitCode, CliError> {
        if self.interrupt.is_raised() {
            Err(CliError::Interrupted(None))
        } else if self.faults > 0 {
            Ok(ExitCode::FAILURE)
        } else {
            Ok(ExitCode::SUCCESS)
        }
    }

    /// Solves the positions of an input, batch by batch.
    fn input(&mut self, mut input: OpenInput) -> Result<(), SolveError> {
        let threads = self.pool.current_num_threads();
        let batch_size = if threads > 1 { BATCH * threads } else { 1 };
        let (mut line, mut number, mut batch) = (Vec::new(), 0, Vec::new());
        while !self.interrupt.is_raised() {
            number += 1;
            let read = input::read_line(&mut input.text, &mut line);
            let text = if number == 1 {
                input::without_byte_order_mark(&line)
            } else {
                &line
            };
            match read {
                Ok(true) => batch.extend(input::position(text).map(|(before, text)| Item {
                    line: number,
                    before,
                    text: String::from_utf8_lossy(text).into_owned(),
                })),
                Ok(false) => break,
                Err(error) => {
                    self.report_fault(&format!("{}:{number}: {error}", input.name));
                    break;
                }
            }
            if batch.len() >= batch_size {
                self.batch(&input.name, &batch)?;
                batch.clear();
            }
        }
        self.batch(&input.name, &batch)
    }

    /// Solves a batch of positions in parallel and writes the answers.
    fn batch(&mut self, source: &str, batch: &[Item]) -> Result<(), SolveError> {
        let (args, interrupt): (_, &Interrupt) = (self.args, &self.interrupt);
        let stop = || interrupt.is_raised();
        let solved = |item: &Item| solve(args, &item.text, &stop);
        let results: Vec<_> = self.pool.install(|| batch.par_iter().map(solved).collect());
        for (item, result) in batch.iter().zip(results) {
            match result? {
                Ok(solved) => self.write(source, item, &solved)?,
                Err(error) => self.refuse(source, item, &error),
            }
            self.progress.item_done();
        }
        Ok(())
    }

    fn refuse(&mut self, source: &str, item: &Item, error: &PositionError) {
        let column = 1 + item.before + column::of(&item.text, error);
        self.report_fault(&format!("{source}:{}:{column}: {error}", item.line));
    }

    fn write(
        &mut self,
        source: &str,
        item: &Item,
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
