//! Analyses one task after another with an engine of its own.

use std::sync::Arc;
use std::time::Instant;

use super::args::AnalyseArgs;
use super::tasks::Task;
use crate::analysis::game::{self, GameAnalysis};
use crate::analysis::{Analyser, PositionAnalysis, format};
use crate::cli::batch::items::Warning;
use crate::cli::batch::progress::Progress;
use crate::engine::EngineError;
use crate::files::game_file::FileGame;
use crate::game::GameRecord;

/// The result of a task.
pub enum Analysed {
    /// The analysis of a position.
    Position {
        /// The number of the position among all positions, from 1.
        number: u64,
        /// The name of the input.
        source: Arc<str>,
        /// The line in the input, from 1.
        line: u64,
        /// The result.
        analysis: PositionAnalysis,
    },
    /// The analysis of a game.
    Game {
        /// The number of the game among all games, from 1.
        number: u64,
        /// The name of the input.
        source: Arc<str>,
        /// The game.
        game: Box<FileGame>,
        /// The result.
        analysis: GameAnalysis,
    },
    /// A message about something that can't be read.
    Fault(String),
    /// A message about the next game.
    Warning(Warning),
}

/// A worker, which shows its progress on the bar of the run.
pub struct Worker<'a> {
    /// The number of the worker, from 0.
    pub number: usize,
    /// The engine.
    pub analyser: Analyser,
    /// The command line.
    pub args: &'a AnalyseArgs,
    /// The bar of the run.
    pub progress: &'a Progress,
    /// Returns whether the run is to end.
    pub is_over: &'a (dyn Fn() -> bool + Sync),
}

impl Worker<'_> {
    /// Carries out a task.
    ///
    /// # Errors
    /// Returns an error if a search can't run.
    pub fn analyse(&mut self, task: Task) -> Result<Analysed, EngineError> {
        let analysed = match task {
            Task::UnreadableInput(fault) => return Ok(Analysed::Fault(fault)),
            Task::Warning(warning) => return Ok(Analysed::Warning(warning)),
            Task::InvalidItem(fault) => Analysed::Fault(fault),
            Task::Position { number, line, game } => Analysed::Position {
                number,
                source: line.source,
                line: line.line,
                analysis: self.analyse_position(number, &game)?,
            },
            Task::Game {
                number,
                source,
                game,
            } => Analysed::Game {
                number,
                source,
                analysis: self.analyse_game(number, &game)?,
                game,
            },
        };
        self.progress.finish_item(self.number);
        Ok(analysed)
    }

    fn analyse_position(
        &mut self,
        number: u64,
        game: &GameRecord,
    ) -> Result<PositionAnalysis, EngineError> {
        self.analyser.clear();
        let (progress, worker) = (self.progress, self.number);
        let start = Instant::now();
        // The search calls this every few milliseconds, so it also advances the bar.
        let stop = || {
            if let Some(time) = self.args.movetime {
                let elapsed = u64::try_from(start.elapsed().as_millis());
                progress.set_item_progress(worker, elapsed.unwrap_or(u64::MAX), time);
            }
            (self.is_over)()
        };
        self.analyser.analyse_position(game, &stop, &mut |line| {
            let (depth, nodes) = (line.depth, line.nodes);
            let score = format::score(line.score);
            progress.set_message(format!(
                "position {number}, depth {depth}, {nodes} nodes, {score}"
            ));
        })
    }

    fn analyse_game(
        &mut self,
        number: u64,
        file_game: &FileGame,
    ) -> Result<GameAnalysis, EngineError> {
        let (progress, worker) = (self.progress, self.number);
        let mut show_progress = |done: usize, total: usize| {
            progress.set_item_progress(worker, done as u64, total as u64);
            progress.set_message(format!("game {number}, position {done} of {total}"));
        };
        let (record, stop) = (file_game.record(), self.is_over);
        game::analyse(&mut self.analyser, record, &stop, &mut show_progress)
    }
}
