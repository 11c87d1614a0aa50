//! A worker, which analyses one item after another with its own engine.

use std::sync::Arc;
use std::time::Instant;

use super::args::AnalyseArgs;
use crate::analysis::game::{self, GameAnalysis};
use crate::analysis::{Analyser, PositionAnalysis, format};
use crate::cli::batch::items::{GameItem, Item, PositionItem};
use crate::cli::batch::progress::Progress;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::engine::EngineError;

/// An item with its analysis.
pub enum Analysed {
    /// A position.
    Position(PositionItem, PositionAnalysis),
    /// A game.
    Game(GameItem, GameAnalysis),
}

/// A worker, which shows its progress on the progress bar of the run.
pub struct Worker<'a> {
    /// The number of the worker, from 0.
    pub number: usize,
    pub analyser: Analyser,
    /// The command line.
    pub args: &'a AnalyseArgs,
    /// The progress bar of the run.
    pub progress: Arc<Progress>,
    /// The signal or failure that ends the run early.
    pub interrupt: Arc<Interrupt>,
}

impl Worker<'_> {
    pub fn analyse(&mut self, item: Item) -> Result<Analysed, CliError> {
        Ok(match item {
            Item::Position(item) => {
                let analysis = self.analyse_position(&item)?;
                Analysed::Position(item, analysis)
            }
            Item::Game(item) => {
                let analysis = self.analyse_game(&item)?;
                Analysed::Game(item, analysis)
            }
        })
    }

    fn analyse_position(&mut self, item: &PositionItem) -> Result<PositionAnalysis, EngineError> {
        self.analyser.clear();
        let (progress, worker, number) = (&self.progress, self.number, item.number);
        let start = Instant::now();
        // The search calls this every few milliseconds, so it also advances the bar.
        let stop = || {
            if let Some(time) = self.args.movetime {
                let elapsed = u64::try_from(start.elapsed().as_millis());
                progress.set_item_progress(worker, elapsed.unwrap_or(u64::MAX), time);
            }
            self.interrupt.is_over()
        };
        let analyser = &mut self.analyser;
        analyser.analyse_position(&item.game, &stop, &mut |line| {
            let (depth, nodes) = (line.depth, line.nodes);
            let score = format::score(line.score);
            progress.set_message(format!(
                "position {number}, depth {depth}, {nodes} nodes, {score}"
            ));
        })
    }

    fn analyse_game(&mut self, item: &GameItem) -> Result<GameAnalysis, EngineError> {
        let (progress, worker, number) = (&self.progress, self.number, item.number);
        let mut show_progress = |done: usize, total: usize| {
            progress.set_item_progress(worker, done as u64, total as u64);
            progress.set_message(format!("game {number}, position {done} of {total}"));
        };
        let (record, stop) = (item.game.record(), || self.interrupt.is_over());
        game::analyse(&mut self.analyser, record, &stop, &mut show_progress)
    }
}
