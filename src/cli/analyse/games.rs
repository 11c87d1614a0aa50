//! Analyses games.

use super::html_page::HtmlPage;
use super::report::{self, GameAnalysisReport};
use super::result_format::{ResultFormat, numbered_path};
use super::{AnalyseError, AnalyseRun, table};
use crate::analysis::{annotate, game, graph};
use crate::cli::batch::input::{Content, OpenInput};
use crate::cli::batch::output::WriteError;
use crate::files::OutputFile;
use crate::files::game_file::{FileGame, GameReader, ReadOptions};

impl AnalyseRun<'_> {
    /// Analyses every game of an input. Games that can't be read are reported
    /// and skipped.
    pub(super) fn analyse_games(
        &mut self,
        input: OpenInput,
        mut page: Option<&mut HtmlPage>,
    ) -> Result<(), AnalyseError> {
        let options = ReadOptions {
            variant: self.args.variant,
            ..ReadOptions::default()
        };
        for game in GameReader::new(input.reader, options) {
            if self.interrupt.is_raised() {
                break;
            }
            match game {
                Ok(game) => self.analyse_game(&input.name, game, page.as_deref_mut())?,
                Err(error) => self.report_fault(&format!("{}: {error}", input.name)),
            }
            self.progress.finish_item();
        }
        Ok(())
    }

    /// Analyses a game and writes the result to all outputs.
    fn analyse_game(
        &mut self,
        source: &str,
        mut game: FileGame,
        page: Option<&mut HtmlPage>,
    ) -> Result<(), AnalyseError> {
        self.games += 1;
        let number = self.games;
        let (progress, interrupt) = (&self.progress, &self.interrupt);
        let stop = || interrupt.is_raised();
        let mut show_progress = |done: usize, total: usize| {
            progress.set_item_progress(done as u64, total as u64);
            progress.set_message(format!("game {number}, position {done} of {total}"));
        };
        let analysis = game::analyse(&mut self.analyser, game.record(), &stop, &mut show_progress)?;
        let format = self.result_format(Content::Games);
        if format == ResultFormat::Sgn {
            annotate(&mut game, &analysis);
        }
        let report = GameAnalysisReport::new(number, source, &game, &analysis);
        let text = match format {
            ResultFormat::Json => report::json(&report)?,
            ResultFormat::Csv => report::game_rows(&report, !self.has_header)?,
            ResultFormat::Sgn => game.to_string(),
            ResultFormat::Table => table::game(&report, table::width()),
        };
        // A game without turns yields no CSV rows, and then no header either.
        self.has_header |= !text.is_empty();
        self.output.write(&text, &self.progress)?;
        if let Some(page) = page {
            page.write_game(number, &game, &analysis)?;
        }
        if let Some(path) = &self.args.svg {
            let path = numbered_path(path, number);
            let written = OutputFile::write_whole(&path, graph::graph(&analysis));
            written.map_err(|error| WriteError::new(&path, error))?;
        }
        Ok(())
    }
}
