//! The conversation between a host and an engine.
//!
//! **The decision:** a pure state machine. Lines and events go in, lines come
//! out, and nothing here waits, sleeps or knows the time; so every order of
//! events can be written down as a test. The application around it reads input
//! in one place, hands over what arrives, and prints what it is given.
//!
//! What waits for what is told in `queue`: commands take effect in the order in
//! which they came, and a `go` never waits for a search that could be stopped.
//! A search that may not answer yet (infinite, pondering) keeps its `bestmove`
//! back when it has ended.

mod backend;
mod execute;
mod queue;
mod task;

use std::collections::VecDeque;

use nom::Parser;

pub use backend::{Backend, EngineId, Event, SearchId, Task};

use crate::{
    command::Command,
    dialect::Dialect,
    info::{Info, Score},
    line::LineError,
    option::OptionSpec,
    reply::Reply,
    text::keyword,
};
use queue::Step;
use task::{Outcome, Running};

/// What the application does after an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Flow {
    /// Go on.
    Continue,
    /// Print what is left and end the process.
    Exit,
}

/// What an idle `stop` is told after a search that had no move (USHI).
const NO_STEP: &str = "no legal step here";
/// What an idle `stop` is told after a `go` that started nothing (USHI).
const NO_SEARCH: &str = "nothing was searched, the position was refused";

/// One conversation, from the first line to the last.
#[derive(Debug)]
pub struct Session<B> {
    backend: B,
    /// `None` until the host has picked one; UCI is spoken until then.
    dialect: Option<Dialect>,
    /// No command has been read yet.
    fresh: bool,
    task: Option<Running>,
    /// Not empty only while a task runs.
    queue: VecDeque<Step>,
    next_id: u64,
    /// The last `position` was refused (only USHI looks at it).
    position_refused: bool,
    /// What the next idle `stop` is told.
    stop_note: Option<&'static str>,
    /// The input has ended.
    closing: bool,
    /// No search is finished any more, only answered.
    hurried: bool,
}

impl<B: Backend> Session<B> {
    /// A conversation in which nothing has been said.
    pub const fn new(backend: B) -> Self {
        Self {
            backend,
            dialect: None,
            fresh: true,
            task: None,
            queue: VecDeque::new(),
            next_id: 0,
            position_refused: false,
            stop_note: None,
            closing: false,
            hurried: false,
        }
    }

    /// A conversation in UCI, whatever the first line looks like.
    pub const fn in_uci(backend: B) -> Self {
        let mut session = Self::new(backend);
        session.fresh = false;
        session.dialect = Some(Dialect::Uci);
        session
    }

    /// The engine.
    pub const fn backend(&self) -> &B {
        &self.backend
    }

    /// The engine.
    pub const fn backend_mut(&mut self) -> &mut B {
        &mut self.backend
    }

    /// The dialect that is spoken: UCI until the host has picked another.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect.unwrap_or(Dialect::Uci)
    }

    /// Whether a task runs or its answer is being kept back.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        self.task.is_some()
    }

    /// Whether a task runs, or waits, that ends only when the host says more.
    #[must_use]
    pub fn waits_for_host(&self) -> bool {
        self.task.as_ref().is_some_and(|task| !task.may_answer())
    }

    /// Takes a line of the host and adds the answers to `out`.
    pub fn line(&mut self, line: &str, out: &mut Vec<String>) -> Flow {
        if self.dialect.is_none()
            && self.fresh
            && let Some(dialect) = Dialect::detect(line)
        {
            self.pick(dialect);
        } else if self.dialect.is_none() && is_ushi_only(line) {
            self.pick(Dialect::Ushi);
        }
        let parsed = Command::parse(self.dialect(), line);
        for warning in &parsed.warnings {
            self.error(warning, out);
        }
        let bad_position = parsed.is_bad_position();
        self.fresh &= parsed.value.is_none() && !bad_position;
        match parsed.value {
            Some(command) => self.submit(Step::Run(command), out),
            None if bad_position => self.submit(Step::BadPosition, out),
            None => Flow::Continue,
        }
    }

    /// Takes a line that was refused before it could be read.
    pub fn bad_line(&mut self, error: LineError, out: &mut Vec<String>) -> Flow {
        self.error(error, out);
        Flow::Continue
    }

    /// Takes the end of the input: what was asked for is finished and answered,
    /// a search that would not end is stopped and answered.
    pub fn end_of_input(&mut self, out: &mut Vec<String>) -> Flow {
        self.closing = true;
        self.settle(out)
    }

    /// Ends the conversation from this side: every search that was asked for is
    /// answered at once.
    pub fn shut_down(&mut self, out: &mut Vec<String>) -> Flow {
        self.closing = true;
        self.hurried = true;
        self.settle(out)
    }

    /// Takes an event of a task. Events of tasks that have been answered are
    /// dropped.
    pub fn event(&mut self, id: SearchId, event: Event, out: &mut Vec<String>) -> Flow {
        let Some(task) = self
            .task
            .as_mut()
            .filter(|task| task.id == id && task.held.is_none())
        else {
            return Flow::Continue;
        };
        let (dialect, is_search) = (task.dialect, task.is_search);
        match event {
            Event::Info(info) => out.extend(Reply::Info(info).to_line(dialect)),
            Event::Error(fault) => out.extend(Reply::error(fault).to_line(dialect)),
            Event::Text(text) if is_search => out.extend(Reply::text(text).to_line(dialect)),
            Event::Text(text) => show(&text, dialect, out),
            Event::Done { best, ponder } => {
                if best.is_none() && is_search && dialect == Dialect::Uci {
                    out.extend(game_over().to_line(dialect));
                }
                // USHI has no answer for "no move" to keep back.
                let silent = best.is_none() && dialect == Dialect::Ushi;
                let answers = silent || task.may_answer();
                task.held = Some(Outcome { best, ponder });
                if answers {
                    self.answer(out);
                }
            }
        }
        self.settle(out)
    }

    fn pick(&mut self, dialect: Dialect) {
        self.dialect = Some(dialect);
        self.backend.select_notation(dialect.notation());
    }

    /// Stops the running task; if it only kept its answer back, it is answered.
    fn stop_task(&mut self, out: &mut Vec<String>) {
        let Some(task) = self.task.as_mut().filter(|task| !task.stopping) else {
            return;
        };
        task.stopping = true;
        if task.held.is_some() {
            self.answer(out);
        } else {
            self.backend.stop();
        }
    }

    /// Ends the task with its answer.
    fn answer(&mut self, out: &mut Vec<String>) {
        let Some(task) = self.task.take() else { return };
        let Some(Outcome { best, ponder }) = task.held else {
            return;
        };
        if !task.is_search {
            return;
        }
        if best.is_none() && task.dialect == Dialect::Ushi {
            if task.stopping {
                self.say(&Reply::text(NO_STEP), out);
            } else {
                self.stop_note = Some(NO_STEP);
            }
            return;
        }
        out.extend(Reply::BestMove { best, ponder }.to_line(task.dialect));
    }

    fn find_option(&self, name: &str) -> Option<OptionSpec> {
        let dialect = self.dialect();
        let mut options = self.backend.options(dialect).into_iter();
        options.find(|spec| spec.is_called(name, dialect))
    }

    fn say(&self, reply: &Reply, out: &mut Vec<String>) {
        out.extend(reply.to_line(self.dialect()));
    }

    fn error(&self, fault: impl std::fmt::Display, out: &mut Vec<String>) {
        self.say(&Reply::error(fault), out);
    }
}

/// Whether the line can come from a USHI host only. Such a line picks the
/// dialect also when console commands came before.
fn is_ushi_only(line: &str) -> bool {
    keyword(Dialect::Ushi.new_game()).parse(line).is_ok()
}

/// What UCI says of a position without a legal move.
fn game_over() -> Reply {
    Reply::from(Info {
        depth: Some(0),
        score: Some(Score::mate(0)),
        ..Info::default()
    })
}

/// Shows a text for a person, line by line: as it stands in UCI, where it was
/// asked for at a console, and as `info string` in USHI.
fn show(text: &str, dialect: Dialect, out: &mut Vec<String>) {
    for line in text.lines() {
        let reply = match dialect {
            Dialect::Uci => Reply::Other(line.to_owned()),
            Dialect::Ushi => Reply::text(line),
        };
        out.extend(reply.to_line(dialect));
    }
}
