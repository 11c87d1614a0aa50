//! `batyr solve`: proves in how many moves positions are won.
//!
//! **The decision:** positions are solved in batches, on all threads at once,
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

use super::analyse::clash::clash;
use super::analyse::input::{self, Content, Input, Opened};
use super::analyse::output::{Output, WriteError};
use super::analyse::progress::Progress;
use super::column;
use super::interrupt::{INTERRUPTED, Interrupt};
use super::stderr::complain;
use crate::game::PositionError;
use crate::solver::ProofTableError;
use crate::training::WinsError;
use answer::{Answer, answer};

const WHO: &str = "batyr solve";
/// The exit status for bad usage, the same as clap's.
const USAGE: u8 = 2;
/// The number of positions in a batch for each thread, if there are several
/// threads: the last position of a batch keeps the other threads waiting.
const BATCH: usize = 4;
/// The stack of a thread, in bytes: a line is at most twice the greatest number
/// of moves long, and every turn of it keeps two lists.
const STACK: usize = 16 << 20;

/// The reasons why the command can't go on.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error("a record can't be written: {0}")]
    Record(#[from] serde_json::Error),
    #[error("can't start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error(transparent)]
    Table(#[from] ProofTableError),
    #[error(transparent)]
    Wins(#[from] WinsError),
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
struct Work<'a> {
    args: &'a SolveArgs,
    pool: ThreadPool,
    interrupt: Rc<Interrupt>,
    progress: Progress,
    output: Output,
    /// The number of faults reported: inputs and positions that were skipped.
    faults: u64,
}

/// Solves what the command line names and returns the exit status.
pub fn run(args: &SolveArgs) -> ExitCode {
    let inputs = match args.collect {
        Some(_) => Some(Vec::new()),
        None => input::or_stdin(args.inputs.iter().map(|text| input::named(text)).collect()),
    };
    let Some(inputs) = inputs else {
        complain!("{WHO}: nothing to solve; expected a position, a file, or - for stdin");
        complain!("For more information, try 'batyr solve --help'.");
        return ExitCode::from(USAGE);
    };
    let written: Vec<&Path> = args.output.iter().map(PathBuf::as_path).collect();
    if let Some(clash) = clash(&written, &inputs) {
        complain!("{WHO}: {clash}");
        return ExitCode::from(USAGE);
    }
    match work(args, inputs) {
        Ok(status) => status,
        Err(Failure::Write(error)) if error.is_nobody_reading() => ExitCode::SUCCESS,
        Err(error) => {
            complain!("{WHO}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn work(args: &SolveArgs, inputs: Vec<Input>) -> Result<ExitCode, Failure> {
    let mut work = Work {
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
    };
    if let Some(count) = args.collect {
        work.collect(count as usize)?;
        return Ok(work.status());
    }
    // Unreadable inputs are reported before the long work begins.
    let mut readable = Vec::new();
    for input in inputs {
        match input.items() {
            Ok(items) => {
                work.progress.expect(items);
                readable.push(input);
            }
            Err(fault) => work.complain(&fault),
        }
    }
    for input in readable {
        if work.interrupt.is_raised() {
            break;
        }
        match input.open(&work.interrupt) {
            Ok(input) if input.content == Content::Games => {
                work.complain(&format!("{}: games, expected positions", input.name));
            }
            Ok(input) => work.input(input)?,
            Err(fault) => work.complain(&fault),
        }
    }
    Ok(work.status())
}

impl Work<'_> {
    /// Reports a fault and counts it; the work goes on.
    fn complain(&mut self, fault: &str) {
        self.progress.aside(|| complain!("{WHO}: {fault}"));
        self.faults += 1;
    }

    fn status(&self) -> ExitCode {
        if self.interrupt.is_raised() {
            ExitCode::from(INTERRUPTED)
        } else if self.faults > 0 {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        }
    }

    /// Solves the positions of an input, batch by batch.
    fn input(&mut self, mut input: Opened) -> Result<(), Failure> {
        let threads = self.pool.current_num_threads();
        let most = if threads > 1 { BATCH * threads } else { 1 };
        let (mut line, mut number, mut batch) = (Vec::new(), 0, Vec::new());
        while !self.interrupt.is_raised() {
            number += 1;
            let read = input::read_line(&mut input.text, &mut line);
            let text = if number == 1 {
                input::without_mark(&line)
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
                    self.complain(&format!("{}:{number}: {error}", input.name));
                    break;
                }
            }
            if batch.len() >= most {
                self.batch(&input.name, &batch)?;
                batch.clear();
            }
        }
        self.batch(&input.name, &batch)
    }

    /// Solves a batch of positions in parallel and writes the answers.
    fn batch(&mut self, source: &str, batch: &[Item]) -> Result<(), Failure> {
        let (args, interrupt): (_, &Interrupt) = (self.args, &self.interrupt);
        let stop = || interrupt.is_raised();
        let solve = |item: &Item| answer(args, &item.text, &stop);
        let answers: Vec<_> = self.pool.install(|| batch.par_iter().map(solve).collect());
        for (item, answer) in batch.iter().zip(answers) {
            match answer? {
                Ok(answer) => self.write(source, item, &answer)?,
                Err(error) => self.refuse(source, item, &error),
            }
            self.progress.item();
        }
        Ok(())
    }

    fn refuse(&mut self, source: &str, item: &Item, error: &PositionError) {
        let column = 1 + item.before + column::of(&item.text, error);
        self.complain(&format!("{source}:{}:{column}: {error}", item.line));
    }

    fn write(&mut self, source: &str, item: &Item, answer: &Answer) -> Result<(), Failure> {
        let text = if self.args.json {
            answer.json(source, item.line)?
        } else {
            let place = match source {
                input::COMMAND_LINE => String::new(),
                file => format!("{file}:{}: ", item.line),
            };
            format!("{place}{answer}")
        };
        Ok(self.output.write(&(text + "\n"), &self.progress)?)
    }
}
