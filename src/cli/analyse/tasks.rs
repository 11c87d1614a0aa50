//! What is to be analysed: the items of the inputs, numbered.

use std::sync::Arc;

use super::args::AnalyseArgs;
use crate::cli::batch::items::{Item, Items, PositionLine, Warning};
use crate::cli::position_text;
use crate::files::game_file::FileGame;
use crate::game::GameRecord;

/// A position or a game to be analysed, or a fault to be reported in its place.
pub enum Task {
    /// A position.
    Position {
        /// Its number among all positions, from 1.
        number: u64,
        /// Where it is from.
        line: PositionLine,
        /// The position, with the turns that led to it.
        game: Box<GameRecord>,
    },
    /// A game.
    Game {
        /// Its number among all games, from 1.
        number: u64,
        /// The name of the input.
        source: Arc<str>,
        /// The game.
        game: Box<FileGame>,
    },
    /// A message about a position or a game that can't be read.
    InvalidItem(String),
    /// A message about the next game.
    Warning(Warning),
    /// A message about an input that can't be read.
    UnreadableInput(String),
}

/// The tasks of a run.
pub struct Tasks<'a> {
    args: &'a AnalyseArgs,
    items: Items,
    /// The number of positions so far.
    pub positions: u64,
    /// The number of games so far.
    pub games: u64,
}

impl<'a> Tasks<'a> {
    /// Creates the tasks of some items.
    pub const fn new(args: &'a AnalyseArgs, items: Items) -> Self {
        Self {
            args,
            items,
            positions: 0,
            games: 0,
        }
    }

    fn position(&mut self, line: PositionLine) -> Task {
        match position_text::read(self.args.variant, &line.text) {
            Ok(game) => {
                self.positions += 1;
                Task::Position {
                    number: self.positions,
                    line,
                    game: Box::new(game),
                }
            }
            Err(error) => {
                let column = 1 + line.before + error.column(&line.text);
                Task::InvalidItem(format!("{}:{}:{column}: {error}", line.source, line.line))
            }
        }
    }
}

impl Iterator for Tasks<'_> {
    type Item = Task;

    fn next(&mut self) -> Option<Task> {
        Some(match self.items.next()? {
            Item::Position(line) => self.position(line),
            Item::Game(source, game) => {
                self.games += 1;
                Task::Game {
                    number: self.games,
                    source,
                    game,
                }
            }
            Item::InvalidGame(fault) => Task::InvalidItem(fault),
            Item::Warning(warning) => Task::Warning(warning),
            Item::UnreadableInput(fault) => Task::UnreadableInput(fault),
        })
    }
}
