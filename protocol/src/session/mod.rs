//! The conversation between a host and an engine.
//!
//! A session is a pure state machine. Lines and events go in, lines come out, and
//! nothing here waits, sleeps or reads a clock, so every order of events can be
//! tested. The application reads input in one place, passes on what arrives, and
//! prints the lines that it gets.
//!
//! The module `queue` defines what waits for what: commands take effect in the
//! order in which they arrived, and a queued `go` stops the running search. The
//! `bestmove` of an infinite or pondering search is held back even if the search
//! has ended. No dialect is named here: where dialects differ, the session checks
//! a property of the dialect.

mod answer;
mod backend;
mod execute;
mod pv_filter;
mod queue;
mod settings;
mod task;
mod waiting;

pub use backend::{Backend, BackendEvent, EngineId, Task, TaskId};

use crate::{command::Command, dialect::Dialect, line::LineError, reply::Reply};
use task::RunningTask;
use waiting::{CommandQueue, WaitingLines};

/// What the application must do next.
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
    /// The dialect that the host has picked; `None` before that, while UCI
    /// applies.
    dialect: Option<Dialect>,
    /// Whether the host may pick the dialect.
    offers_dialects: bool,
    /// Whether no command has been parsed yet.
    is_fresh: bool,
    task: Option<RunningTask>,
    /// The commands that wait; non-empty only while a task runs.
    queue: CommandQueue,
    /// The input that batch mode holds back.
    unparsed: WaitingLines,
    /// Whether batch mode is on: input waits while a task that ends by itself runs.
    is_batch: bool,
    /// Whether clocks count milliseconds, even in a dialect that counts seconds.
    clocks_count_milliseconds: bool,
    next_id: u64,
    /// Whether the last `position` was refused.
    position_refused: bool,
    /// The message that answers the next `stop` if no search is running.
    stop_note: Option<&'static str>,
    /// Whether the session ends once all work is done: the input has ended, or the
    /// engine is shutting down.
    closing: bool,
    /// Whether searches are stopped and answered at once instead of being allowed
    /// to finish.
    shutting_down: bool,
}

impl<B: Backend> Session<B> {
    /// Creates a session that has read nothing yet.
    pub const fn new(backend: B) -> Self {
        Self {
            backend,
            dialect: None,
            offers_dialects: true,
            is_fresh: true,
            task: None,
            queue: CommandQueue::new(),
            unparsed: WaitingLines::new(),
            is_batch: false,
            clocks_count_milliseconds: false,
            next_id: 0,
            position_refused: false,
            stop_note: None,
            closing: false,
            shutting_down: false,
        }
    }

    /// Creates a session that uses UCI, regardless of its first line, for the commands on a command
    /// line.
    pub const fn in_uci(backend: B) -> Self {
        let mut session = Self::new(backend);
        session.offers_dialects = false;
        session.is_fresh = false;
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

    /// Returns the dialect of the conversation: UCI until the host has picked one.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect.unwrap_or_default()
    }

    /// Returns whether a task is running or its answer is being held back.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        self.task.is_some()
    }

    /// Returns the unique number of the task that is running or whose answer is
    /// being held back; `None` if there is no such task.
    #[must_use]
    pub fn task_number(&self) -> Option<u64> {
        self.task.as_ref().map(|task| task.id.0)
    }

    /// Returns the memory that waiting input takes, in bytes: its text, plus a fixed
    /// overhead for each line and for each move or word of `bench` in a parsed line.
    #[must_use]
    pub const fn waiting_bytes(&self) -> usize {
        self.queue.bytes().saturating_add(self.unparsed.bytes())
    }

    /// Returns whether a task can be answered only after further input from the host.
    #[must_use]
    pub fn waits_for_host(&self) -> bool {
        self.task.as_ref().is_some_and(|task| !task.may_answer())
    }

    /// Handles a line from the host, and appends the replies to `out`.
    pub fn line(&mut self, line: &str, out: &mut Vec<String>) -> Flow {
        if self.holds_input() {
            self.unparsed.push(Ok(line.to_owned()));
            return Flow::Continue;
        }
        match self.read(line, out) {
            Some(command) => {
                self.queue.push(command, line.len());
                self.run_queue(out)
            }
            None => Flow::Continue,
        }
    }

    /// Handles a line that the [`LineSplitter`](crate::LineSplitter) refused.
    pub fn bad_line(&mut self, error: LineError, out: &mut Vec<String>) -> Flow {
        if self.holds_input() {
            self.unparsed.push(Err(error));
        } else {
            self.error(error, out);
        }
        Flow::Continue
    }

    /// Handles the end of the input: all requested work is finished and answered.
    /// A search that would not end by itself is stopped.
    pub fn end_of_input(&mut self, out: &mut Vec<String>) -> Flow {
        self.closing = true;
        self.run_queue(out)
    }

    /// Ends the conversation from the engine's side: every requested search is
    /// stopped and answered at once.
    pub fn shut_down(&mut self, out: &mut Vec<String>) -> Flow {
        self.closing = true;
        self.shutting_down = true;
        self.run_queue(out)
    }

    /// Parses a line, and reports its faults.
    fn read(&mut self, line: &str, out: &mut Vec<String>) -> Option<Command> {
        if self.dialect.is_none() {
            let first = Dialect::detect(line).filter(|_| self.is_fresh);
            if let Some(dialect) = first.or_else(|| Dialect::detect_by_new_game(line)) {
                self.select_dialect(dialect);
            }
        }
        let parsed = Command::parse(self.dialect(), line);
        for warning in &parsed.warnings {
            self.error(warning, out);
        }
        self.is_fresh &= parsed.value.is_none();
        parsed.value
    }

    fn select_dialect(&mut self, dialect: Dialect) {
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

/// Appends the output of a console command line by line: unchanged, or as messages
/// in a dialect whose hosts would take its lines for replies.
fn push_console_output(text: &str, dialect: Dialect, out: &mut Vec<String>) {
    for line in text.lines() {
        let is_plain = dialect.properties().plain_console;
        let reply = if is_plain {
            Reply::Other(line.to_owned())
        } else {
            Reply::text(line)
        };
        out.extend(reply.to_line(dialect));
    }
}
