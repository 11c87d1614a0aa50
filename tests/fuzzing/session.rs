//! Complete conversations: lines, invalid bytes, and the engine's events in
//! between.

use batyr_protocol::{
    BackendEvent, Command, EngineScore, Flow, GameAction, InfoLine, LineError, LineSplitter, Reply,
    Session, TaskId,
};

use super::ledger::Ledger;
use super::stub::Stub;

/// The maximum line length, short enough for the fuzzer to reach.
const LIMIT: usize = 500;

/// The error line for a USHI `go` that starts nothing.
const NOT_STARTED: &str = "info string error: go: not started";

/// The events that bytes other than text denote. They do not end a line: a line
/// may arrive in parts with an event between them.
mod code {
    pub const INFO: u8 = 1;
    pub const DONE: u8 = 2;
    pub const DONE_WITHOUT: u8 = 3;
    pub const TEXT: u8 = 4;
    pub const ERROR: u8 = 5;
    pub const LATE: u8 = 6;
    pub const FAIL: u8 = 7;
    pub const SHUT_DOWN: u8 = 8;
}

/// Runs a conversation: bytes of `code` are events of the engine, all others
/// the host's input.
pub fn check(bytes: &[u8]) {
    let mut conversation = Conversation::new();
    let is_code = |byte: &u8| (code::INFO..=code::SHUT_DOWN).contains(byte);
    for piece in bytes.chunk_by(|a, b| !is_code(a) && !is_code(b)) {
        match piece {
            [event] if is_code(event) => conversation.event_code(*event),
            _ => conversation.send(piece),
        }
        if conversation.flow == Flow::Exit {
            break;
        }
    }
    conversation.finish();
}

struct Conversation {
    session: Session<Stub>,
    splitter: LineSplitter,
    ledger: Ledger,
    flow: Flow,
    /// Whether this side is ending the conversation.
    closing: bool,
    /// Whether the host sent `quit`, which leaves running searches unanswered.
    quits: bool,
}

impl Conversation {
    fn new() -> Self {
        Self {
            session: Session::new(Stub::new()),
            splitter: LineSplitter::with_limit(LIMIT),
            ledger: Ledger::default(),
            flow: Flow::Continue,
            closing: false,
            quits: false,
        }
    }

    fn send(&mut self, bytes: &[u8]) {
        let mut lines = Vec::new();
        self.splitter.push(bytes, &mut lines);
        for line in lines {
            self.line(line);
        }
    }

    fn line(&mut self, line: Result<String, LineError>) {
        if self.flow == Flow::Exit {
            return;
        }
        let mut out = Vec::new();
        self.flow = match &line {
            Ok(line) => self.session.line(line, &mut out),
            Err(error) => self.session.bad_line(*error, &mut out),
        };
        if let Ok(line) = &line {
            // The line has selected the dialect in which it was read.
            match Command::parse(self.session.dialect(), line).value {
                Some(Command::Go(_)) => self.ledger.go_commands += 1,
                Some(Command::Stop) => self.ledger.stops += 1,
                Some(Command::IsReady) => self.ledger.isreadys += 1,
                Some(Command::Quit) => self.quits = true,
                _ => {}
            }
        }
        self.check_output(&out);
    }

    fn event_code(&mut self, event: u8) {
        match event {
            code::INFO => self.report(BackendEvent::Info(Box::new(self.info()))),
            code::DONE => self.done(true),
            code::DONE_WITHOUT => self.done(false),
            code::TEXT => self.report(BackendEvent::Text("a5-a6: 1\n\u{7}two\r".into())),
            code::ERROR => self.report(BackendEvent::Error("illegal\nbestmove x".into())),
            code::LATE => self.late(),
            code::FAIL => self.session.backend_mut().fails = true,
            _ => self.close(Session::shut_down),
        }
    }

    /// Returns values that change with the conversation; some are missing.
    fn info(&self) -> InfoLine {
        let number = self.ledger.go_commands as u32 + self.session.backend().tasks.len() as u32;
        let best = self.session.backend().tasks.last();
        InfoLine {
            depth: (!number.is_multiple_of(3)).then_some(number),
            score: (!number.is_multiple_of(5)).then(|| match number % 2 {
                0 => EngineScore::cp(-17),
                _ => EngineScore::mate(-3),
            }),
            nodes: Some(u64::from(number)),
            pv: best
                .and_then(|task| task.best.clone())
                .into_iter()
                .collect(),
            ..InfoLine::default()
        }
    }

    /// Returns the running task, which the session must not have forgotten.
    fn running(&self) -> Option<TaskId> {
        let stub = self.session.backend();
        let id = stub.tasks.last()?.id.filter(|_| stub.is_running)?;
        assert!(self.session.is_busy(), "a running task was forgotten");
        Some(id)
    }

    fn report(&mut self, event: BackendEvent) {
        if let Some(id) = self.running() {
            self.event(id, event);
        }
    }

    fn done(&mut self, with_move: bool) {
        let Some(id) = self.running() else { return };
        let stub = self.session.backend_mut();
        stub.is_running = false;
        let task = stub.tasks.last().expect("a task");
        let best = task.best.clone().filter(|_| with_move);
        let may_answer = task.may_answer();
        self.ledger.record_end(task, best.as_deref());
        let before = self.ledger.answers;
        let ponder = best
            .clone()
            .filter(|_| self.ledger.go_commands.is_multiple_of(2));
        let action =
            [None, Some(GameAction::Draw), Some(GameAction::Resign)][self.ledger.go_commands % 3];
        let done = BackendEvent::Done {
            best,
            ponder,
            action,
        };
        self.event(id, done);
        if !may_answer {
            assert_eq!(self.ledger.answers, before, "answered without a search");
        }
    }

    /// Sends an event of a task that has ended, which must be ignored.
    fn late(&mut self) {
        let running = self.running();
        let tasks = &self.session.backend().tasks;
        let ended = tasks
            .iter()
            .find(|task| task.id.is_some() && task.id != running);
        let Some(id) = ended.and_then(|task| task.id) else {
            return;
        };
        let info = BackendEvent::Info(Box::new(self.info()));
        let (best, ponder) = (Some("a1-a2".to_owned()), None);
        let action = None;
        let done = BackendEvent::Done {
            best,
            ponder,
            action,
        };
        for event in [info, done] {
            let mut out = Vec::new();
            let flow = self.session.event(id, event, &mut out);
            assert_eq!((flow, out), (Flow::Continue, vec![]), "a late event");
        }
    }

    fn event(&mut self, id: TaskId, event: BackendEvent) {
        let mut out = Vec::new();
        self.flow = self.session.event(id, event, &mut out);
        self.check_output(&out);
    }

    /// Checks the output, and records the tasks requested in the meantime.
    fn check_output(&mut self, out: &[String]) {
        let dialect = self.session.dialect();
        let stub = self.session.backend();
        self.ledger.record_requests(&stub.tasks);
        self.ledger.evaluations = stub.evaluations;
        self.ledger.answers_stop = dialect.answers_idle_stop();
        for line in out {
            assert!(!line.contains(char::is_control), "{line:?}");
            self.ledger.rejections += usize::from(line.starts_with(NOT_STARTED));
            let read = Reply::parse(dialect, line);
            match read.value {
                Some(Reply::BestMove { best: Some(_), .. }) => self.ledger.answers.moves += 1,
                Some(Reply::BestMove { best: None, .. }) => self.ledger.answers.without_move += 1,
                Some(Reply::ReadyOk) => self.ledger.readyoks += 1,
                // Text for a person at the console.
                Some(Reply::Other(_)) | None => {
                    let first = line.split(' ').next().unwrap_or_default();
                    let ours = ["id", "option", "info", "bestmove", "version"];
                    assert!(!ours.contains(&first), "{dialect:?}: {line:?}");
                    continue;
                }
                Some(_) => {}
            }
            assert_eq!(read.warnings, [], "{dialect:?}: {line:?}");
        }
        self.ledger.check();
    }

    fn close(&mut self, end: fn(&mut Session<Stub>, &mut Vec<String>) -> Flow) {
        self.closing = true;
        let mut out = Vec::new();
        self.flow = end(&mut self.session, &mut out);
        self.check_output(&out);
    }

    /// Ends the input, and every task that is still running.
    fn finish(mut self) {
        if let Some(line) = self.splitter.finish() {
            self.line(line);
        }
        if self.flow == Flow::Continue && !self.closing {
            self.close(Session::end_of_input);
        }
        while self.flow == Flow::Continue {
            assert!(
                self.running().is_some(),
                "the session waits, but no task runs"
            );
            self.done(true);
        }
        if !self.quits {
            self.ledger.check_settled(&self.session.backend().tasks);
        }
    }
}
