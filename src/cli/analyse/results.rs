//! Writes the results of a run to its outputs.

use super::args::AnalyseArgs;
use super::error::AnalyseError;
use super::html_page::HtmlPage;
use super::report::{self, GameAnalysisReport, PositionReport};
use super::result_format::{ResultFormat, numbered_path};
use super::table;
use super::worker::Analysed;
use crate::analysis::game::GameAnalysis;
use crate::analysis::{PositionAnalysis, annotate, graph};
use crate::cli::batch::input::Content;
use crate::cli::batch::items::Warning;
use crate::cli::batch::output::{Output, WriteError};
use crate::cli::batch::progress::Progress;
use crate::cli::stderr::eprint_line;
use crate::files::OutputFile;
use crate::files::game_file::FileGame;
use crate::util::text::printable_lines;

/// The name of the command, at the start of messages on stderr.
const COMMAND: &str = "batyr analyse";

/// The outputs of a run.
pub struct Results<'a> {
    args: &'a AnalyseArgs,
    progress: &'a Progress,
    output: Output,
    page: Option<HtmlPage>,
    /// Whether the CSV header has been written.
    has_header: bool,
    /// The number of games written.
    games: u64,
    /// The number of faults reported.
    pub faults: u64,
}

impl<'a> Results<'a> {
    /// Opens the outputs.
    ///
    /// # Errors
    /// Returns an error if one of them can't be opened.
    pub fn open(args: &'a AnalyseArgs, progress: &'a Progress) -> Result<Self, WriteError> {
        Ok(Self {
            args,
            progress,
            output: Output::open(args.output.as_deref())?,
            page: args.html.as_deref().map(HtmlPage::start).transpose()?,
            has_header: false,
            games: 0,
            faults: 0,
        })
    }

    /// Reports a fault, after which the exit status will be 1, and counts it.
    pub fn report_fault(&mut self, fault: &str) {
        self.progress.suspend(|| eprint_line!("{COMMAND}: {fault}"));
        self.faults += 1;
    }

    /// Writes the result of a task.
    ///
    /// # Errors
    /// Returns an error if it can't be written.
    pub fn write(&mut self, analysed: Analysed) -> Result<(), AnalyseError> {
        match analysed {
            Analysed::Warning(Warning { message, is_loss }) => {
                self.progress
                    .suspend(|| eprint_line!("{COMMAND}: {message}"));
                self.faults += u64::from(is_loss);
                Ok(())
            }
            Analysed::Fault(fault) => {
                self.report_fault(&fault);
                Ok(())
            }
            Analysed::Position {
                number,
                source,
                line,
                analysis,
            } => self.write_position(number, &source, line, &analysis),
            Analysed::Game {
                number,
                source,
                game,
                analysis,
            } => self.write_game(number, &source, *game, &analysis),
        }
    }

    fn write_position(
        &mut self,
        number: u64,
        source: &str,
        line: u64,
        analysis: &PositionAnalysis,
    ) -> Result<(), AnalyseError> {
        let report = PositionReport {
            number,
            source,
            line,
            analysis,
        };
        let text = match self.format(Content::Positions) {
            ResultFormat::Json => report::json(&report)?,
            ResultFormat::Csv => report::position_rows(&report, !self.has_header)?,
            ResultFormat::Table | ResultFormat::Sgn => {
                printable_lines(&table::position(&report, table::width()))
            }
        };
        self.write_text(&text)
    }

    /// Writes the analysis of a game to all outputs.
    fn write_game(
        &mut self,
        number: u64,
        source: &str,
        mut game: FileGame,
        analysis: &GameAnalysis,
    ) -> Result<(), AnalyseError> {
        self.games += 1;
        let format = self.format(Content::Games);
        if format == ResultFormat::Sgn {
            annotate(&mut game, analysis);
        }
        let report = GameAnalysisReport::new(number, source, &game, analysis);
        let text = match format {
            ResultFormat::Json => report::json(&report)?,
            ResultFormat::Csv => report::game_rows(&report, !self.has_header)?,
            ResultFormat::Sgn => game.to_string(),
            ResultFormat::Table => printable_lines(&table::game(&report, table::width())),
        };
        self.write_text(&text)?;
        if let Some(page) = &mut self.page {
            page.write_game(number, &game, analysis)?;
        }
        if let Some(path) = &self.args.svg {
            let path = numbered_path(path, number);
            let written = OutputFile::write_whole(&path, graph::graph(analysis));
            written.map_err(|error| WriteError::new(&path, error))?;
        }
        Ok(())
    }

    fn write_text(&mut self, text: &str) -> Result<(), AnalyseError> {
        // A game without turns yields no CSV rows, and then no header either.
        self.has_header |= !text.is_empty();
        let output = &mut self.output;
        Ok(self.progress.suspend(|| output.write(text))?)
    }

    /// Returns the format of results: the format that an option selects, otherwise
    /// SGN for games written to a file and a table for everything else.
    fn format(&self, content: Content) -> ResultFormat {
        let are_games_in_file = self.args.output.is_some() && content == Content::Games;
        let default = if are_games_in_file {
            ResultFormat::Sgn
        } else {
            ResultFormat::Table
        };
        ResultFormat::from_options(self.args).unwrap_or(default)
    }

    /// Completes the outputs, and returns the number of faults. Without a game the page is
    /// not written, and an earlier one stays; so does an earlier file of results if there
    /// is none because of faults or because the work was not done to its end.
    ///
    /// # Errors
    /// Returns an error if the page can't be completed, or if an output for games was
    /// requested but there were neither games nor faults.
    pub fn finish(self, is_complete: bool) -> Result<u64, AnalyseError> {
        if let Some(page) = self.page.filter(|_| self.games > 0) {
            page.finish()?;
        }
        let options = [
            (self.args.html.is_some(), "--html"),
            (self.args.svg.is_some(), "--svg"),
        ];
        let requested = options.into_iter().find(|(is_given, _)| *is_given);
        match requested.filter(|_| self.games == 0 && self.faults == 0) {
            Some((_, option)) => return Err(AnalyseError::NoGames(option)),
            None if is_complete && self.faults == 0 => self.output.finish()?,
            None => {}
        }
        Ok(self.faults)
    }
}
