//! The analysis of games.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::input::{Content, Opened};
use super::output::{Format, WriteError, numbered};
use super::record::{self, GameRecord};
use super::{AnalyseArgs, Failure, Work, table};
use crate::analysis::{annotate, game, graph, page};
use crate::files::OutputFile;
use crate::files::game_file::{FileGame, GameReader, ReadOptions};

/// The output about games besides the results: the HTML page.
pub struct Extras {
    page: Option<Page>,
}

impl Extras {
    /// Creates the page and writes its head, if a page was asked for.
    pub(super) fn start(args: &AnalyseArgs) -> Result<Self, Failure> {
        let page = match &args.html {
            None => None,
            Some(path) => {
                let mut page = Page::create(path)?;
                page.write(&page::head())?;
                Some(page)
            }
        };
        Ok(Self { page })
    }

    /// Completes the page. Returns an error if a page or a graph was asked for
    /// but the input held no games.
    pub(super) fn finish(self, work: &Work<'_>) -> Result<(), Failure> {
        if let Some(mut page) = self.page {
            page.write(&page::foot())?;
            page.commit()?;
        }
        let wanted = [
            (work.args.html.is_some(), "--html"),
            (work.args.svg.is_some(), "--svg"),
        ];
        let wanted = wanted.into_iter().find(|(is_wanted, _)| *is_wanted);
        match wanted.filter(|_| work.games == 0 && work.faults == 0) {
            Some((_, option)) => Err(Failure::NoGames(option)),
            None => Ok(()),
        }
    }
}

/// The HTML page, which replaces an older file only when it is complete.
struct Page {
    path: PathBuf,
    file: OutputFile,
}

impl Page {
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

impl Work<'_> {
    /// Analyses every game of an input. Games that can't be read are reported
    /// and skipped.
    pub(super) fn games(&mut self, input: Opened, extras: &mut Extras) -> Result<(), Failure> {
        let options = ReadOptions {
            variant: self.args.variant,
            ..ReadOptions::default()
        };
        for game in GameReader::new(input.text, options) {
            if self.interrupt.is_raised() {
                break;
            }
            match game {
                Ok(game) => self.game(&input.name, game, extras)?,
                Err(error) => self.complain(&format!("{}: {error}", input.name)),
            }
            self.progress.item();
        }
        Ok(())
    }

    fn game(
        &mut self,
        source: &str,
        mut game: FileGame,
        extras: &mut Extras,
    ) -> Result<(), Failure> {
        self.games += 1;
        let number = self.games;
        let (progress, interrupt) = (&self.progress, &self.interrupt);
        let stop = || interrupt.is_raised();
        let mut tell = |done: usize, of: usize| {
            progress.part(done as u64, of as u64);
            progress.tell(format!("game {number}, position {done} of {of}"));
        };
        let analysis = game::analyse(&mut self.analyser, game.record(), &stop, &mut tell)?;
        let format = self.format(Content::Games);
        if format == Format::Sgn {
            annotate(&mut game, &analysis);
        }
        let record = GameRecord::new(number, source, &game, &analysis);
        let text = match format {
            Format::Json => record::json(&record)?,
            Format::Csv => record::game_rows(&record, !self.output.has_header)?,
            Format::Sgn => game.to_string(),
            Format::Table => table::game(&record, table::width()),
        };
        // A game without turns has no rows.
        self.output.has_header |= !text.is_empty();
        self.output.write(&text, &self.progress)?;
        if let Some(page) = &mut extras.page {
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
