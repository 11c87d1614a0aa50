//! Writes the results of an analysis to the requested outputs.

use std::path::{Path, PathBuf};

use super::args::AnalyseArgs;
use super::report::{self, GameAnalysisReport, PositionAnalysisReport};
use super::table;
use super::worker::Analysed;
use crate::analysis::game::GameAnalysis;
use crate::analysis::{PositionAnalysis, annotate, graph, page};
use crate::cli::batch::input::Content;
use crate::cli::batch::items::{GameItem, PositionItem};
use crate::cli::batch::output::{Output, cannot_write};
use crate::cli::batch::run::BatchRun;
use crate::cli::error::CliError;
use crate::files::OutputFile;
use crate::util::text::printable_lines;

/// The format of results.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum ResultFormat {
    /// A table for people.
    Table,
    /// One JSON object on each line.
    Json,
    /// CSV rows.
    Csv,
    /// SGN; for games only.
    Sgn,
}

/// Returns the path of a file of a series, numbered from 1: `graph.svg`, `graph-2.svg`, …
fn numbered_path(path: &Path, number: u64) -> PathBuf {
    let (Some(stem), true) = (path.file_stem(), number > 1) else {
        return path.to_owned();
    };
    let mut name = stem.to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// The outputs of a run.
pub struct Results<'a> {
    args: &'a AnalyseArgs,
    /// The HTML page, to which a section is added for each game.
    page: Option<Output>,
    /// Whether the CSV header has been written.
    has_header: bool,
    /// The number of games written.
    games: u64,
}

impl<'a> Results<'a> {
    /// Opens the HTML page, if one was requested.
    pub fn open(args: &'a AnalyseArgs) -> Result<Self, CliError> {
        let mut page = args.html.as_deref().map(Output::file).transpose()?;
        if let Some(page) = &mut page {
            page.write_part(&page::head())?;
        }
        Ok(Self {
            args,
            page,
            has_header: false,
            games: 0,
        })
    }

    /// Writes the result of an item.
    pub fn write(&mut self, run: &mut BatchRun, analysed: Analysed) -> Result<(), CliError> {
        match analysed {
            Analysed::Position(item, analysis) => self.write_position(run, &item, &analysis),
            Analysed::Game(item, analysis) => self.write_game(run, item, &analysis),
        }
    }

    fn write_position(
        &mut self,
        run: &mut BatchRun,
        item: &PositionItem,
        analysis: &PositionAnalysis,
    ) -> Result<(), CliError> {
        let report = PositionAnalysisReport {
            number: item.number,
            source: &item.source,
            line: item.line,
            analysis,
        };
        let text = match self.format(Content::Positions) {
            ResultFormat::Json => report::json(&report)?,
            ResultFormat::Csv => report::position_rows(&report, !self.has_header)?,
            ResultFormat::Table | ResultFormat::Sgn => {
                printable_lines(&table::position(&report, table::width()))
            }
        };
        self.write_text(run, &text)
    }

    /// Writes the analysis of a game to all outputs.
    fn write_game(
        &mut self,
        run: &mut BatchRun,
        item: GameItem,
        analysis: &GameAnalysis,
    ) -> Result<(), CliError> {
        self.games += 1;
        let (number, mut game) = (item.number, item.game);
        let format = self.format(Content::Games);
        if format == ResultFormat::Sgn {
            annotate(&mut game, analysis);
        }
        let report = GameAnalysisReport {
            number,
            source: &item.source,
            tags: game.tags.iter().collect(),
            result: game.result,
            analysis,
        };
        let text = match format {
            ResultFormat::Json => report::json(&report)?,
            ResultFormat::Csv => report::game_rows(&report, !self.has_header)?,
            ResultFormat::Sgn => game.to_string(),
            ResultFormat::Table => printable_lines(&table::game(&report, table::width())),
        };
        self.write_text(run, &text)?;
        if let Some(page) = &mut self.page {
            page.write_part(&page::game(number, &game, analysis))?;
        }
        if let Some(path) = &self.args.svg {
            let path = numbered_path(path, number);
            let written = OutputFile::write_whole(&path, graph::Graph::new(analysis).svg);
            written.map_err(cannot_write(&path))?;
        }
        Ok(())
    }

    fn write_text(&mut self, run: &mut BatchRun, text: &str) -> Result<(), CliError> {
        // A game without turns yields no CSV rows and no header.
        self.has_header |= !text.is_empty();
        run.write(text)
    }

    /// Returns the format of results: the format that an option selects, otherwise
    /// SGN for games written to a file and a table for everything else.
    fn format(&self, content: Content) -> ResultFormat {
        let args = self.args;
        let are_games_in_file = args.output.is_some() && content == Content::Games;
        match (args.json, args.csv, args.sgn || are_games_in_file) {
            (true, ..) => ResultFormat::Json,
            (_, true, _) => ResultFormat::Csv,
            (.., true) => ResultFormat::Sgn,
            _ => ResultFormat::Table,
        }
    }

    /// Completes the page. Without a game, the page is discarded and an existing file kept.
    ///
    /// # Errors
    /// Returns an error if the page can't be completed, or if an output for games was
    /// requested but there were neither games nor faults.
    pub fn finish(self, faults: u64) -> Result<(), CliError> {
        if let Some(mut page) = self.page.filter(|_| self.games > 0) {
            page.write_part(&page::foot())?;
            page.finish()?;
        }
        let options = [
            (self.args.html.is_some(), "--html"),
            (self.args.svg.is_some(), "--svg"),
        ];
        let requested = options.into_iter().find(|(is_given, _)| *is_given);
        match requested.filter(|_| self.games == 0 && faults == 0) {
            Some((_, option)) => Err(CliError::failure(format_args!(
                "no games in the input, so there is nothing to write to {option}"
            ))),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_files_of_a_series_are_numbered() {
        let path = |number| numbered_path(Path::new("a/graph.svg"), number);
        assert_eq!(path(1), Path::new("a/graph.svg"));
        assert_eq!(path(12), Path::new("a/graph-12.svg"));
        assert_eq!(numbered_path(Path::new("graph"), 2), Path::new("graph-2"));
    }
}
