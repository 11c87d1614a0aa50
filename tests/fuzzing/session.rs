//! Complete conversations: lines of the host, which may contain invalid bytes, and events of the
//! engine between them.

use batyr_protocol::{
    BackendEvent, Command, EngineScore, Flow, GameAction, InfoLine, LineError, LineSplitter, Reply,
    Session, TaskId,
};

use super::ledger::Ledger;
use super::stub::Stub;

/// The maximum line length in bytes, small enough for the fuzzer to exceed it.
const MAX_LINE_BYTES: usize = 500;

/// The beginning of the error line for a USHI `go` that starts no search.
const NOT_STARTED: &str = "info string error: go: not started";

/// The control characters that represent events. They do not end a line: its parts may arrive
/// before and after an event.
mod code {
    pub const INFO: u8 = 1;
    pub const DONE: u8 = 2;
    pub const DONE_WITHOUT_MOVE: u8 = 3;
    pub const TEXT: u8 = 4;
    pub const ERROR: u8 = 5;
    pub const LATE: u8 = 6;
    pub const FAIL_NEXT_START: u8 = 7;
    pub const SHUT_DOWN: u8 = 8;
    pub const LAST_STOP: u8 = 14;

    /// Returns whether a byte represents an event.
    pub const fn is_code(byte: u8) -> bool {
        matches!(byte, INFO..=SHUT_DOWN | LAST_STOP)
    }
}

/// Runs a conversation, in which the bytes in [`code`] are events of the engine and all others are
/// the host's input.
pub fn check(bytes: &[u8]) {
    let mut conversation = FuzzedConversation::new();
    for piece in bytes.chunk_by(|a, b| !code::is_code(*a) && !code::is_code(*b)) {
        match piece {
            [code] if code::is_code(*code) => conversation.handle_code(*code),
            _ => conversation.send(piece),
        }
        if conversation.flow == Flow::Exit {
            break;
        }
    }
    conversation.finish();
}

/// A conversation between a host and the stub engine, whose output is checked.
struct FuzzedConversation {
    session: Session<Stub>,
    splitter: LineSplitter,
    ledger: Ledger,
    flow: Flow,
    /// Whether the engine's side is ending the conversation.
    is_closing: bool,
    /// Whether the host has sent `quit`, after which a running search is not answered.
    has_quit: bool,
}

impl FuzzedConversation {
    fn new() -> Self {
        Self {
            session: Session::new(Stub::new()),
            splitter: LineSplitter::with_limit(MAX_LINE_BYTES),
            ledger: Ledger::default(),
            flow: Flow::Continue,
            is_closing: false,
            has_quit: false,
        }
    }

    /// Passes bytes from the host to the session.
    fn send(&mut self, bytes: &[u8]) {
        let mut lines = Vec::new();
        self.splitter.push(bytes, &mut lines);
        for line in lines {
            self.handle_line(line);
        }
    }

    fn handle_line(&mut self, line: Result<String, LineError>) {
        if self.flow == Flow::Exit {
            return;
        }
        let mut out = Vec::new();
        self.flow = match &line {
            Ok(line) => self.session.line(line, &mut out),
            Err(error) => self.session.bad_line(*error, &mut out),
        };
        if let Ok(line) = &line {
            // A handshake is parsed in the dialect that it has just selected.
            match Command::parse(self.session.dialect(), line).value {
                Some(Command::Go(_)) => self.ledger.go_commands += 1,
                Some(Command::Stop) => self.ledger.stops += 1,
                Some(Command::IsReady) => self.ledger.isreadys += 1,
                Some(Command::Quit) => self.has_quit = true,
                _ => {}
            }
        }
        self.check_output(&out);
    }

    fn handle_code(&mut self, code: u8) {
        match code {
            code::INFO => self.send_task_event(BackendEvent::Info(Box::new(self.varying_info()))),
            code::DONE => self.finish_task(true),
            code::DONE_WITHOUT_MOVE => self.finish_task(false),
            code::TEXT => self.send_task_event(BackendEvent::Text("a5-a6: 1\n\u{7}two\r".into())),
            code::ERROR => self.send_task_event(BackendEvent::Error("illegal\nbestmove x".into())),
            code::LATE => self.send_late_events(),
            code::FAIL_NEXT_START => self.session.backend_mut().fail_next_start = true,
            code::LAST_STOP => self.check_last_stop(),
            _ => self.close(Session::shut_down),
        }
    }

    /// Returns information that varies with the progress of the conversation; some values are
    /// missing.
    fn varying_info(&self) -> InfoLine {
        let number = self.ledger.go_commands as u32 + self.session.backend().tasks.len() as u32;
        let last_task = self.session.backend().tasks.last();
        InfoLine {
            depth: (!number.is_multiple_of(3)).then_some(number),
            score: (!number.is_multiple_of(5)).then(|| match number % 2 {
                0 => EngineScore::cp(-17),
                _ => EngineScore::mate(-3),
            }),
            nodes: Some(u64::from(number)),
            pv: last_task
                .and_then(|task| task.best.clone())
                .into_iter()
                .collect(),
            ..InfoLine::default()
        }
    }

    /// Returns the ID of the running task, and checks that the session has not forgotten the task.
    fn running_task(&self) -> Option<TaskId> {
        let stub = self.session.backend();
        let id = stub.tasks.last()?.id.filter(|_| stub.is_running)?;
        assert!(self.session.is_busy(), "a running task was forgotten");
        Some(id)
    }

    /// Sends an event of the running task, if there is one.
    fn send_task_event(&mut self, event: BackendEvent) {
        if let Some(id) = self.running_task() {
            self.deliver_event(id, event);
        }
    }

    /// Ends the running task, if there is one.
    fn finish_task(&mut self, with_move: bool) {
        let Some(id) = self.running_task() else {
            return;
        };
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
        self.deliver_event(id, done);
        if !may_answer {
            assert_eq!(
                self.ledger.answers, before,
                "a task was answered that must not be answered yet"
            );
        }
    }

    /// Sends events of a task that has ended, which the session must ignore.
    fn send_late_events(&mut self) {
        let running = self.running_task();
        let tasks = &self.session.backend().tasks;
        let ended = tasks
            .iter()
            .find(|task| task.id.is_some() && task.id != running);
        let Some(id) = ended.and_then(|task| task.id) else {
            return;
        };
        let info = BackendEvent::Info(Box::new(self.varying_info()));
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
            assert_eq!(
                (flow, out),
                (Flow::Continue, vec![]),
                "a late event was not ignored"
            );
        }
    }

    /// Passes an event to the session and checks the output.
    fn deliver_event(&mut self, id: TaskId, event: BackendEvent) {
        let mut out = Vec::new();
        self.flow = self.session.event(id, event, &mut out);
        self.check_output(&out);
    }

    /// Checks the output, and records the tasks requested since the last check.
    fn check_output(&mut self, out: &[String]) {
        let dialect = self.session.dialect();
        let stub = self.session.backend();
        self.ledger.record_requests(&stub.tasks);
        self.ledger.evaluations = stub.evaluations;
        self.ledger.answers_idle_stop = dialect.properties().answers_idle_stop;
        for line in out {
            assert!(!line.contains(char::is_control), "{line:?}");
            self.ledger.rejections += usize::from(line.starts_with(NOT_STARTED));
            let parsed = Reply::parse(dialect, line);
            match parsed.value {
                Some(Reply::BestMove { best: Some(_), .. }) => self.ledger.answers.moves += 1,
                Some(Reply::BestMove { best: None, .. }) => self.ledger.answers.without_move += 1,
                Some(Reply::ReadyOk) => self.ledger.readyoks += 1,
                // Console output, which is for people.
                Some(Reply::Other(_)) | None => {
                    let first = line.split(' ').next().unwrap_or_default();
                    let keywords = ["id", "option", "info", "bestmove", "version"];
                    assert!(!keywords.contains(&first), "{dialect:?}: {line:?}");
                    continue;
                }
                Some(_) => {}
            }
            assert_eq!(parsed.warnings, [], "{dialect:?}: {line:?}");
        }
        self.ledger.check_so_far();
    }

    /// Ends the conversation by calling `end` on the session.
    fn close(&mut self, end: fn(&mut Session<Stub>, &mut Vec<String>) -> Flow) {
        self.is_closing = true;
        let mut out = Vec::new();
        self.flow = end(&mut self.session, &mut out);
        self.check_output(&out);
    }

    /// Sends `stop`, ends the tasks that then end, one after another, and checks that the session
    /// becomes idle: no `stop` is lost, whatever was queued before it.
    fn check_last_stop(&mut self) {
        self.handle_line(Ok("stop".to_owned()));
        while self.flow == Flow::Continue && self.running_task().is_some() {
            let task = self.session.backend().tasks.last().expect("a task");
            assert!(task.may_answer(), "a search has not heard the last `stop`");
            self.finish_task(true);
        }
        if self.flow == Flow::Continue {
            assert!(!self.session.is_busy(), "a search is not answered");
            assert_eq!(self.session.waiting_bytes(), 0, "bytes in the queue");
        }
    }

    /// Ends the input and every task that is still running, and checks that nothing is left
    /// unanswered.
    fn finish(mut self) {
        if let Some(line) = self.splitter.finish() {
            self.handle_line(line);
        }
        if self.flow == Flow::Continue && !self.is_closing {
            self.close(Session::end_of_input);
        }
        while self.flow == Flow::Continue {
            assert!(
                self.running_task().is_some(),
                "the session waits although no task runs"
            );
            self.finish_task(true);
        }
        if !self.has_quit {
            self.ledger.check_final(&self.session.backend().tasks);
        }
    }
}
