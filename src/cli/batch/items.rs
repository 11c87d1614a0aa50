//! The items of the inputs of a subcommand: positions and games, read one at a time.

use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::Arc;

use super::input::{self, BatchInput, Content, OpenInput};
use super::progress::Progress;
use crate::cli::interrupt::Interrupt;
use crate::files::game_file::{
    FileGame, GameReader, ReadGame, ReadOptions, without_byte_order_mark,
};

/// An item of an input, or the fault that was found in its place.
pub enum Item {
    /// A line with a position.
    Position(PositionLine),
    /// A game, with the name of its input.
    Game(Arc<str>, Box<FileGame>),
    /// A message about a game that can't be read.
    InvalidGame(String),
    /// A message about the next game.
    Warning(Warning),
    /// A message about an input that can't be read, or not any further.
    UnreadableInput(String),
}

/// A message about a fault in spite of which a game was read.
pub struct Warning {
    /// The message.
    pub message: String,
    /// Whether a part of the game was left out.
    pub is_loss: bool,
}

/// A line of an input that should contain a position.
pub struct PositionLine {
    /// The name of the input in messages.
    pub source: Arc<str>,
    /// The number of the line, from 1.
    pub line: u64,
    /// The number of bytes before the position in the line.
    pub before: usize,
    /// The position as text.
    pub text: String,
}

/// The items of all inputs. An input is opened when the previous one has ended, and no
/// more items are read after a signal or a failure.
pub struct Items {
    inputs: VecDeque<BatchInput>,
    current: Option<CurrentInput>,
    /// The items that come before those of the current input.
    pending: VecDeque<Item>,
    interrupt: Arc<Interrupt>,
    options: ReadOptions,
    /// The inputs that a subcommand can't use, and what it says of them.
    refused: Option<(Content, &'static str)>,
}

/// The input that is being read.
enum CurrentInput {
    Positions(PositionReader),
    Games(Arc<str>, Box<GameReader<Box<dyn BufRead + Send>>>),
}

impl Items {
    /// Creates the items of these inputs; `options` are for games. Checks that each input
    /// can be read, and passes a message about each other one to `report_fault`. Adds the
    /// number of items to the progress bar.
    pub fn new(
        inputs: Vec<BatchInput>,
        options: ReadOptions,
        interrupt: &Arc<Interrupt>,
        progress: &Progress,
        mut report_fault: impl FnMut(&str),
    ) -> Self {
        let mut readable = VecDeque::new();
        for input in inputs {
            match input.count_items() {
                Ok(count) => {
                    progress.expect_items(count);
                    readable.push_back(input);
                }
                Err(fault) => report_fault(&fault),
            }
        }
        Self {
            inputs: readable,
            current: None,
            pending: VecDeque::new(),
            interrupt: Arc::clone(interrupt),
            options,
            refused: None,
        }
    }

    /// Refuses inputs of this kind: each is one [`Item::UnreadableInput`] with the message.
    pub const fn refuse(&mut self, content: Content, message: &'static str) {
        self.refused = Some((content, message));
    }

    /// Opens the next input; returns a message if it can't be used.
    fn open(&self, input: BatchInput) -> Result<CurrentInput, String> {
        let OpenInput {
            name,
            content,
            reader,
        } = input.open(&self.interrupt)?;
        match self.refused {
            Some((refused, message)) if refused == content => Err(format!("{name}: {message}")),
            _ => Ok(match content {
                Content::Positions => CurrentInput::Positions(PositionReader {
                    source: name.into(),
                    reader,
                    line: Vec::new(),
                    number: 0,
                    has_failed: false,
                }),
                Content::Games => {
                    let games = GameReader::new(reader, self.options);
                    CurrentInput::Games(name.into(), Box::new(games))
                }
            }),
        }
    }
}

impl Iterator for Items {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        while !self.interrupt.is_over() {
            if let Some(item) = self.pending.pop_front() {
                return Some(item);
            }
            let Some(current) = &mut self.current else {
                let input = self.inputs.pop_front()?;
                match self.open(input) {
                    Ok(input) => self.current = Some(input),
                    Err(fault) => return Some(Item::UnreadableInput(fault)),
                }
                continue;
            };
            let item = match current {
                CurrentInput::Positions(lines) => lines.next(&self.interrupt),
                CurrentInput::Games(name, games) => games.next().and_then(|game| match game {
                    Ok(read) => {
                        self.pending = with_warnings(name, read);
                        self.pending.pop_front()
                    }
                    Err(error) => Some(Item::InvalidGame(format!("{name}: {error}"))),
                }),
            };
            match item {
                Some(item) => return Some(item),
                None => self.current = None,
            }
        }
        None
    }
}

/// Returns a game after the warnings about its faults.
fn with_warnings(source: &Arc<str>, ReadGame { game, faults }: ReadGame) -> VecDeque<Item> {
    let warnings = faults.iter().map(|error| {
        Item::Warning(Warning {
            message: format!("{source}: {}", error.as_warning()),
            is_loss: !error.fault.is_harmless(),
        })
    });
    let game = Item::Game(Arc::clone(source), Box::new(game));
    warnings.chain([game]).collect()
}

/// A reader of an input with a position on each line.
struct PositionReader {
    source: Arc<str>,
    reader: Box<dyn BufRead + Send>,
    /// The current line.
    line: Vec<u8>,
    /// The number of the current line, from 1.
    number: u64,
    has_failed: bool,
}

impl PositionReader {
    /// Returns the next position, or `None` at the end of the input or of the work.
    fn next(&mut self, interrupt: &Interrupt) -> Option<Item> {
        while !self.has_failed && !interrupt.is_over() {
            self.number += 1;
            match input::read_line(&mut self.reader, &mut self.line) {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    self.has_failed = true;
                    let place = format!("{}:{}", self.source, self.number);
                    return Some(Item::UnreadableInput(format!("{place}: {error}")));
                }
            }
            let line = match self.number {
                1 => without_byte_order_mark(&self.line),
                _ => &self.line,
            };
            if let Some((before, text)) = input::position_in_line(line) {
                return Some(Item::Position(PositionLine {
                    source: Arc::clone(&self.source),
                    line: self.number,
                    before,
                    text: String::from_utf8_lossy(text).into_owned(),
                }));
            }
        }
        None
    }
}
