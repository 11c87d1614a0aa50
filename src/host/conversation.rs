//! A conversation with a host, over standard input and output or over the network.
//!
//! All transports use the same loop. It takes the next input (a line, an event from the
//! engine, a shutdown request, or a limit that was reached) and waits for nothing else;
//! output lines go to an `OutputSender`. The loop runs on a thread of its own, because a
//! call to the engine may take a long time.

use std::fmt;
use std::future::pending;
use std::time::Duration;

use batyr_protocol::{BackendEvent, Flow, LineError, Reply, Session, TaskId, banner};
use tokio::sync::mpsc::{Receiver, UnboundedReceiver, unbounded_channel};
use tokio::sync::watch;
use tokio::time::{sleep_until, timeout};

use super::debug_log::DebugLog;
use super::engine::HostedEngine;
use super::limits::{ConversationLimits, HostLimits, Limit, LimitMonitor};
use super::output_queue::OutputSender;
use super::shutdown::{Shutdown, shutdown_requested};

/// The time limit for stopping a task whose answer nobody will read.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);
/// The time within which a host must read enough to make room in a full output queue.
const ROOM_TIMEOUT: Duration = Duration::from_secs(1);

/// A line from a host, or the error for which the line was refused.
pub type InputLine = Result<String, LineError>;

/// The channels through which a conversation receives input from its host and from the
/// program.
#[derive(Debug)]
pub struct InputChannels {
    /// The lines from the host. The channel closes at the end of the input.
    pub lines: Receiver<InputLine>,
    /// The program's request to end the conversation.
    pub shutdown: watch::Receiver<Shutdown>,
}

/// How a conversation ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConversationEnd {
    /// The host sent `quit`.
    Quit,
    /// The input ended, and all requests were answered.
    InputEnded,
    /// The host no longer reads the output.
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
            Self::Disconnected => f.write_str("the host disconnected"),
            Self::Shutdown => f.write_str("shutdown"),
            Self::LimitReached(limit) => limit.fmt(f),
        }
    }
}

/// The next input of a conversation.
pub(super) enum ConversationInput {
    /// A line from the host.
    Line(InputLine),
    /// The input from the host has ended.
    LinesEnded,
    /// An event of the task with this number.
    Event(TaskId, BackendEvent),
    /// A request to end the conversation.
    Shutdown(Shutdown),
    /// A limit was reached.
    Limit(Limit),
    /// The output queue has room again.
    OutputHasRoom,
    /// The host no longer reads the output.
    Disconnected,
}

/// A conversation and its engine.
pub struct Conversation {
    pub(super) session: Session<HostedEngine>,
    pub(super) output: OutputSender,
    /// The output lines that have not been passed to `output` yet.
    pub(super) unsent: Vec<String>,
    events: UnboundedReceiver<(TaskId, BackendEvent)>,
    log: DebugLog,
    limit_monitor: LimitMonitor,
    /// How the program is ending the conversation; `None` while the conversation goes on.
    pub(super) ending: Option<ConversationEnd>,
}

impl Conversation {
    /// Creates a conversation with a host, whose first command selects the dialect.
    pub fn new(output: OutputSender, host_limits: HostLimits, limits: ConversationLimits) -> Self {
        Self::with_session(Session::new, output, host_limits, limits)
    }

    /// Creates a conversation, in UCI, for commands from the command line.
    pub fn scripted(output: OutputSender) -> Self {
        let limits = ConversationLimits::default();
        Self::with_session(Session::in_uci, output, HostLimits::owner(), limits)
    }

    /// Creates a conversation with the session that `new_session` creates.
    fn with_session(
        new_session: fn(HostedEngine) -> Session<HostedEngine>,
        output: OutputSender,
        host_limits: HostLimits,
        limits: ConversationLimits,
    ) -> Self {
        let (event_sender, events) = unbounded_channel();
        let log = DebugLog::default();
        let backend = HostedEngine::new(host_limits, log.clone(), event_sender);
        Self {
            session: new_session(backend),
            output,
            unsent: Vec::new(),
            events,
            log,
            limit_monitor: LimitMonitor::new(limits),
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
        self.unsent
            .extend(banner(concat!("Batyr ", env!("CARGO_PKG_VERSION"))));
        self.flush();
        loop {
            let flow = match self.next_input(&mut lines, &mut shutdown).await {
                ConversationInput::Disconnected => return ConversationEnd::Disconnected,
                ConversationInput::LinesEnded => {
                    lines = None;
                    self.session.end_of_input(&mut self.unsent)
                }
                input => self.handle(input),
            };
            self.flush();
            if flow == Flow::Exit {
                let ended_by_host = if lines.is_some() {
                    ConversationEnd::Quit
                } else {
                    ConversationEnd::InputEnded
                };
                return self.ending.unwrap_or(ended_by_host);
            }
            let limit = self.limit_monitor.output_limit();
            if let Some(limit) = limit.filter(|_| self.output.is_full()) {
                // After a burst of requests, the host needs time to read the answers.
                if timeout(ROOM_TIMEOUT, self.output.wait_for_room())
                    .await
                    .is_err()
                {
                    // The message is sent in case the host begins to read.
                    self.report_limit(limit);
                    self.flush();
                    return ConversationEnd::LimitReached(limit);
                }
            }
        }
    }

    /// Stops the tasks that are still running, and discards their answers.
    pub async fn stop_tasks(&mut self) {
        let stop = async {
            let mut flow = self.session.shut_down(&mut self.unsent);
            while flow == Flow::Continue
                && let Some((id, event)) = self.events.recv().await
            {
                self.unsent.clear();
                flow = self.session.event(id, event, &mut self.unsent);
            }
        };
        if timeout(STOP_TIMEOUT, stop).await.is_err() {
            log::error!("a task is still running after the end of its conversation");
        }
    }

    /// Waits for the next input. Lines take precedence over events, so that a search that
    /// reports often does not delay a command.
    pub(super) async fn next_input(
        &mut self,
        lines: &mut Option<Receiver<InputLine>>,
        shutdown: &mut watch::Receiver<Shutdown>,
    ) -> ConversationInput {
        let is_full = self.output.is_full();
        let is_ongoing = self.ending.is_none();
        let deadline = self.limit_monitor.deadline().filter(|_| is_ongoing);
        tokio::select! {
            biased;
            () = self.output.closed() => ConversationInput::Disconnected,
            request = shutdown_requested(shutdown), if is_ongoing => {
                ConversationInput::Shutdown(request)
            }
            line = next_line(lines), if is_ongoing && !is_full => match line {
                Some(line) => ConversationInput::Line(line),
                None => ConversationInput::LinesEnded,
            },
            Some((id, event)) = self.events.recv() => ConversationInput::Event(id, event),
            () = self.output.wait_for_room(), if is_full => ConversationInput::OutputHasRoom,
            limit = wait_for_limit(deadline) => ConversationInput::Limit(limit),
        }
    }

    /// Handles an input, and then checks the limits.
    pub(super) fn handle(&mut self, input: ConversationInput) -> Flow {
        let flow = match input {
            ConversationInput::Line(line) => self.handle_line(line),
            ConversationInput::Event(id, event) => self.session.event(id, event, &mut self.unsent),
            ConversationInput::Shutdown(request) => {
                if let Shutdown::RequestedWith(reply) = request {
                    self.unsent.extend(reply.to_line(self.session.dialect()));
                }
                self.begin_ending(ConversationEnd::Shutdown)
            }
            ConversationInput::Limit(limit) => self.end_at_limit(limit),
            ConversationInput::LinesEnded
            | ConversationInput::OutputHasRoom
            | ConversationInput::Disconnected => Flow::Continue,
        };
        let (task, waiting_bytes) = (self.session.task_number(), self.session.waiting_bytes());
        match self.limit_monitor.update(task, waiting_bytes) {
            Some(limit) if flow == Flow::Continue && self.ending.is_none() => {
                self.end_at_limit(limit)
            }
            _ => flow,
        }
    }

    /// Passes a line, or the error for which it was refused, to the session.
    fn handle_line(&mut self, line: InputLine) -> Flow {
        match line {
            Ok(line) => {
                self.limit_monitor.record_line();
                self.log.received(&line);
                self.session.line(&line, &mut self.unsent)
            }
            Err(error) => {
                self.log.received(&format!("({error})"));
                self.session.bad_line(error, &mut self.unsent)
            }
        }
    }

    /// Passes the unsent lines to the debug log and the output queue.
    pub(super) fn flush(&mut self) {
        self.log.sent(&self.unsent);
        self.output.send(&mut self.unsent);
    }

    /// Reports that a limit was reached, and begins to end the conversation.
    fn end_at_limit(&mut self, limit: Limit) -> Flow {
        self.report_limit(limit);
        self.begin_ending(ConversationEnd::LimitReached(limit))
    }

    /// Reports to the host that a limit was reached.
    fn report_limit(&mut self, limit: Limit) {
        let refusal = Reply::error(format!("refused: {limit}"));
        self.unsent.extend(refusal.to_line(self.session.dialect()));
    }

    /// Begins to end the conversation: running tasks are stopped and answered first.
    fn begin_ending(&mut self, end: ConversationEnd) -> Flow {
        self.ending = Some(end);
        self.session.shut_down(&mut self.unsent)
    }
}

/// Waits for the next line; waits indefinitely if the input has ended.
async fn next_line(lines: &mut Option<Receiver<InputLine>>) -> Option<InputLine> {
    match lines {
        Some(lines) => lines.recv().await,
        None => pending().await,
    }
}

/// Waits until the deadline at which a limit is reached. The caller cancels the wait if
/// something else happens first.
async fn wait_for_limit(deadline: Option<(tokio::time::Instant, Limit)>) -> Limit {
    match deadline {
        Some((time, limit)) => {
            sleep_until(time).await;
            limit
        }
        None => pending().await,
    }
}
