//! Scripts: commands from the command line, run one after another.

use std::collections::VecDeque;

use batyr_protocol::{BackendEvent, Flow};
use tokio::sync::watch;

use super::conversation::{Conversation, ConversationEnd, ConversationInput};
use super::shutdown::Shutdown;

/// The beginning of the reply to a refused command.
const ERROR: &str = "info string error";

impl Conversation {
    /// Runs commands, each after the previous one is done, and ends after the
    /// last one. Also returns whether all were accepted.
    pub async fn run_script(
        &mut self,
        script: Vec<String>,
        mut shutdown: watch::Receiver<Shutdown>,
    ) -> (ConversationEnd, bool) {
        let mut script = VecDeque::from(script);
        let mut accepted = true;
        loop {
            // The next command ends an infinite search; the user interrupts one
            // that the last command started.
            let ends_search = self.session.waits_for_host() && !script.is_empty();
            let waits = self.session.is_busy() && !ends_search;
            let flow = if waits || self.output.is_full() || *shutdown.borrow() != Shutdown::None {
                match self.next_input(&mut None, &mut shutdown).await {
                    ConversationInput::Disconnected => {
                        return (ConversationEnd::Disconnected, true);
                    }
                    // Reports of the turn being searched are for a host that
                    // displays it.
                    ConversationInput::Event(_, BackendEvent::Info(info))
                        if info.currmove.is_some() =>
                    {
                        continue;
                    }
                    input => self.handle(input),
                }
            } else {
                match script.pop_front() {
                    Some(line) => self.handle(ConversationInput::Line(Ok(line))),
                    None => self.session.end_of_input(&mut self.out),
                }
            };
            accepted &= !self.out.iter().any(|line| line.starts_with(ERROR));
            self.flush();
            if flow == Flow::Exit {
                return (self.ending.unwrap_or(ConversationEnd::InputEnded), accepted);
            }
        }
    }
}
