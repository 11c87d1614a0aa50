//! Runs scripts: commands from the command line, one after another.

use std::collections::VecDeque;

use batyr_protocol::{BackendEvent, Flow};
use tokio::sync::watch;

use super::conversation::{Conversation, ConversationEnd, ConversationInput};
use super::shutdown::Shutdown;

/// The start of the reply to a refused command.
const ERROR_PREFIX: &str = "info string error";

impl Conversation {
    /// Runs each command when the previous one is done, and returns after the last one how
    /// the conversation ended and whether all commands were accepted.
    pub async fn run_script(
        &mut self,
        script: Vec<String>,
        mut shutdown: watch::Receiver<Shutdown>,
    ) -> (ConversationEnd, bool) {
        let mut script = VecDeque::from(script);
        let mut accepted = true;
        loop {
            // The next command ends an infinite search. If the last command started one, the
            // user interrupts it.
            let next_ends_search = self.session.waits_for_host() && !script.is_empty();
            let must_wait = self.session.is_busy() && !next_ends_search;
            let flow = if must_wait || self.output.is_full() || *shutdown.borrow() != Shutdown::None
            {
                match self.next_input(&mut None, &mut shutdown).await {
                    ConversationInput::Disconnected => {
                        return (ConversationEnd::Disconnected, true);
                    }
                    // Only hosts display the turn that is being searched.
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
                    None => self.session.end_of_input(&mut self.unsent),
                }
            };
            accepted &= !self
                .unsent
                .iter()
                .any(|line| line.starts_with(ERROR_PREFIX));
            self.flush();
            if flow == Flow::Exit {
                return (self.ending.unwrap_or(ConversationEnd::InputEnded), accepted);
            }
        }
    }
}
