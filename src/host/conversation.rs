//! A conversation with a host, independent of the transport of its lines.
//!
//! It takes one input after another (a line, an event from the engine, a request to end, a
//! limit that was reached), and collects the lines to be sent. It never waits for an input;
//! `channels` waits for all transports.

use std::mem::take;
use std::sync::Arc;

use batyr_protocol::{BackendEvent, Flow, InputLine, Reply, Session, TaskId, banner};

use super::engine::{EventListener, HostedEngine};
use super::limits::{ConversationLimits, HostLimits, Limit, LimitMonitor};
use super::system::{Direction, System};
use crate::util::clock::Instant;

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

/// An input of a conversation.
#[derive(Debug)]
pub enum ConversationInput {
    /// A line from the host.
    Line(InputLine),
    /// The input from the host has ended.
    LinesEnded,
    /// An event of the task with this number.
    Event(TaskId, BackendEvent),
    /// A request to end the conversation, after sending a reply if one is given.
    Shutdown(Option<Reply>),
    /// A limit was reached.
    Limit(Limit),
    /// The host no longer reads the output.
    Disconnected,
}

/// A conversation and its engine.
pub struct Conversation {
    session: Session<HostedEngine>,
    system: Arc<dyn System>,
    limit_monitor: LimitMonitor,
    /// The lines to be sent.
    output: Vec<String>,
    /// How the conversation ends if the session ends it.
    natural_end: ConversationEnd,
    /// How the conversation ends if the session does not end it; `None` while it continues.
    ending: Option<ConversationEnd>,
}

impl Conversation {
    /// Creates a conversation with the session that `new_session` creates. `listener` receives
    /// the events of the engine, which are inputs of the conversation.
    pub fn new(
        new_session: fn(HostedEngine) -> Session<HostedEngine>,
        host_limits: HostLimits,
        limits: ConversationLimits,
        system: Arc<dyn System>,
        listener: EventListener,
    ) -> Self {
        let backend = HostedEngine::new(host_limits, Arc::clone(&system), listener);
        Self {
            session: new_session(backend),
            system,
            limit_monitor: LimitMonitor::new(limits),
            output: Vec::new(),
            natural_end: ConversationEnd::Quit,
            ending: None,
        }
    }

    /// Adds the banner, which some hosts wait for before they send their first line.
    pub fn greet(&mut self) {
        let name = concat!("Batyr ", env!("CARGO_PKG_VERSION"));
        self.output.extend(banner(name));
    }

    /// Handles an input, and then checks the limits.
    pub fn handle(&mut self, input: ConversationInput) -> Flow {
        let flow = match input {
            ConversationInput::Line(line) => self.handle_line(line),
            ConversationInput::LinesEnded => {
                self.natural_end = ConversationEnd::InputEnded;
                self.session.end_of_input(&mut self.output)
            }
            ConversationInput::Event(id, event) => self.session.event(id, event, &mut self.output),
            ConversationInput::Shutdown(reply) => {
                let line = reply.and_then(|reply| reply.to_line(self.session.dialect()));
                self.output.extend(line);
                self.begin_ending(ConversationEnd::Shutdown)
            }
            ConversationInput::Limit(limit) => self.end_at_limit(limit),
            ConversationInput::Disconnected => {
                self.ending = Some(ConversationEnd::Disconnected);
                Flow::Exit
            }
        };
        let (task, waiting_bytes) = (self.session.task_number(), self.session.waiting_bytes());
        match self.limit_monitor.update(task, waiting_bytes) {
            Some(limit) if flow == Flow::Continue && self.is_ongoing() => self.end_at_limit(limit),
            _ => flow,
        }
    }

    /// Goes on with a task that waits for files ([`System::fetch`]), with those that there are now.
    pub fn files_have_come(&mut self) {
        self.session.backend_mut().begin_waiting_task();
    }

    /// Passes a line, or the error that explains its refusal, to the session.
    fn handle_line(&mut self, line: InputLine) -> Flow {
        match line {
            Ok(line) => {
                self.limit_monitor.record_line();
                self.system.log_line(Direction::Received, &line);
                self.session.line(&line, &mut self.output)
            }
            Err(error) => {
                let fault = format!("({error})");
                self.system.log_line(Direction::Received, &fault);
                self.session.bad_line(error, &mut self.output)
            }
        }
    }

    /// Returns the lines to be sent, and adds them to the debug log.
    pub fn take_output(&mut self) -> Vec<String> {
        for line in &self.output {
            self.system.log_line(Direction::Sent, line);
        }
        take(&mut self.output)
    }

    /// Stops the running tasks without telling the host why.
    pub fn stop_tasks(&mut self) -> Flow {
        self.session.shut_down(&mut self.output)
    }

    /// Ends the conversation at a limit, without answers to the running tasks.
    pub fn break_off(&mut self, limit: Limit) -> ConversationEnd {
        self.report_limit(limit);
        ConversationEnd::LimitReached(limit)
    }

    /// Returns how the conversation has ended.
    pub fn end(&self) -> ConversationEnd {
        self.ending.unwrap_or(self.natural_end)
    }

    /// Returns whether neither the program, a limit nor a disconnection is ending the conversation.
    pub const fn is_ongoing(&self) -> bool {
        self.ending.is_none()
    }

    /// Returns the state of the conversation.
    pub const fn session(&self) -> &Session<HostedEngine> {
        &self.session
    }

    /// Returns the limit on unread output above which the host is disconnected; `None` if none
    /// is set.
    pub fn output_limit(&self) -> Option<Limit> {
        self.limit_monitor.output_limit()
    }

    /// Returns the time at which a limit is reached if nothing else happens, and that limit.
    pub fn deadline(&self) -> Option<(Instant, Limit)> {
        let deadline = self.limit_monitor.deadline();
        deadline.filter(|_| self.is_ongoing())
    }

    /// Reports that a limit was reached, and begins to end the conversation.
    fn end_at_limit(&mut self, limit: Limit) -> Flow {
        self.report_limit(limit);
        self.begin_ending(ConversationEnd::LimitReached(limit))
    }

    /// Reports to the host that a limit was reached.
    fn report_limit(&mut self, limit: Limit) {
        let refusal = Reply::error(format!("refused: {limit}"));
        self.output.extend(refusal.to_line(self.session.dialect()));
    }

    /// Begins to end the conversation: running tasks are stopped and answered first.
    fn begin_ending(&mut self, end: ConversationEnd) -> Flow {
        self.ending = Some(end);
        self.session.shut_down(&mut self.output)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;
    use crate::host::system::NoSystem;

    #[test]
    fn a_conversation_needs_no_system() {
        let (sender, events) = channel();
        let listener = Arc::new(move |id, event| drop(sender.send((id, event))));
        let (owner, unlimited) = (HostLimits::owner(), ConversationLimits::default());
        let system = Arc::new(NoSystem);
        let mut conversation = Conversation::new(Session::new, owner, unlimited, system, listener);
        conversation.greet();
        for line in ["uci", "setoption name Debug Log File value x", "go depth 2"] {
            let input = ConversationInput::Line(Ok(line.to_owned()));
            assert_eq!(conversation.handle(input), Flow::Continue);
        }
        while conversation.session().is_busy() {
            let (id, event) = events.recv_timeout(Duration::from_secs(60)).unwrap();
            assert_eq!(
                conversation.handle(ConversationInput::Event(id, event)),
                Flow::Continue
            );
        }
        let output = conversation.take_output();
        assert!(output.contains(&"uciok".to_owned()));
        let is_refusal = |line: &String| line.contains("error") && line.contains("'x'");
        assert!(output.iter().any(is_refusal), "{output:?}");
        assert!(output.last().unwrap().starts_with("bestmove "));
        let flow = conversation.handle(ConversationInput::LinesEnded);
        assert_eq!(flow, Flow::Exit);
        assert_eq!(conversation.end(), ConversationEnd::InputEnded);
    }
}
