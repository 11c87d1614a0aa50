//! A conversation with a host, over standard input and output or over the network.
//!
//! One loop, used by all transports. It takes the next input
//! (a line, an event from the engine, a shutdown, a limit reached) and never
//! waits for anything else; output lines go to an `OutputSender`. It runs on
//! its own thread, because a call to the engine may take a long time.

use std::fmt;
use std::future::pending;
use std::time::Duration;

use batyr_protocol::{BackendEvent, Flow, LineError, Reply, Session, TaskId, banner};
use tokio::sync::mpsc::{Receiver, UnboundedReceiver, unbounded_channel};
use tokio::sync::watch;
use tokio::time::{sleep_until, timeout};

use super::debug_log::DebugLog;
use super::engine::HostedEngine;
use super::limits::{ConversationLimits, HostLimits, Limit, LimitWatch};
use super::output_queue::OutputSender;
use super::shutdown::{Shutdown, shutdown_requested};

/// The time limit for the end of a search whose answer nobody reads.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);
/// The time limit for a host to read enough to make room in a full queue.
const ROOM_TIMEOUT: Duration = Duration::from_secs(1);

/// A line from a host, or the reason why it was refused.
pub type Line = Result<String, LineError>;

/// The channels into a conversation, from its host and from the program.
#[derive(Debug)]
pub struct InputChannels {
    /// The lines from the host; the channel closes at the end of the input.
    pub lines: Receiver<Line>,
    /// The program's request to end.
    pub shutdown: watch::Receiver<Shutdown>,
}

/// How a conversation ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConversationEnd {
    /// The host sent `quit`.
    Quit,
    /// The input ended, and all requests were answered.
    InputEnded,
    /// Nobody reads the output any more.
    Disconnected,
    /// The program requested the end.
    Shutdown,
    /// A limit was reached.
    LimitReached(Limit),
}

impl fmt::Display for ConversationEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Quit => f.write_str("quit"),
            Self::InputEnded => f.write_str("end of input"),
            Self::Disconnected => f.write_str("the host is gone"),
            Self::Shutdown => f.write_str("shutdown"),
            Self::LimitReached(limit) => limit.fmt(f),
        }
    }
}

/// The next input of a conversation.
pub(super) enum ConversationInput {
    Line(Line),
    LinesEnded,
    Event(TaskId, BackendEvent),
    Shutdown(Shutdown),
    Limit(Limit),
    /// The output queue has room again.
    OutputHasRoom,
    Disconnected,
}

/// A conversation and its engine.
pub struct Conversation {
    pub(super) session: Session<HostedEngine>,
    pub(super) output: OutputSender,
    /// The lines that have not been passed to `output` yet.
    pub(super) out: Vec<String>,
    events: UnboundedReceiver<(TaskId, BackendEvent)>,
    log: DebugLog,
    limit_watch: LimitWatch,
    /// The end that this side has begun, if any.
    pub(super) ending: Option<ConversationEnd>,
}

impl Conversation {
    /// Creates a conversation with a host, which picks the dialect.
    pub fn new(output: OutputSender, host: HostLimits, limits: ConversationLimits) -> Self {
        Self::open(Session::new, output, host, limits)
    }

    /// Creates a conversation with the owner's command line, in UCI.
    pub fn scripted(output: OutputSender) -> Self {
        let limits = ConversationLimits::default();
        Self::open(Session::in_uci, output, HostLimits::owner(), limits)
    }

    fn open(
        session: fn(HostedEngine) -> Session<HostedEngine>,
        output: OutputSender,
        host: HostLimits,
        limits: ConversationLimits,
    ) -> Self {
        let (event_sender, events) = unbounded_channel();
        let log = DebugLog::default();
        let backend = HostedEngine::new(host, log.clone(), event_sender);
        Self {
            session: session(backend),
            output,
            out: Vec::new(),
            events,
            log,
            limit_watch: LimitWatch::new(limits),
            ending: None,
        }
    }

    /// Serves the host until the conversation ends.
    pub async fn serve(&mut self, channels: InputChannels) -> ConversationEnd {
        let InputChannels {
            lines,
            mut shutdown,
        } = channels;
        let mut lines = Some(lines);
        self.out
            .extend(banner(concat!("Batyr ", env!("CARGO_PKG_VERSION"))));
        self.flush();
        loop {
            let flow = match self.next_input(&mut lines, &mut shutdown).await {
                ConversationInput::Disconnected => return ConversationEnd::Disconnected,
                ConversationInput::LinesEnded => {
                    lines = None;
                    self.session.end_of_input(&mut self.out)
                }
                input => self.handle(input),
            };
            self.flush();
            if flow == Flow::Exit {
                let by_host = if lines.is_some() {
                    ConversationEnd::Quit
                } else {
                    ConversationEnd::InputEnded
                };
                return self.ending.unwrap_or(by_host);
            }
            let limit = self.limit_watch.output_limit();
            if let Some(limit) = limit.filter(|_| self.output.is_full()) {
                // After a burst of requests the host needs time to read the
                // answers.
                if timeout(ROOM_TIMEOUT, self.output.has_room()).await.is_err() {
                    // The host may still begin to read.
                    self.report_limit(limit);
                    self.flush();
                    return ConversationEnd::LimitReached(limit);
                }
            }
        }
    }

    /// Stops the tasks that still run, and discards their answers.
    pub async fn stop_tasks(&mut self) {
        let rest = async {
            let mut flow = self.session.shut_down(&mut self.out);
            while flow == Flow::Continue
                && let Some((id, event)) = self.events.recv().await
            {
                self.out.clear();
                flow = self.session.event(id, event, &mut self.out);
            }
        };
        if timeout(STOP_TIMEOUT, rest).await.is_err() {
            log::error!("a search is still running after the end of its conversation");
        }
    }

    /// Waits for the next input. Lines take precedence over events, so that a
    /// search with many reports does not delay a command.
    pub(super) async fn next_input(
        &mut self,
        lines: &mut Option<Receiver<Line>>,
        shutdown: &mut watch::Receiver<Shutdown>,
    ) -> ConversationInput {
        let is_full = self.output.is_full();
        let is_open = self.ending.is_none();
        let deadline = self.limit_watch.deadline().filter(|_| is_open);
        tokio::select! {
            biased;
            () = self.output.closed() => ConversationInput::Disconnected,
            request = shutdown_requested(shutdown), if is_open => {
                ConversationInput::Shutdown(request)
            }
            line = next_line(lines), if is_open && !is_full => match line {
                Some(line) => ConversationInput::Line(line),
                None => ConversationInput::LinesEnded,
            },
            Some((id, event)) = self.events.recv() => ConversationInput::Event(id, event),
            () = self.output.has_room(), if is_full => ConversationInput::OutputHasRoom,
            limit = expiry(deadline) => ConversationInput::Limit(limit),
        }
    }

    /// Handles an input.
    pub(super) fn handle(&mut self, input: ConversationInput) -> Flow {
        let flow = match input {
            ConversationInput::Line(line) => self.line(line),
            ConversationInput::Event(id, event) => self.session.event(id, event, &mut self.out),
            ConversationInput::Shutdown(request) => {
                if let Shutdown::RequestedWith(reply) = request {
                    self.out.extend(reply.to_line(self.session.dialect()));
                }
                self.end(ConversationEnd::Shutdown)
            }
            ConversationInput::Limit(limit) => self.refuse(limit),
            ConversationInput::LinesEnded
            | ConversationInput::OutputHasRoom
            | ConversationInput::Disconnected => Flow::Continue,
        };
        let (task, waiting) = (self.session.task_number(), self.session.waiting_bytes());
        match self.limit_watch.check(task, waiting) {
            Some(limit) if flow == Flow::Continue && self.ending.is_none() => self.refuse(limit),
            _ => flow,
        }
    }

    fn line(&mut self, line: Line) -> Flow {
        match line {
            Ok(line) => {
                self.limit_watch.line();
                self.log.received(&line);
                self.session.line(&line, &mut self.out)
            }
            Err(error) => {
                self.log.received(&format!("({error})"));
                self.session.bad_line(error, &mut self.out)
            }
        }
    }

    /// Passes the pending output lines to the log and the output queue.
    pub(super) fn flush(&mut self) {
        self.log.sent(&self.out);
        self.output.send(&mut self.out);
    }

    fn refuse(&mut self, limit: Limit) -> Flow {
        self.report_limit(limit);
        self.end(ConversationEnd::LimitReached(limit))
    }

    fn report_limit(&mut self, limit: Limit) {
        let refusal = Reply::error(format!("refused: {limit}"));
        self.out.extend(refusal.to_line(self.session.dialect()));
    }

    /// Begins to end the conversation from this side.
    fn end(&mut self, end: ConversationEnd) -> Flow {
        self.ending = Some(end);
        self.session.shut_down(&mut self.out)
    }
}

async fn next_line(lines: &mut Option<Receiver<Line>>) -> Option<Line> {
    match lines {
        Some(lines) => lines.recv().await,
        None => pending().await,
    }
}

/// Waits until the next limit is reached; the caller cancels the wait if
/// something else happens first.
async fn expiry(deadline: Option<(tokio::time::Instant, Limit)>) -> Limit {
    match deadline {
        Some((time, limit)) => {
            sleep_until(time).await;
            limit
        }
        None => pending().await,
    }
}
