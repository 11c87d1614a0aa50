//! Games of a file.

use super::input::{Content, Opened};
use super::output::{Format, Output, numbered};
use super::progress::Progress;
use super::record::{self, GameRecord};
use super::table;
use super::{AnalyseArgs, Failure, Work};
use crate::analysis::{annotate, game, graph, page};
use crate::rules::game_file::{FileGame, GameReader, ReadOptions};

/// What is written of games besides the results.
pub struct Extras {
    page: Option<Output>,
}

impl Extras {
    /// Begins the page, if one is wanted.
    pub(super) fn start(args: &AnalyseArgs, progress: &Progress) -> Result<Self, Failure> {
        let page = match &args.html {
            None => None,
            Some(path) => {
                let mut page = Output::file(path)?;
                page.write(&page::head(), progress)?;
                Some(page)
            }
        };
        Ok(Self { page })
    }

    /// Ends the page.
    pub(super) fn finish(self, work: &Work<'_>) -> Result<(), Failure> {
        if let Some(mut page) = self.page {
            page.write(&page::foot(), &work.progress)?;
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

impl Work<'_> {
    /// Analyses every game of an input. What can't be read is told and left
    /// out.
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
            progress.part(done, of, format!("game {number}, position {done} of {of}"));
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
            page.write(&page::game(number, &game, &analysis), &self.progress)?;
        }
        if let Some(path) = &self.args.svg {
            let mut file = Output::file(&numbered(path, number))?;
            file.write(&graph::graph(&analysis), &self.progress)?;
        }
        Ok(())
    }
}
