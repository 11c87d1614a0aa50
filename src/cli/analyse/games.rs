//! The analysis of games.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::format::{ResultFormat, numbered};
use super::report::{self, GameAnalysisReport};
use super::{AnalyseArgs, AnalyseError, AnalyseRun, table};
use crate::analysis::{annotate, game, graph, page};
use crate::cli::batch::input::{Content, OpenInput};
use crate::cli::batch::output::WriteError;
use crate::files::OutputFile;
use crate::files::game_file::{FileGame, GameReader, ReadOptions};

/// The HTML page, which replaces an older file only when it is complete.
pub struct HtmlPage {
    path: PathBuf,
    file: OutputFile,
}

impl HtmlPage {
    /// Creates the page and writes its head, if a page was requested.
    pub fn start(args: &AnalyseArgs) -> Result<Option<Self>, WriteError> {
        let Some(path) = &args.html else {
            return Ok(None);
        };
        let mut page = Self::create(path)?;
        page.write(&page::head())?;
        Ok(Some(page))
    }

    /// Writes the foot of the page and completes the file.
    pub fn finish(mut self) -> Result<(), WriteError> {
        self.write(&page::foot())?;
        self.commit()
    }

    fn create(path: &Path) -> Result<Self, WriteError> {
        match OutputFile::create(path) {
            Ok(file) => Ok(Self {
                path: path.to_owned(),
                file,
            }),
            Err(error) => Err(failed(path, error)),
        }
    }

    fn write(&mut self, text: &str) -> Result<(), WriteError> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| failed(&self.path, error))
    }

    fn commit(self) -> Result<(), WriteError> {
        let Self { path, file } = self;
        file.commit().map_err(|error| failed(&path, error))
    }
}

fn failed(path: &Path, source: std::io::Error) -> WriteError {
    WriteError {
        name: path.display().to_string(),
        source,
    }
}

impl AnalyseRun<'_> {
    /// Analyses every game of an input. Games that can't be read are reported
    /// and skipped.
    pub(super) fn games(
        &mut self,
        input: OpenInput,
        mut page: Option<&mut HtmlPage>,
    ) -> Result<(), AnalyseError> {
        let options = ReadOptions {
            variant: self.args.variant,
            ..ReadOptions::default()
        };
        for game in GameReader::new(input.text, options) {
            if self.interrupt.is_raised() {
                break;
            }
            match game {
                Ok(game) => self.game(&input.name, game, page.as_deref_mut())?,
                Err(error) => self.report_fault(&format!("{}: {error}", input.name)),
            }
            self.progress.item_done();
        }
        Ok(())
    }

    fn game(
        &mut self,
        source: &str,
        mut game: FileGame,
        page: Option<&mut HtmlPage>,
    ) -> Result<(), AnalyseError> {
        self.games += 1;
        let number = self.games;
        let (progress, interrupt) = (&self.progress, &self.interrupt);
        let stop = || interrupt.is_raised();
        let mut show = |done: usize, total: usize| {
            progress.set_part(done as u64, total as u64);
            progress.set_message(format!("game {number}, position {done} of {total}"));
        };
        let analysis = game::analyse(&mut self.analyser, game.record(), &stop, &mut show)?;
        let format = self.format(Content::Games);
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
        // A game without turns has no rows.
        self.has_header |= !text.is_empty();
        self.output.write(&text, &self.progress)?;
        if let Some(page) = page {
            page.write(&page::game(number, &game, &analysis))?;
        }
        if let Some(path) = &self.args.svg {
            let path = numbered(path, number);
            let written = OutputFile::write_whole(&path, graph::graph(&analysis));
            written.map_err(|error| failed(&path, error))?;
        }
        Ok(())
    }
}
