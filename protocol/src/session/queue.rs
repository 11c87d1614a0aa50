//! The queue of commands: what waits for what.
//!
//! One queue, in order, with few exceptions.
//!
//! Commands take effect in the order in which they arrived. While a task runs,
//! most take effect at once; those that need its end (options that
//! [wait](crate::OptionSpec::waits), a new game, `probe`, another `go`) go into
//! a queue, and then every later command follows them into it, with these
//! exceptions:
//!
//! * `quit`, `isready` and the opening word are served at once,
//! * `stop` and `ponderhit` are served at once if no other `go` is queued
//!   before them,
//! * after a queued `wait` there is no exception.
//!
//! A queued `go` stops the running task.
//!
//! In batch mode, input that arrives while a task runs is not even read; it
//! waits in front of this queue, so that a file can be piped in and its answers
//! come in its order. A task that only further input can end holds nothing
//! back.

use std::collections::VecDeque;

use super::{Backend, Flow, Session};
use crate::{command::Command, line::LineError};

/// The memory that a waiting line takes besides its text, in bytes.
const OVERHEAD: usize = 128;

/// Input that waits, and the memory that it takes.
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

    /// Appends an item that was read from `text` bytes of text.
    pub(super) fn push(&mut self, item: T, text: usize) {
        let cost = text.saturating_add(OVERHEAD);
        self.bytes = self.bytes.saturating_add(cost);
        self.items.push_back((item, cost));
    }

    /// Removes and returns the first item, with the number of bytes of its
    /// text.
    fn pop(&mut self) -> Option<(T, usize)> {
        let (item, cost) = self.items.pop_front()?;
        self.bytes = self.bytes.saturating_sub(cost);
        Some((item, cost - OVERHEAD))
    }

    pub(super) const fn bytes(&self) -> usize {
        self.bytes
    }

    fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    fn first(&self) -> Option<&T> {
        self.items.front().map(|(item, _)| item)
    }
}

/// The waiting steps. The barriers among them are counted as steps come and go,
/// so that a new line need not look through the queue: a host may send a large
/// number of lines after one that waits.
#[derive(Debug)]
pub(super) struct StepQueue {
    waiting: WaitingInput<PendingStep>,
    /// The barriers of the steps, in order.
    barriers: VecDeque<Barrier>,
    /// The number of those that are [`Barrier::Wait`].
    waits: usize,
}

impl StepQueue {
    pub(super) const fn new() -> Self {
        Self {
            waiting: WaitingInput::new(),
            barriers: VecDeque::new(),
            waits: 0,
        }
    }

    /// Appends a step that was read from `text` bytes of text.
    fn push(&mut self, step: PendingStep, text: usize) {
        if let Some(barrier) = step.barrier() {
            self.barriers.push_back(barrier);
            self.waits += usize::from(barrier == Barrier::Wait);
        }
        self.waiting.push(step, text);
    }

    fn pop(&mut self) -> Option<PendingStep> {
        let (step, _) = self.waiting.pop()?;
        if let Some(barrier) = step.barrier() {
            self.barriers.pop_front();
            self.waits -= usize::from(barrier == Barrier::Wait);
        }
        Some(step)
    }

    pub(super) const fn bytes(&self) -> usize {
        self.waiting.bytes()
    }

    fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    fn first(&self) -> Option<&PendingStep> {
        self.waiting.first()
    }

    fn first_barrier(&self) -> Option<Barrier> {
        self.barriers.front().copied()
    }

    fn holds(&self, barrier: Barrier) -> bool {
        match barrier {
            Barrier::Wait => self.waits > 0,
            Barrier::Task => self.barriers.len() > self.waits,
        }
    }
}

/// An input that batch mode holds back.
#[derive(Debug)]
pub(super) enum UnreadInput {
    Line(String),
    /// A line that was refused before it could be read.
    Refused(LineError),
}

/// A line that has been parsed and waits to be executed.
#[derive(Debug)]
pub(super) enum PendingStep {
    Run(Command),
    /// A `position` that could not be read.
    BadPosition,
}

/// The kind of a step that later steps must not overtake.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Barrier {
    Task,
    Wait,
}

impl PendingStep {
    const fn barrier(&self) -> Option<Barrier> {
        match self {
            Self::Run(Command::Go(_) | Command::Perft(_) | Command::Bench(_)) => {
                Some(Barrier::Task)
            }
            Self::Run(Command::Wait) => Some(Barrier::Wait),
            _ => None,
        }
    }
}

impl<B: Backend> Session<B> {
    /// Runs a step, which was read from `text` bytes of text, now or puts it
    /// into the queue, and then runs the waiting steps that this allows.
    pub(super) fn submit(&mut self, step: PendingStep, text: usize, out: &mut Vec<String>) -> Flow {
        match self.run_or_queue(step, text, out) {
            Flow::Continue => self.run_queue(out),
            Flow::Exit => Flow::Exit,
        }
    }

    fn run_or_queue(&mut self, step: PendingStep, text: usize, out: &mut Vec<String>) -> Flow {
        let now = if self.queue.is_empty() {
            !self.must_wait(&step)
        } else {
            self.may_overtake(&step)
        };
        if now {
            return self.execute(step, out);
        }
        self.queue.push(step, text);
        Flow::Continue
    }

    /// Returns whether new input waits unread.
    pub(super) fn holds_input(&self) -> bool {
        self.settings.batch && self.task.is_some() && !self.waits_for_host()
    }

    /// Returns whether the step needs the end of the running task.
    fn must_wait(&self, step: &PendingStep) -> bool {
        let (Some(task), PendingStep::Run(command)) = (&self.task, step) else {
            return false;
        };
        match command {
            Command::Go(_) | Command::Perft(_) | Command::Bench(_) | Command::Probe { .. } => true,
            Command::NewGame => self.dialect().properties().new_game_forgets,
            Command::SetOption { name, .. } => {
                self.find_option(name).is_some_and(|spec| spec.waits)
            }
            // A `wait` for a task without end would never end either.
            Command::Wait => task.may_answer(),
            _ => false,
        }
    }

    /// Returns whether the step may run before those that are queued.
    fn may_overtake(&self, step: &PendingStep) -> bool {
        let PendingStep::Run(command) = step else {
            return false;
        };
        match command {
            _ if self.queue.holds(Barrier::Wait) => false,
            Command::Quit | Command::IsReady | Command::Handshake(_) => true,
            _ if self.queue.holds(Barrier::Task) => false,
            Command::Stop | Command::PonderHit { .. } => true,
            Command::Wait => self.task.as_ref().is_some_and(|task| !task.may_answer()),
            _ => false,
        }
    }

    /// Runs all waiting steps that can run, and stops the running task if a
    /// step waits for its end.
    pub(super) fn run_queue(&mut self, out: &mut Vec<String>) -> Flow {
        loop {
            if self.run_waiting(out) == Flow::Exit {
                return Flow::Exit;
            }
            let Some(task) = &self.task else {
                return if self.closing {
                    Flow::Exit
                } else {
                    Flow::Continue
                };
            };
            let go_waits = self.queue.first_barrier() == Some(Barrier::Task);
            let never_ends = self.closing && (self.shutting_down || !task.may_answer());
            if !(go_waits || never_ends) {
                return Flow::Continue;
            }
            self.stop_task(out);
            if self.task.is_some() {
                return Flow::Continue;
            }
        }
    }

    /// Runs all steps that need not wait any longer, the queued ones first.
    fn run_waiting(&mut self, out: &mut Vec<String>) -> Flow {
        loop {
            let first = self.queue.first();
            let ready = first.is_some_and(|step| !self.must_wait(step));
            let flow = if ready && let Some(step) = self.queue.pop() {
                self.execute(step, out)
            } else if !self.holds_input()
                && let Some((unread, _)) = self.unread.pop()
            {
                self.take_unread(&unread, out)
            } else {
                return Flow::Continue;
            };
            if flow == Flow::Exit {
                return Flow::Exit;
            }
        }
    }

    fn take_unread(&mut self, unread: &UnreadInput, out: &mut Vec<String>) -> Flow {
        match unread {
            UnreadInput::Refused(error) => self.error(error, out),
            UnreadInput::Line(line) => {
                if let Some(step) = self.read(line, out) {
                    return self.run_or_queue(step, line.len(), out);
                }
            }
        }
        Flow::Continue
    }
}
