//! A run of a subcommand over many items.
//!
//! Several items can be worked on at once (`--jobs`); their results are written in the order
//! of the inputs (`util/in_order.rs`). Only a few items are read ahead, so that results appear
//! soon and memory use does not grow with the input. Each result is written at once, so it survives
//! however the program ends.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use super::conflict::check_conflicts;
use super::input::BatchInput;
use super::items::{Item, Items, Message};
use super::output::Output;
use super::progress::Progress;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::stderr::eprint_line;
use crate::files::game_file::ReadOptions;
use crate::util::in_order::WorkerThreads;

/// The threads that work on the items of a run.
pub const WORKER_THREADS: WorkerThreads = WorkerThreads {
    name: "batyr-job",
    // A search for wins goes at most twice the maximum number of moves deep, and keeps two
    // lists of turns at each ply.
    stack_size: 16 << 20,
};

/// Returns the failure to report when the threads can't be started.
pub fn cannot_start_threads(error: impl Display) -> CliError {
    CliError::failure(format_args!("can't start the threads: {error}"))
}

/// A run of a subcommand.
pub struct BatchRun {
    /// The name of the subcommand.
    command: &'static str,
    /// What ends the run early.
    pub interrupt: Arc<Interrupt>,
    /// The progress bar.
    pub progress: Arc<Progress>,
    /// Where the results go.
    pub output: Output,
    /// The number of faults reported.
    pub faults: u64,
}

impl BatchRun {
    /// Starts a run that reads these inputs and writes its results to `output`, or to stdout;
    /// `written` lists all files that it writes.
    ///
    /// # Errors
    /// Returns an error if a file would be both input and output or have two writers, or if
    /// the output can't be opened.
    pub fn start(
        command: &'static str,
        inputs: &[BatchInput],
        written: &[&Path],
        output: Option<&Path>,
    ) -> Result<Self, CliError> {
        check_conflicts(written, inputs)?;
        Ok(Self {
            command,
            interrupt: Arc::new(Interrupt::listen()),
            progress: Arc::new(Progress::new()),
            output: Output::open(output)?,
            faults: 0,
        })
    }

    /// Returns the items of the inputs. Inputs that can't be read are reported at once; at
    /// most one input is open at a time.
    pub fn items(&mut self, inputs: Vec<BatchInput>, options: ReadOptions) -> Items {
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
        Items::new(readable, options, &self.interrupt)
    }

    /// Runs the workers on the items, and passes their results to `finish` in the order of the
    /// items, until an error occurs. Messages among the items are reported in the same order.
    ///
    /// # Errors
    /// Returns the error of a worker or of `finish`, or an error if the threads can't be started.
    pub fn work<R: Send>(
        &mut self,
        items: &mut Items,
        workers: Vec<impl FnMut(Item) -> Result<R, CliError> + Send>,
        mut finish: impl FnMut(&mut Self, R) -> Result<(), CliError> + Send,
    ) -> Result<(), CliError> {
        let workers = workers.into_iter().enumerate();
        let workers = workers.map(|(number, mut worker)| {
            let progress = Arc::clone(&self.progress);
            move |item: Result<Item, Message>| {
                let is_item = item
                    .as_ref()
                    .map_or_else(|message| message.is_item, |_| true);
                let result = item.map(&mut worker);
                if is_item {
                    progress.finish_item(number);
                }
                result
            }
        });
        let workers: Vec<_> = workers.collect();
        let finish = |run: &mut Self, result: Result<Result<R, _>, Message>| match result {
            Ok(result) => finish(run, result?),
            Err(message) => {
                run.report(&message);
                Ok(())
            }
        };
        self.run_in_order(workers, || items.next(), finish)
    }

    /// Runs the workers on the items that `next` returns, and passes their results to `finish`
    /// in the order of the items, until `finish` fails.
    ///
    /// # Errors
    /// Returns the error of `finish`, or an error if the threads can't be started.
    pub fn run_in_order<T, R: Send>(
        &mut self,
        workers: Vec<impl FnMut(T) -> R + Send>,
        next: impl FnMut() -> Option<T> + Send,
        mut finish: impl FnMut(&mut Self, R) -> Result<(), CliError> + Send,
    ) -> Result<(), CliError> {
        let finish = |result| match finish(self, result) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.interrupt.fail();
                ControlFlow::Break(error)
            }
        };
        let run = WORKER_THREADS.run_in_order(workers, next, finish);
        run.map_err(cannot_start_threads)?.map_or(Ok(()), Err)
    }

    /// Writes a result.
    pub fn write(&mut self, text: &str) -> Result<(), CliError> {
        let output = &mut self.output;
        self.progress.suspend(|| output.write(text))
    }

    /// Reports a fault, which makes the exit status 1.
    pub fn report_fault(&mut self, fault: &str) {
        self.report(&Message::fault(fault.to_owned()));
    }

    fn report(&mut self, message: &Message) {
        let (command, text) = (self.command, &message.text);
        self.progress
            .suspend(|| eprint_line!("batyr {command}: {text}"));
        self.faults += u64::from(message.is_fault);
    }

    /// Ends the run; `done` says how much was done, in case a signal has ended it. If faults or
    /// a signal kept any result from being written, the existing output file is left as it was. Exit status 1 without
    /// an error means that faults were reported.
    ///
    /// # Errors
    /// Returns the error that ended the work, or an error if a signal ended it or if the output
    /// can't be completed.
    pub fn end(
        self,
        result: Result<(), CliError>,
        done: Option<String>,
    ) -> Result<ExitCode, CliError> {
        result?;
        if self.interrupt.is_raised() {
            return Err(CliError::Interrupted(done));
        }
        if self.faults > 0 {
            return Ok(ExitCode::FAILURE);
        }
        self.output.finish()?;
        Ok(ExitCode::SUCCESS)
    }
}
