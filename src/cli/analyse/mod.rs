//! `batyr analyse`: scores positions and games.
//!
//! **The decision:** each item is read, analysed and written before the next
//! one is read, so that results appear at once, memory does not grow with the
//! input, and finished results survive however the program ends.

mod args;
pub(super) mod clash;
mod games;
pub(super) mod input;
pub(super) mod output;
mod positions;
pub(super) mod progress;
mod record;
mod stdin;
mod table;

use std::io;
use std::process::ExitCode;
use std::rc::Rc;

pub use args::{AnalyseArgs, threads};

use super::interrupt::{INTERRUPTED, Interrupt};
use super::stderr::complain;
use crate::analysis::{Analyser, AnalysisError};
use games::Extras;
use input::{Content, Input, Opened};
use output::{Format, Output, WriteError};
use progress::Progress;

/// The name of the command, at the start of messages on stderr.
const WHO: &str = "batyr analyse";
/// The exit status for bad usage, the same as clap's.
const USAGE: u8 = 2;

/// The reasons why the analysis can't go on.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error("no games in the input, so there is nothing to write to {0}")]
    NoGames(&'static str),
    #[error("a record can't be written: {0}")]
    Record(#[from] io::Error),
}

/// The state of a run of the command.
struct Work<'a> {
    args: &'a AnalyseArgs,
    analyser: Analyser,
    interrupt: Rc<Interrupt>,
    progress: Progress,
    output: Output,
    /// The number of positions begun.
    positions: u64,
    /// The number of games begun.
    games: u64,
    /// The number of faults reported: inputs and items that were skipped.
    faults: u64,
}

/// Analyses what the command line names and returns the exit status.
pub fn run(args: &AnalyseArgs) -> ExitCode {
    let Some(inputs) = input::inputs(args) else {
        complain!("{WHO}: nothing to analyse; expected a position, a file, or - for stdin");
        complain!("For more information, try 'batyr analyse --help'.");
        return ExitCode::from(USAGE);
    };
    if let Some(clash) = clash::clash(&args.written(), &inputs) {
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

fn work(args: &AnalyseArgs, inputs: Vec<Input>) -> Result<ExitCode, Failure> {
    let output = match &args.output {
        Some(path) => Output::file(path)?,
        None => Output::stdout(),
    };
    let mut work = Work {
        args,
        analyser: Analyser::new(&args.settings())?,
        interrupt: Rc::new(Interrupt::listen()),
        progress: Progress::new(),
        output,
        positions: 0,
        games: 0,
        faults: 0,
    };
    let mut extras = Extras::start(args)?;
    // Unreadable inputs are reported before the long work begins; no more than
    // one file is open at a time.
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
            Ok(input) => work.input(input, &mut extras)?,
            Err(fault) => work.complain(&fault),
        }
    }
    extras.finish(&work)?;
    Ok(work.status())
}

impl Work<'_> {
    /// Reports a fault and counts it; the work goes on.
    fn complain(&mut self, fault: &str) {
        self.progress.aside(|| complain!("{WHO}: {fault}"));
        self.faults += 1;
    }

    fn input(&mut self, input: Opened, extras: &mut Extras) -> Result<(), Failure> {
        match input.content {
            Content::Positions if self.args.sgn => {
                let name = input.name;
                self.complain(&format!("{name}: positions, expected games for --sgn"));
                Ok(())
            }
            Content::Positions => self.positions(input),
            Content::Games => self.games(input, extras),
        }
    }

    fn status(&self) -> ExitCode {
        if self.interrupt.is_raised() {
            let (games, positions) = (self.games, self.positions);
            let text = format!("interrupted in position {positions} and game {games}");
            self.progress.aside(|| complain!("{WHO}: {text}"));
            ExitCode::from(INTERRUPTED)
        } else if self.faults > 0 {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        }
    }

    /// Returns the format of the results: the one asked for, otherwise SGN for
    /// games written to a file and a table for everything else.
    fn format(&self, content: Content) -> Format {
        let is_file = self.args.output.is_some() && content == Content::Games;
        let default = if is_file { Format::Sgn } else { Format::Table };
        Format::wanted(self.args).unwrap_or(default)
    }
}
