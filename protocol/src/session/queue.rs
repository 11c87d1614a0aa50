//! The queue of commands, which defines what waits for what.
//!
//! Commands take effect in the order in which they arrived. While a task runs,
//! most take effect at once; those that must wait for its end (options that
//! [wait](crate::OptionSpec::waits), a new game where it clears the engine, `probe`,
//! `wait`, and everything that starts a task) go into a queue. Every later command
//! then follows them into the queue, with these exceptions:
//!
//! * `quit`, `isready` and the handshake command are executed at once.
//! * `stop` and `ponderhit` are executed at once if no new task is queued.
//! * After a queued `wait`, there are no exceptions.
//!
//! A queued `go` stops the running task.
//!
//! In batch mode, input that arrives while a task runs is not even parsed until
//! the task has ended, so that a file can be piped in and is answered in order. A
//! task that is answered only after further input, such as `go infinite`, holds
//! nothing back.

use std::collections::VecDeque;

use super::{Backend, Flow, Session};
use crate::{command::Command, line::LineError};

/// The memory that a waiting line takes in addition to its text, in bytes.
const OVERHEAD: usize = 128;

/// Waiting input, with the memory that it takes.
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
        let cost = length.saturating_add(OVERHEAD);
        self.bytes = self.bytes.saturating_add(cost);
        self.items.push_back((item, cost));
    }

    /// Removes the first item, and returns it with the length of its text in
    /// bytes.
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

/// The waiting steps. The barriers among them are counted as steps come and go, so
/// that the queue is not searched for each new line: many lines may follow a line
/// that waits.
#[derive(Debug)]
pub(super) struct StepQueue {
    waiting: WaitingInput<PendingStep>,
    /// The barriers of the steps, in order.
    barriers: VecDeque<Barrier>,
    /// The number of barriers that are [`Barrier::Wait`].
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

    /// Appends a step that was parsed from `length` bytes of text.
    fn push(&mut self, step: PendingStep, length: usize) {
        if let Some(barrier) = step.barrier() {
            self.barriers.push_back(barrier);
            self.waits += usize::from(barrier == Barrier::Wait);
        }
        self.waiting.push(step, length);
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

    fn contains(&self, barrier: Barrier) -> bool {
        match barrier {
            Barrier::Wait => self.waits > 0,
            Barrier::Task => self.barriers.len() > self.waits,
        }
    }
}

/// Input that batch mode holds back.
#[derive(Debug)]
pub(super) enum UnparsedInput {
    Line(String),
    /// A line that the [`LineSplitter`](crate::LineSplitter) refused.
    Refused(LineError),
}

/// A line that has been parsed and waits to be executed.
#[derive(Debug)]
pub(super) enum PendingStep {
    Run(Command),
    /// A `position` command that could not be parsed.
    BadPosition,
}

/// The kind of a step that most later steps must not overtake.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Barrier {
    /// A command that starts a task.
    Task,
    /// The command `wait`.
    Wait,
}

impl PendingStep {
    /// Returns the kind of barrier that the step is, if it is one.
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
    /// Executes a step or puts it into the queue, and then executes all steps that
    /// can be executed. The step was parsed from `length` bytes of text.
    pub(super) fn submit(
        &mut self,
        step: PendingStep,
        length: usize,
        out: &mut Vec<String>,
    ) -> Flow {
        match self.execute_or_queue(step, length, out) {
            Flow::Continue => self.run_queue(out),
            Flow::Exit => Flow::Exit,
        }
    }

    fn execute_or_queue(
        &mut self,
        step: PendingStep,
        length: usize,
        out: &mut Vec<String>,
    ) -> Flow {
        let executes_now = if self.queue.is_empty() {
            !self.must_wait(&step)
        } else {
            self.may_overtake(&step)
        };
        if executes_now {
            return self.execute(step, out);
        }
        self.queue.push(step, length);
        Flow::Continue
    }

    /// Returns whether batch mode holds new input back.
    pub(super) fn holds_input(&self) -> bool {
        self.settings.batch && self.task.is_some() && !self.waits_for_host()
    }

    /// Returns whether the step must wait for the end of the running task.
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
            // To wait for a task that never ends would block the queue for good.
            Command::Wait => task.may_answer(),
            _ => false,
        }
    }

    /// Returns whether the step may be executed before those in the queue.
    fn may_overtake(&self, step: &PendingStep) -> bool {
        let PendingStep::Run(command) = step else {
            return false;
        };
        match command {
            _ if self.queue.contains(Barrier::Wait) => false,
            Command::Quit | Command::IsReady | Command::Handshake(_) => true,
            _ if self.queue.contains(Barrier::Task) => false,
            Command::Stop | Command::PonderHit { .. } => true,
            Command::Wait => self.task.as_ref().is_some_and(|task| !task.may_answer()),
            _ => false,
        }
    }

    /// Executes all waiting steps that can be executed, and stops the running task
    /// if a new task waits for its end, or if it would outlast the session.
    pub(super) fn run_queue(&mut self, out: &mut Vec<String>) -> Flow {
        loop {
            if self.execute_waiting(out) == Flow::Exit {
                return Flow::Exit;
            }
            let Some(task) = &self.task else {
                return if self.closing {
                    Flow::Exit
                } else {
                    Flow::Continue
                };
            };
            let task_waits = self.queue.first_barrier() == Some(Barrier::Task);
            let outlasts_session = self.closing && (self.shutting_down || !task.may_answer());
            if !(task_waits || outlasts_session) {
                return Flow::Continue;
            }
            self.stop_task(out);
            if self.task.is_some() {
                return Flow::Continue;
            }
        }
    }

    /// Executes all steps that need not wait any longer, the queued ones first.
    fn execute_waiting(&mut self, out: &mut Vec<String>) -> Flow {
        loop {
            let first = self.queue.first();
            let is_ready = first.is_some_and(|step| !self.must_wait(step));
            let flow = if is_ready && let Some(step) = self.queue.pop() {
                self.execute(step, out)
            } else if !self.holds_input()
                && let Some((unparsed, _)) = self.unparsed.pop()
            {
                self.handle_unparsed(&unparsed, out)
            } else {
                return Flow::Continue;
            };
            if flow == Flow::Exit {
                return Flow::Exit;
            }
        }
    }

    fn handle_unparsed(&mut self, unparsed: &UnparsedInput, out: &mut Vec<String>) -> Flow {
        match unparsed {
            UnparsedInput::Refused(error) => self.error(error, out),
            UnparsedInput::Line(line) => {
                if let Some(step) = self.read(line, out) {
                    return self.execute_or_queue(step, line.len(), out);
                }
            }
        }
        Flow::Continue
    }
}
