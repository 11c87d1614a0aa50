//! `batyr analyse`: scores positions and games.
//!
//! Each item is read, analysed and written before the next
//! one is read, so that results appear as soon as possible, memory does not
//! grow with the input, and finished results survive however the program ends.

mod args;
mod format;
mod games;
mod positions;
mod report;
mod table;

use std::io;
use std::process::ExitCode;
use std::rc::Rc;

pub use args::AnalyseArgs;

use super::batch::conflict;
use super::batch::input::{BatchInput, Content, OpenInput};
use super::batch::output::{Output, WriteError};
use super::batch::progress::Progress;
use super::error::CliError;
use super::interrupt::Interrupt;
use super::stderr::eprint_line;
use crate::analysis::{Analyser, AnalysisError};
use format::ResultFormat;
use games::HtmlPage;

/// The name of the command, at the start of messages on stderr.
const COMMAND: &str = "batyr analyse";

/// The reason why the analysis can't go on.
#[derive(Debug, thiserror::Error)]
pub enum AnalyseError {
    /// A search can't be run.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    /// A result can't be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// An output for games was requested, but there were no games.
    #[error("no games in the input, so there is nothing to write to {0}")]
    NoGames(&'static str),
    /// A result can't be formatted.
    #[error("a record can't be written: {0}")]
    Record(#[from] io::Error),
}

impl From<AnalyseError> for CliError {
    fn from(error: AnalyseError) -> Self {
        Self::failure(error)
    }
}

/// The state of a run of the command.
struct AnalyseRun<'a> {
    args: &'a AnalyseArgs,
    analyser: Analyser,
    interrupt: Rc<Interrupt>,
    progress: Progress,
    output: Output,
    /// Whether the CSV header has been written.
    has_header: bool,
    /// The number of positions begun.
    positions: u64,
    /// The number of games begun.
    games: u64,
    /// The number of faults reported: inputs and items that were skipped.
    faults: u64,
}

/// Analyses the inputs that the command line names. Exit status 1 without an
/// error means that inputs or items were skipped, which has been reported.
///
/// # Errors
/// If the command line is at fault, a search or the output fails, or a signal
/// ends the work.
pub fn run(args: AnalyseArgs) -> Result<ExitCode, CliError> {
    let inputs = args.inputs().ok_or_else(|| {
        CliError::usage(
            "nothing to analyse; expected a position, a file, or - for stdin\n\
             For more information, try 'batyr analyse --help'.",
        )
    })?;
    if let Some(conflict) = conflict::find(&args.outputs(), &inputs) {
        return Err(CliError::Usage(conflict));
    }
    let mut run = AnalyseRun::new(&args)?;
    match run.all(inputs) {
        Ok(()) => run.end(),
        Err(AnalyseError::Write(error)) if error.is_closed_pipe() => Ok(ExitCode::SUCCESS),
        Err(error) => Err(error.into()),
    }
}

impl<'a> AnalyseRun<'a> {
    fn new(args: &'a AnalyseArgs) -> Result<Self, AnalyseError> {
        let output = match &args.output {
            Some(path) => Output::file(path)?,
            None => Output::stdout(),
        };
        Ok(Self {
            args,
            analyser: Analyser::new(&args.settings())?,
            interrupt: Rc::new(Interrupt::listen()),
            progress: Progress::new(),
            output,
            has_header: false,
            positions: 0,
            games: 0,
            faults: 0,
        })
    }

    /// Analyses all inputs. Unreadable inputs are reported before the long work
    /// begins; no more than one file is open at a time.
    fn all(&mut self, inputs: Vec<BatchInput>) -> Result<(), AnalyseError> {
        let mut page = HtmlPage::start(self.args)?;
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
                Ok(input) => self.input(input, page.as_mut())?,
                Err(fault) => self.report_fault(&fault),
            }
        }
        if let Some(page) = page {
            page.finish()?;
        }
        self.check_games()
    }

    /// Reports a fault and counts it; the work goes on.
    fn report_fault(&mut self, fault: &str) {
        self.progress
            .suspended(|| eprint_line!("{COMMAND}: {fault}"));
        self.faults += 1;
    }

    fn input(&mut self, input: OpenInput, page: Option<&mut HtmlPage>) -> Result<(), AnalyseError> {
        match input.content {
            Content::Positions if self.args.sgn => {
                let name = input.name;
                self.report_fault(&format!("{name}: positions, expected games for --sgn"));
                Ok(())
            }
            Content::Positions => self.positions(input),
            Content::Games => self.games(input, page),
        }
    }

    /// Returns an error if an output for games was requested, but the input
    /// held no games.
    fn check_games(&self) -> Result<(), AnalyseError> {
        let options = [
            (self.args.html.is_some(), "--html"),
            (self.args.svg.is_some(), "--svg"),
        ];
        let given = options.into_iter().find(|(is_given, _)| *is_given);
        match given.filter(|_| self.games == 0 && self.faults == 0) {
            Some((_, option)) => Err(AnalyseError::NoGames(option)),
            None => Ok(()),
        }
    }

    fn end(self) -> Result<ExitCode, CliError> {
        if self.interrupt.is_raised() {
            let (games, positions) = (self.games, self.positions);
            Err(CliError::Interrupted(Some(format!(
                "interrupted in position {positions} and game {games}"
            ))))
        } else if self.faults > 0 {
            Ok(ExitCode::FAILURE)
        } else {
            Ok(ExitCode::SUCCESS)
        }
    }

    /// Returns the format of the results: the one that an option selects,
    /// otherwise SGN for games written to a file and a table for everything
    /// else.
    fn format(&self, content: Content) -> ResultFormat {
        let is_file = self.args.output.is_some() && content == Content::Games;
        let default = if is_file {
            ResultFormat::Sgn
        } else {
            ResultFormat::Table
        };
        ResultFormat::of_options(self.args).unwrap_or(default)
    }
}
