//! The items of the inputs of a subcommand: positions and games, read one at a time.

use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::Arc;

use super::input::{self, BatchInput, Content};
use crate::cli::interrupt::Interrupt;
use crate::cli::position_text;
use crate::files::game_file::{
    FileGame, GameReader, GameWithFaults, ReadOptions, without_byte_order_mark,
};
use crate::game::{GameRecord, Variant};

/// An item of an input.
pub enum Item {
    /// A position.
    Position(PositionItem),
    /// A game.
    Game(GameItem),
}

pub struct PositionItem {
    /// The number of the position among the valid positions of all inputs, from 1.
    pub number: u64,
    /// The name of the input in messages.
    pub source: Arc<str>,
    /// The line in the input, from 1.
    pub line: u64,
    /// The position, with the turns that led to it.
    pub game: GameRecord,
}

pub struct GameItem {
    /// The number of the game among the readable games of all inputs, from 1.
    pub number: u64,
    /// The name of the input in messages.
    pub source: Arc<str>,
    pub game: Box<FileGame>,
}

/// A message to the user about an input or an item.
pub struct Message {
    pub text: String,
    /// Whether something is lost, which makes the exit status 1.
    pub is_fault: bool,
    /// Whether the message takes the place of an item.
    pub is_item: bool,
}

impl Message {
    /// Creates a message about an input that can't be opened or can't be read to its end.
    pub fn fault(text: String) -> Self {
        Self {
            text,
            is_fault: true,
            is_item: false,
        }
    }

    /// Creates a message about a position or a game that can't be read.
    fn invalid_item(text: String) -> Self {
        Self {
            is_item: true,
            ..Self::fault(text)
        }
    }
}

/// The items of all inputs. An input is opened when the previous one has ended, and no
/// more items are read after a signal or a failure.
pub struct Items {
    inputs: VecDeque<BatchInput>,
    current: Option<CurrentInput>,
    /// What to return before the next item of the current input is read.
    pending: VecDeque<Result<Item, Message>>,
    interrupt: Arc<Interrupt>,
    options: ReadOptions,
    /// The kind of input that the subcommand can't use, and the message about such an input.
    refused: Option<(Content, &'static str)>,
    /// The number of positions so far.
    pub positions: u64,
    /// The number of games so far.
    pub games: u64,
}

/// The input that is being read.
enum CurrentInput {
    Positions(PositionReader),
    Games(Arc<str>, Box<GameReader<Box<dyn BufRead + Send>>>),
}

impl Items {
    /// Creates the items of these inputs. Of the options, only the variant applies to
    /// positions.
    pub fn new(inputs: Vec<BatchInput>, options: ReadOptions, interrupt: &Arc<Interrupt>) -> Self {
        Self {
            inputs: inputs.into(),
            current: None,
            pending: VecDeque::new(),
            interrupt: Arc::clone(interrupt),
            options,
            refused: None,
            positions: 0,
            games: 0,
        }
    }

    /// Refuses inputs of this kind with the message.
    pub const fn refuse(&mut self, content: Content, message: &'static str) {
        self.refused = Some((content, message));
    }

    /// Opens an input; returns a message if the input can't be used.
    fn open(&self, input: &BatchInput) -> Result<CurrentInput, String> {
        let (content, reader) = input.open(&self.interrupt)?;
        let name = input.name();
        match self.refused {
            Some((refused, message)) if refused == content => Err(format!("{name}: {message}")),
            _ => Ok(match content {
                Content::Positions => CurrentInput::Positions(PositionReader {
                    source: name.into(),
                    variant: self.options.variant,
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
    type Item = Result<Item, Message>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.interrupt.is_over() {
            if let Some(item) = self.pending.pop_front() {
                return Some(item);
            }
            let Some(current) = &mut self.current else {
                let input = self.inputs.pop_front()?;
                match self.open(&input) {
                    Ok(input) => self.current = Some(input),
                    Err(fault) => return Some(Err(Message::fault(fault))),
                }
                continue;
            };
            let item = match current {
                CurrentInput::Positions(positions) => {
                    let position = positions.next(self.positions + 1, &self.interrupt);
                    self.positions += u64::from(matches!(position, Some(Ok(_))));
                    position.map(|position| position.map(Item::Position))
                }
                CurrentInput::Games(source, games) => games.next().and_then(|game| match game {
                    Ok(read) => {
                        self.games += 1;
                        self.pending = with_warnings(self.games, source, read);
                        self.pending.pop_front()
                    }
                    Err(error) => Some(Err(Message::invalid_item(format!("{source}: {error}")))),
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

/// Returns the warnings about a game's faults, followed by the game.
fn with_warnings(
    number: u64,
    source: &Arc<str>,
    GameWithFaults { game, faults }: GameWithFaults,
) -> VecDeque<Result<Item, Message>> {
    let warnings = faults.iter().map(|error| {
        Err(Message {
            text: format!("{source}: {}", error.as_warning()),
            is_fault: !error.fault.is_harmless(),
            is_item: false,
        })
    });
    let game = Item::Game(GameItem {
        number,
        source: Arc::clone(source),
        game: Box::new(game),
    });
    warnings.chain([Ok(game)]).collect()
}

/// A reader of an input with a position on each line.
struct PositionReader {
    source: Arc<str>,
    variant: Option<Variant>,
    reader: Box<dyn BufRead + Send>,
    line: Vec<u8>,
    /// The number of the current line, from 1.
    number: u64,
    has_failed: bool,
}

impl PositionReader {
    /// Returns the next position, which gets this number, or `None` at the end of the input,
    /// after a read error, or if the work must end.
    fn next(
        &mut self,
        number: u64,
        interrupt: &Interrupt,
    ) -> Option<Result<PositionItem, Message>> {
        while !self.has_failed && !interrupt.is_over() {
            self.number += 1;
            match input::read_line(&mut self.reader, &mut self.line) {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    self.has_failed = true;
                    let place = format!("{}:{}", self.source, self.number);
                    return Some(Err(Message::fault(format!("{place}: {error}"))));
                }
            }
            let line = match self.number {
                1 => without_byte_order_mark(&self.line),
                _ => &self.line,
            };
            if let Some((before, text)) = input::position_in_line(line) {
                return Some(self.position(number, before, &String::from_utf8_lossy(text)));
            }
        }
        None
    }

    /// Reads the position that `text` describes; `before` is the number of bytes before the
    /// text in its line.
    fn position(&self, number: u64, before: usize, text: &str) -> Result<PositionItem, Message> {
        let (source, line) = (&self.source, self.number);
        match position_text::read(self.variant, text) {
            Ok(game) => Ok(PositionItem {
                number,
                source: Arc::clone(source),
                line,
                game,
            }),
            Err(error) => {
                let column = 1 + before + error.column(text);
                let text = format!("{source}:{line}:{column}: {error}");
                Err(Message::invalid_item(text))
            }
        }
    }
}
