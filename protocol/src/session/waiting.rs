//! Waiting lines and commands, with the memory that they take, and the classes of commands.

use std::collections::{BTreeMap, VecDeque};

use crate::{command::Command, line::InputLine};

/// The memory that a waiting line takes in addition to its text, in bytes.
const OVERHEAD: usize = 128;

/// The memory that a move or another word of a parsed command takes in addition to its
/// text, in bytes: its `String`, and the allocator's smallest block.
const WORD_OVERHEAD: usize = size_of::<String>() + 32;

/// Returns the memory, in bytes, that an item of `length` bytes of text takes.
const fn memory(length: usize) -> usize {
    length.saturating_add(OVERHEAD)
}

/// Input that batch mode holds back, in the order in which it arrived.
#[derive(Debug)]
pub(super) struct WaitingLines {
    lines: VecDeque<InputLine>,
    bytes: usize,
}

/// Returns the memory that a line takes, in bytes. A refused line has no text.
fn line_memory(line: &InputLine) -> usize {
    memory(line.as_ref().map_or(0, String::len))
}

impl WaitingLines {
    pub(super) const fn new() -> Self {
        Self {
            lines: VecDeque::new(),
            bytes: 0,
        }
    }

    pub(super) fn push(&mut self, line: InputLine) {
        self.bytes = self.bytes.saturating_add(line_memory(&line));
        self.lines.push_back(line);
    }

    /// Removes and returns the first line.
    pub(super) fn pop(&mut self) -> Option<InputLine> {
        let line = self.lines.pop_front()?;
        self.bytes = self.bytes.saturating_sub(line_memory(&line));
        Some(line)
    }

    pub(super) const fn bytes(&self) -> usize {
        self.bytes
    }
}

/// The classes of commands that overtake others, or that commands of some classes do not
/// overtake. Most commands have no class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CommandClass {
    /// A command that starts a task.
    Task,
    /// The command `wait`.
    Wait,
    /// A command for the running task: `stop` or `ponderhit`.
    Control,
    /// A command that waits only behind a `wait`: `quit`, `isready` or a handshake.
    Immediate,
}

impl CommandClass {
    /// The number of classes.
    pub(super) const COUNT: usize = 4;

    /// Returns the class of a command, if it has one.
    pub(super) const fn of(command: &Command) -> Option<Self> {
        match command {
            Command::Go(_) | Command::Perft(_) | Command::Bench(_) | Command::Annotate(_) => {
                Some(Self::Task)
            }
            Command::Wait => Some(Self::Wait),
            Command::Stop | Command::PonderHit { .. } => Some(Self::Control),
            Command::Quit | Command::IsReady | Command::Handshake(_) => Some(Self::Immediate),
            _ => None,
        }
    }
}

/// Returns the number of words in the lists of a command; each word has its own allocation.
/// The match names every command, so that a new command with a list is not forgotten.
const fn words(command: &Command) -> usize {
    match command {
        Command::Position { moves, .. } | Command::Probe { moves, .. } => moves.len(),
        Command::BanMoves(words) | Command::Bench(words) => words.len(),
        Command::Go(limits) => limits.searchmoves.len() + limits.ignoremoves.len(),
        Command::Handshake(_)
        | Command::Debug(_)
        | Command::IsReady
        | Command::SetOption { .. }
        | Command::Register(_)
        | Command::NewGame
        | Command::BadPosition
        | Command::Perft(_)
        | Command::Stop
        | Command::PonderHit { .. }
        | Command::Quit
        | Command::Show(_)
        | Command::ProtocolVersion
        | Command::State
        | Command::Moves
        | Command::Why(_)
        | Command::Book
        | Command::GameFile { .. }
        | Command::Annotate(_)
        | Command::Flip
        | Command::Help
        | Command::Wait => 0,
    }
}

/// The place of a command in the order of arrival.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CommandNumber(u64);

/// The waiting commands, in the order of their arrival.
///
/// Each class has its own list of command numbers, so a new line or event needs no search
/// through the queue: many commands can wait. Removing a command takes at most logarithmic
/// time, wherever it is in the queue.
#[derive(Debug)]
pub(super) struct CommandQueue {
    /// The commands, with the memory that they take in bytes.
    commands: BTreeMap<CommandNumber, (Command, usize)>,
    /// The numbers of the commands of each class, in ascending order, indexed by class.
    by_class: [VecDeque<CommandNumber>; CommandClass::COUNT],
    bytes: usize,
    next_number: u64,
}

impl CommandQueue {
    pub(super) const fn new() -> Self {
        Self {
            commands: BTreeMap::new(),
            by_class: [const { VecDeque::new() }; CommandClass::COUNT],
            bytes: 0,
            next_number: 0,
        }
    }

    /// Appends a command that was parsed from `length` bytes of text.
    pub(super) fn push(&mut self, command: Command, length: usize) {
        let number = CommandNumber(self.next_number);
        self.next_number += 1;
        if let Some(class) = CommandClass::of(&command) {
            self.by_class[class as usize].push_back(number);
        }
        let memory = memory(length).saturating_add(words(&command) * WORD_OVERHEAD);
        self.bytes = self.bytes.saturating_add(memory);
        self.commands.insert(number, (command, memory));
    }

    /// Removes and returns a command, which must be the first of its class if it has a class.
    pub(super) fn take(&mut self, number: CommandNumber) -> Option<Command> {
        let (command, memory) = self.commands.remove(&number)?;
        if let Some(class) = CommandClass::of(&command) {
            self.by_class[class as usize].pop_front();
        }
        self.bytes = self.bytes.saturating_sub(memory);
        Some(command)
    }

    /// Returns the first command, with its number.
    pub(super) fn first(&self) -> Option<(CommandNumber, &Command)> {
        let (number, (command, _)) = self.commands.first_key_value()?;
        Some((*number, command))
    }

    /// Returns the number of the first command of a class, unless a command of one of the
    /// classes `barriers` precedes it.
    pub(super) fn first_before(
        &self,
        class: CommandClass,
        barriers: &[CommandClass],
    ) -> Option<CommandNumber> {
        let first_of = |class: CommandClass| self.by_class[class as usize].front().copied();
        let mut barriers = barriers.iter().filter_map(|barrier| first_of(*barrier));
        first_of(class).filter(|first| barriers.all(|barrier| *first < barrier))
    }

    pub(super) const fn bytes(&self) -> usize {
        self.bytes
    }
}
