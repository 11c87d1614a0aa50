//! A conversation whose input and output are channels.
//!
//! All transports use this loop. It passes one input after another to the conversation, and
//! the output lines to an `OutputSender`. If that is full, the loop waits for a limited time.
//! The loop runs on a thread of its own, because a call to the engine may take a long
//! time.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use batyr_protocol::{BackendEvent, Flow, InputLine, Session};
use futures_util::future::OptionFuture;
use tokio::sync::mpsc::{Receiver, UnboundedReceiver, unbounded_channel};
use tokio::sync::watch;
use tokio::time::{sleep_until, timeout};

use super::conversation::{Conversation, ConversationEnd, ConversationInput};
use super::engine::HostedEngine;
use super::limits::{ConversationLimits, HostLimits};
use super::output_queue::OutputSender;
use super::own_system::OwnSystem;
use super::shutdown::{Shutdown, shutdown_requested};

/// The time limit for stopping a task whose answer nobody will read.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);
/// The time within which a host must read enough to make room in a full output queue.
const ROOM_TIMEOUT: Duration = Duration::from_secs(1);
/// The prefix of the reply to a refused command in UCI, the dialect of scripts.
const ERROR_PREFIX: &str = "info string error";

/// A conversation with its channels.
pub struct ConversationLoop {
    conversation: Conversation,
    output: OutputSender,
    events: UnboundedReceiver<ConversationInput>,
}

impl ConversationLoop {
    /// Creates a conversation with the session that `new_session` creates.
    pub fn new(
        new_session: fn(HostedEngine) -> Session<HostedEngine>,
        output: OutputSender,
        host_limits: HostLimits,
        limits: ConversationLimits,
    ) -> Self {
        let (sender, events) = unbounded_channel();
        // Sending fails if the conversation is over.
        let listener =
            Arc::new(move |id, event| drop(sender.send(ConversationInput::Event(id, event))));
        let system = Arc::new(OwnSystem::default());
        Self {
            conversation: Conversation::new(new_session, host_limits, limits, system, listener),
            output,
            events,
        }
    }

    /// Serves the host until the conversation ends. `lines` receives the host's lines
    /// and closes at the end of the input; `shutdown` receives the program's requests
    /// to end.
    pub async fn serve(
        &mut self,
        lines: Receiver<InputLine>,
        mut shutdown: watch::Receiver<Shutdown>,
    ) -> ConversationEnd {
        let mut lines = Some(lines);
        self.conversation.greet();
        self.flush();
        loop {
            let input = self.next_input(&mut lines, &mut shutdown).await;
            if let Some(input) = input {
                let flow = self.conversation.handle(input);
                self.flush();
                if flow == Flow::Exit {
                    return self.conversation.end();
                }
            }
            let limit = self.conversation.output_limit();
            if let Some(limit) = limit.filter(|_| self.output.is_full()) {
                // After a burst of requests, the host needs time to read the answers.
                let room = timeout(ROOM_TIMEOUT, self.output.wait_for_room());
                if room.await.is_err() {
                    // The message is sent in case the host begins to read.
                    let end = self.conversation.break_off(limit);
                    self.flush();
                    return end;
                }
            }
        }
    }

    /// Runs each command when the previous one is done. The session must be one in UCI alone. After
    /// the last command, returns how the conversation ended and whether all commands were accepted.
    pub async fn run_script(
        &mut self,
        script: Vec<String>,
        mut shutdown: watch::Receiver<Shutdown>,
    ) -> (ConversationEnd, bool) {
        let mut script = VecDeque::from(script);
        let mut accepted = true;
        loop {
            // The next command ends an infinite search. If the last command started
            // such a search, the user must interrupt it.
            let session = self.conversation.session();
            let next_ends_search = session.waits_for_host() && !script.is_empty();
            let must_wait = session.is_busy() && !next_ends_search;
            let input =
                if must_wait || self.output.is_full() || *shutdown.borrow() != Shutdown::None {
                    self.next_input(&mut None, &mut shutdown).await
                } else {
                    Some(match script.pop_front() {
                        Some(line) => ConversationInput::Line(Ok(line)),
                        None => ConversationInput::LinesEnded,
                    })
                };
            let flow = match input {
                None => Flow::Continue,
                // Only hosts display the turn that is being searched.
                Some(ConversationInput::Event(_, BackendEvent::Info(info)))
                    if info.currmove.is_some() =>
                {
                    Flow::Continue
                }
                Some(input) => self.conversation.handle(input),
            };
            let output = self.conversation.take_output();
            accepted &= !output.iter().any(|line| line.starts_with(ERROR_PREFIX));
            self.output.send(output);
            if flow == Flow::Exit {
                return match self.conversation.end() {
                    ConversationEnd::Disconnected => (ConversationEnd::Disconnected, true),
                    ConversationEnd::Quit => (ConversationEnd::InputEnded, accepted),
                    end => (end, accepted),
                };
            }
        }
    }

    /// Stops the tasks that are still running, and discards their answers.
    pub async fn stop_tasks(&mut self) {
        let stop = async {
            let mut flow = self.conversation.stop_tasks();
            while flow == Flow::Continue
                && let Some(event) = self.events.recv().await
            {
                flow = self.conversation.handle(event);
            }
        };
        if timeout(STOP_TIMEOUT, stop).await.is_err() {
            log::error!("a task is still running after the end of its conversation");
        }
    }

    /// Waits for the next input; `None` means that the output queue has room again. Lines
    /// take precedence over events, so that a search that reports often does not delay a
    /// command.
    async fn next_input(
        &mut self,
        lines: &mut Option<Receiver<InputLine>>,
        shutdown: &mut watch::Receiver<Shutdown>,
    ) -> Option<ConversationInput> {
        let is_full = self.output.is_full();
        let is_ongoing = self.conversation.is_ongoing();
        let reached_limit = self
            .conversation
            .deadline()
            .map(|(time, limit)| async move {
                sleep_until(time.into()).await;
                limit
            });
        // A branch with an `OptionFuture` of `None` is never taken.
        Some(tokio::select! {
            biased;
            () = self.output.closed() => ConversationInput::Disconnected,
            reply = shutdown_requested(shutdown), if is_ongoing => {
                ConversationInput::Shutdown(reply)
            }
            Some(line) = OptionFuture::from(lines.as_mut().map(Receiver::recv)),
                if is_ongoing && !is_full => match line {
                Some(line) => ConversationInput::Line(line),
                None => {
                    *lines = None;
                    ConversationInput::LinesEnded
                }
            },
            Some(event) = self.events.recv() => event,
            () = self.output.wait_for_room(), if is_full => return None,
            Some(limit) = OptionFuture::from(reached_limit) => ConversationInput::Limit(limit),
        })
    }

    /// Sends the output of the conversation.
    fn flush(&mut self) {
        self.output.send(self.conversation.take_output());
    }
}
