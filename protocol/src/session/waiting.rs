//! Waiting input, with the memory that it takes, and the classes of waiting steps.

use std::collections::{BTreeMap, VecDeque};

use crate::{command::Command, line::LineError};

/// The memory that a waiting line takes in addition to its text, in bytes.
const OVERHEAD: usize = 128;

/// The memory that a move or another word of a parsed command takes in addition to its
/// text, in bytes: its place in the list, and the allocator's smallest block.
const WORD_OVERHEAD: usize = size_of::<String>() + 32;

/// Returns the memory that an item takes that was parsed from `length` bytes of text.
const fn memory(length: usize) -> usize {
    length.saturating_add(OVERHEAD)
}

/// Input that batch mode holds back.
#[derive(Debug)]
pub(super) enum UnparsedInput {
    Line(String),
    /// A line that the [`LineSplitter`](crate::LineSplitter) refused.
    Refused(LineError),
}

/// Waiting input that leaves in the order in which it came.
#[derive(Debug)]
pub(super) struct WaitingInput<T> {
    items: VecDeque<(T, usize)>,
    bytes: usize,
}

impl<T> WaitingInput<T> {
    pub(super) const fn new() -> Self {
        Self {
            items: VecDeque::new(),
            bytes: 0,
        }
    }

    /// Appends an item that was parsed from `length` bytes of text.
    pub(super) fn push(&mut self, item: T, length: usize) {
        self.bytes = self.bytes.saturating_add(memory(length));
        self.items.push_back((item, length));
    }

    /// Removes the first item, and returns it with the length of its text in
    /// bytes.
    pub(super) fn pop(&mut self) -> Option<(T, usize)> {
        let (item, length) = self.items.pop_front()?;
        self.bytes = self.bytes.saturating_sub(memory(length));
        Some((item, length))
    }

    pub(super) const fn bytes(&self) -> usize {
        self.bytes
    }
}

/// A line that has been parsed and waits to be executed.
#[derive(Debug)]
pub(super) enum PendingStep {
    Run(Command),
    /// A `position` command that could not be parsed.
    BadPosition,
}

/// The classes of steps that overtake others or hold some of these back. Most steps have
/// no class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StepClass {
    /// A command that starts a task.
    Task,
    /// The command `wait`.
    Wait,
    /// A command for the running task: `stop` or `ponderhit`.
    Control,
    /// A command that does not concern the task: `quit`, `isready` or a handshake.
    Immediate,
}

impl StepClass {
    /// The number of classes.
    pub(super) const COUNT: usize = 4;
}

impl PendingStep {
    /// Returns the number of words in the lists of the step, each of which is stored by
    /// itself. Every command is listed, so that a new one with a list is not forgotten.
    const fn words(&self) -> usize {
        let Self::Run(command) = self else {
            return 0;
        };
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
            | Command::Perft(_)
            | Command::Stop
            | Command::PonderHit { .. }
            | Command::Quit
            | Command::Show(_)
            | Command::ProtocolVersion
            | Command::State
            | Command::Moves
            | Command::Why(_)
            | Command::GameFile { .. }
            | Command::Annotate(_)
            | Command::Flip
            | Command::Help
            | Command::Wait => 0,
        }
    }

    /// Returns the class of the step, if it has one.
    pub(super) const fn class(&self) -> Option<StepClass> {
        let Self::Run(command) = self else {
            return None;
        };
        match command {
            Command::Go(_) | Command::Perft(_) | Command::Bench(_) | Command::Annotate(_) => {
                Some(StepClass::Task)
            }
            Command::Wait => Some(StepClass::Wait),
            Command::Stop | Command::PonderHit { .. } => Some(StepClass::Control),
            Command::Quit | Command::IsReady | Command::Handshake(_) => Some(StepClass::Immediate),
            _ => None,
        }
    }
}

/// The place of a step in the order of arrival.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct StepNumber(u64);

/// The waiting steps, in the order of their arrival.
///
/// The first step of each class is known, so that the queue is not searched for each new
/// line or event: many lines may follow a line that waits. A step leaves the queue in no
/// more than logarithmic time, from whatever place.
#[derive(Debug)]
pub(super) struct StepQueue {
    /// The steps, with the memory that they take in bytes.
    steps: BTreeMap<StepNumber, (PendingStep, usize)>,
    /// The steps of each class, in order, by the index of the class.
    by_class: [VecDeque<StepNumber>; StepClass::COUNT],
    bytes: usize,
    next_number: u64,
}

impl StepQueue {
    pub(super) const fn new() -> Self {
        Self {
            steps: BTreeMap::new(),
            by_class: [const { VecDeque::new() }; StepClass::COUNT],
            bytes: 0,
            next_number: 0,
        }
    }

    /// Appends a step that was parsed from `length` bytes of text.
    pub(super) fn push(&mut self, step: PendingStep, length: usize) {
        let number = StepNumber(self.next_number);
        self.next_number += 1;
        if let Some(class) = step.class() {
            self.by_class[class as usize].push_back(number);
        }
        let memory = memory(length).saturating_add(step.words() * WORD_OVERHEAD);
        self.bytes = self.bytes.saturating_add(memory);
        self.steps.insert(number, (step, memory));
    }

    /// Removes a step that is the first one of the queue or of its class.
    pub(super) fn take(&mut self, number: StepNumber) -> Option<PendingStep> {
        let (step, memory) = self.steps.remove(&number)?;
        if let Some(class) = step.class() {
            self.by_class[class as usize].pop_front();
        }
        self.bytes = self.bytes.saturating_sub(memory);
        Some(step)
    }

    /// Returns the first step.
    pub(super) fn first(&self) -> Option<(StepNumber, &PendingStep)> {
        let (number, (step, _)) = self.steps.first_key_value()?;
        Some((*number, step))
    }

    /// Returns the number of the first step of a class, unless a step of one of the
    /// classes `barriers` precedes it.
    pub(super) fn first_before(
        &self,
        class: StepClass,
        barriers: &[StepClass],
    ) -> Option<StepNumber> {
        let first_of = |class: StepClass| self.by_class[class as usize].front().copied();
        let mut barriers = barriers.iter().filter_map(|barrier| first_of(*barrier));
        first_of(class).filter(|first| barriers.all(|barrier| *first < barrier))
    }

    pub(super) const fn bytes(&self) -> usize {
        self.bytes
    }
}
