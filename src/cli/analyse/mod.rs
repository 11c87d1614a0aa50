//! `batyr analyse`: scores positions and games.
//!
//! Each item is read, analysed and written before the next one is read, so that
//! results appear as soon as possible, memory use does not grow with the input, and
//! finished results survive however the program ends.

mod args;
mod games;
mod html_page;
mod positions;
mod report;
mod result_format;
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
use crate::analysis::{Analyser, AnalysisError, AnalysisSettings};
use html_page::HtmlPage;
use result_format::ResultFormat;

/// The name of the command, at the start of messages on stderr.
const COMMAND: &str = "batyr analyse";

/// The reason that the analysis can't continue.
#[derive(Debug, thiserror::Error)]
pub enum AnalyseError {
    /// A search can't run.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    /// A result can't be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// An output for games was requested, but there were no games.
    #[error("no games in the input, so there is nothing to write to {0}")]
    NoGames(&'static str),
    /// A result can't be formatted.
    #[error("can't write a record: {0}")]
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
    /// The number of positions analysed so far, with the current one.
    positions: u64,
    /// The number of games analysed so far, with the current one.
    games: u64,
    /// The number of faults reported.
    faults: u64,
}

/// Analyses the inputs that the command line names. Exit status 1 without an
/// error means that inputs or items were reported and skipped.
///
/// # Errors
/// Returns an error if the command line is invalid, if a search can't run, if an
/// output can't be written, or if a signal ends the work.
pub fn run(args: AnalyseArgs) -> Result<ExitCode, CliError> {
    let inputs = args.inputs().ok_or_else(|| {
        CliError::usage(
            "nothing to analyse; expected a position, a file, or - for stdin\n\
             For more information, try 'batyr analyse --help'.",
        )
    })?;
    if let Some(conflict) = conflict::find_conflict(&args.outputs(), &inputs) {
        return Err(CliError::Usage(conflict));
    }
    let settings = args.settings()?;
    let mut run = AnalyseRun::new(&args, &settings)?;
    match run.analyse_all(inputs) {
        Ok(()) => run.finish(),
        Err(AnalyseError::Write(error)) if error.is_closed_pipe() => Ok(ExitCode::SUCCESS),
        Err(error) => Err(error.into()),
    }
}

impl<'a> AnalyseRun<'a> {
    fn new(args: &'a AnalyseArgs, settings: &AnalysisSettings) -> Result<Self, AnalyseError> {
        let output = match &args.output {
            Some(path) => Output::file(path)?,
            None => Output::stdout(),
        };
        Ok(Self {
            args,
            analyser: Analyser::new(settings)?,
            interrupt: Rc::new(Interrupt::listen()),
            progress: Progress::new(),
            output,
            has_header: false,
            positions: 0,
            games: 0,
            faults: 0,
        })
    }

    /// Analyses all inputs. Inputs that can't be read are reported before the first
    /// search; no more than one input is open at a time.
    fn analyse_all(&mut self, inputs: Vec<BatchInput>) -> Result<(), AnalyseError> {
        let html_path = self.args.html.as_deref();
        let mut page = html_path.map(HtmlPage::start).transpose()?;
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
                Ok(input) => self.analyse_input(input, page.as_mut())?,
                Err(fault) => self.report_fault(&fault),
            }
        }
        if let Some(page) = page {
            page.finish()?;
        }
        self.check_game_count()
    }

    /// Reports a fault, after which the exit status will be 1, and counts it.
    fn report_fault(&mut self, fault: &str) {
        self.progress.suspend(|| eprint_line!("{COMMAND}: {fault}"));
        self.faults += 1;
    }

    fn analyse_input(
        &mut self,
        input: OpenInput,
        page: Option<&mut HtmlPage>,
    ) -> Result<(), AnalyseError> {
        match input.content {
            Content::Positions if self.args.sgn => {
                let name = input.name;
                self.report_fault(&format!("{name}: contains positions; --sgn needs games"));
                Ok(())
            }
            Content::Positions => self.analyse_positions(input),
            Content::Games => self.analyse_games(input, page),
        }
    }

    /// Returns an error if an output for games was requested, but the inputs
    /// contained no games.
    fn check_game_count(&self) -> Result<(), AnalyseError> {
        let options = [
            (self.args.html.is_some(), "--html"),
            (self.args.svg.is_some(), "--svg"),
        ];
        let requested = options.into_iter().find(|(is_given, _)| *is_given);
        match requested.filter(|_| self.games == 0 && self.faults == 0) {
            Some((_, option)) => Err(AnalyseError::NoGames(option)),
            None => Ok(()),
        }
    }

    /// Returns the exit status after all inputs.
    fn finish(self) -> Result<ExitCode, CliError> {
        if self.interrupt.is_raised() {
            let (games, positions) = (self.games, self.positions);
            Err(CliError::Interrupted(Some(format!(
                "interrupted; {positions} positions and {games} games begun"
            ))))
        } else if self.faults > 0 {
            Ok(ExitCode::FAILURE)
        } else {
            Ok(ExitCode::SUCCESS)
        }
    }

    /// Returns the format of results: the format that an option selects, otherwise
    /// SGN for games written to a file and a table for everything else.
    fn result_format(&self, content: Content) -> ResultFormat {
        let are_games_in_file = self.args.output.is_some() && content == Content::Games;
        let default = if are_games_in_file {
            ResultFormat::Sgn
        } else {
            ResultFormat::Table
        };
        ResultFormat::from_options(self.args).unwrap_or(default)
    }
}
