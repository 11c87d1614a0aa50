//! Commands of the command line, run one after the other.

use std::collections::VecDeque;

use batyr_protocol::{Event, Flow};
use tokio::sync::watch;

use super::conversation::{Conversation, End, Heard, Order};

/// The beginning of the answer to a refused command.
const REFUSAL: &str = "info string error";

impl Conversation {
    /// Runs commands, each after the one before is done, and ends when the last
    /// is. Also returns whether all were accepted.
    pub async fn follow(
        &mut self,
        script: Vec<String>,
        mut orders: watch::Receiver<Order>,
    ) -> (End, bool) {
        let mut script = VecDeque::from(script);
        let mut accepted = true;
        loop {
            // The next command ends an infinite search; after the last command
            // it is the user's to interrupt.
            let ends_it = self.session.waits_for_host() && !script.is_empty();
            let waits = self.session.is_busy() && !ends_it;
            let flow = if waits || self.outbox.is_full() || *orders.borrow() != Order::GoOn {
                match self.hear(&mut None, &mut orders).await {
                    Heard::Gone => return (End::Gone, true),
                    // Reports of the turn being searched are for a host that
                    // displays it.
                    Heard::Event(_, Event::Info(info)) if info.currmove.is_some() => continue,
                    heard => self.take(heard),
                }
            } else {
                match script.pop_front() {
                    Some(line) => self.take(Heard::Line(Ok(line))),
                    None => self.session.end_of_input(&mut self.out),
                }
            };
            accepted &= !self.out.iter().any(|line| line.starts_with(REFUSAL));
            self.say();
            if flow == Flow::Exit {
                return (self.ending.unwrap_or(End::InputEnded), accepted);
            }
        }
    }
}
