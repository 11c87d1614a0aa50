//! The conversation between a host and an engine.
//!
//! A pure state machine. Lines and events go in, lines come
//! out, and nothing here waits, sleeps or knows the time; so every order of
//! events can be written down as a test. The application around it reads input
//! in one place, hands over what arrives, and prints the lines that it
//! receives.
//!
//! The module `queue` defines what waits for what: commands take effect in the
//! order in which they arrived, and a `go` never waits for a search that could
//! be stopped. A search that must not answer yet (infinite, pondering) holds
//! its `bestmove` back after it has ended. No dialect is named here: where they
//! differ, the session uses the dialect's properties.

mod answer;
mod backend;
mod execute;
mod pv_filter;
mod queue;
mod settings;
mod task;

pub use backend::{Backend, BackendEvent, EngineId, Task, TaskId};

use crate::{command::Command, dialect::Dialect, line::LineError, reply::Reply};
use queue::{PendingStep, StepQueue, UnreadInput, WaitingInput};
use settings::SessionSettings;
use task::RunningTask;

/// The action that the application takes after an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Flow {
    /// Continue the conversation.
    Continue,
    /// Print the remaining lines and end the process.
    Exit,
}

/// One conversation, from the first line to the last.
#[derive(Debug)]
pub struct Session<B> {
    backend: B,
    /// The dialect that the host has picked; `None` before that, when UCI
    /// applies.
    dialect: Option<Dialect>,
    /// Whether no command has been read yet.
    fresh: bool,
    task: Option<RunningTask>,
    /// Not empty only while a task runs.
    queue: StepQueue,
    /// The input that batch mode holds back; not empty only while it does.
    unread: WaitingInput<UnreadInput>,
    settings: SessionSettings,
    next_id: u64,
    /// Whether the last `position` was refused.
    position_refused: bool,
    /// The answer to the next idle `stop`.
    stop_note: Option<&'static str>,
    /// Whether the input has ended.
    closing: bool,
    /// Whether searches are stopped and answered at once instead of being
    /// finished.
    shutting_down: bool,
}

impl<B: Backend> Session<B> {
    /// Creates a session before its first line.
    pub const fn new(backend: B) -> Self {
        Self {
            backend,
            dialect: None,
            fresh: true,
            task: None,
            queue: StepQueue::new(),
            unread: WaitingInput::new(),
            settings: SessionSettings::new(),
            next_id: 0,
            position_refused: false,
            stop_note: None,
            closing: false,
            shutting_down: false,
        }
    }

    /// Creates a session in UCI, whatever its first line.
    pub const fn in_uci(backend: B) -> Self {
        let mut session = Self::new(backend);
        session.fresh = false;
        session.dialect = Some(Dialect::Uci);
        session
    }

    /// Returns a reference to the engine.
    pub const fn backend(&self) -> &B {
        &self.backend
    }

    /// Returns a mutable reference to the engine.
    pub const fn backend_mut(&mut self) -> &mut B {
        &mut self.backend
    }

    /// Returns the dialect of the conversation: UCI until the host has picked
    /// another.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect.unwrap_or_default()
    }

    /// Returns whether a task is running or its answer is being held back.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        self.task.is_some()
    }

    /// Returns the number of the task that is running or held back; no two
    /// tasks share one.
    #[must_use]
    pub fn task_number(&self) -> Option<u64> {
        self.task.as_ref().map(|task| task.id.0)
    }

    /// Returns the memory that the waiting input takes: the bytes of its text
    /// and a fixed overhead for each line.
    #[must_use]
    pub const fn waiting_bytes(&self) -> usize {
        self.queue.bytes().saturating_add(self.unread.bytes())
    }

    /// Returns whether there is a task that only further input from the host
    /// can end or answer.
    #[must_use]
    pub fn waits_for_host(&self) -> bool {
        self.task.as_ref().is_some_and(|task| !task.may_answer())
    }

    /// Handles a line from the host and appends the answers to `out`.
    pub fn line(&mut self, line: &str, out: &mut Vec<String>) -> Flow {
        if self.holds_input() {
            self.unread
                .push(UnreadInput::Line(line.to_owned()), line.len());
            return Flow::Continue;
        }
        match self.read(line, out) {
            Some(step) => self.submit(step, line.len(), out),
            None => Flow::Continue,
        }
    }

    /// Handles a line that was refused before it could be read.
    pub fn bad_line(&mut self, error: LineError, out: &mut Vec<String>) -> Flow {
        if self.holds_input() {
            self.unread.push(UnreadInput::Refused(error), 0);
        } else {
            self.error(error, out);
        }
        Flow::Continue
    }

    /// Handles the end of the input: all requested work is finished and
    /// answered; a search that would not end is stopped and answered.
    pub fn end_of_input(&mut self, out: &mut Vec<String>) -> Flow {
        self.closing = true;
        self.run_queue(out)
    }

    /// Ends the conversation from this side: every requested search is answered
    /// at once.
    pub fn shut_down(&mut self, out: &mut Vec<String>) -> Flow {
        self.closing = true;
        self.shutting_down = true;
        self.run_queue(out)
    }

    /// Parses a line and reports its faults.
    fn read(&mut self, line: &str, out: &mut Vec<String>) -> Option<PendingStep> {
        if self.dialect.is_none() {
            let first = Dialect::detect(line).filter(|_| self.fresh);
            if let Some(dialect) = first.or_else(|| Dialect::detect_by_new_game(line)) {
                self.pick(dialect);
            }
        }
        let parsed = Command::parse(self.dialect(), line);
        for warning in &parsed.warnings {
            self.error(warning, out);
        }
        let bad_position = parsed.is_bad_position();
        self.fresh &= parsed.value.is_none() && !bad_position;
        match parsed.value {
            Some(command) => Some(PendingStep::Run(command)),
            None => bad_position.then_some(PendingStep::BadPosition),
        }
    }

    fn pick(&mut self, dialect: Dialect) {
        self.dialect = Some(dialect);
        self.backend.select_dialect(dialect);
    }

    fn send(&self, reply: &Reply, out: &mut Vec<String>) {
        out.extend(reply.to_line(self.dialect()));
    }

    fn error(&self, fault: impl std::fmt::Display, out: &mut Vec<String>) {
        self.send(&Reply::error(fault), out);
    }
}

/// Prints a text that a console command requested, line by line: unchanged, or
/// as messages where a host would mistake it for answers.
fn show(text: &str, dialect: Dialect, out: &mut Vec<String>) {
    for line in text.lines() {
        let reply = match dialect.properties().plain_console {
            true => Reply::Other(line.to_owned()),
            false => Reply::text(line),
        };
        out.extend(reply.to_line(dialect));
    }
}
