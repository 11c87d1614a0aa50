//! A conversation with a host, on the console or over the network.
//!
//! **The decision:** one loop, used by console and server alike. It takes the
//! next input (a line, an event of the engine, an order to end, a limit
//! reached) and never waits for anything else; output lines go to an
//! [`Outbox`]. It runs on its own thread, because a call to the engine may take
//! long.

use std::fmt;
use std::future::pending;
use std::time::Duration;

use batyr_protocol::{Event, Flow, LineError, Reply, SearchId, Session, banner};
use tokio::sync::mpsc::{Receiver, UnboundedReceiver, unbounded_channel};
use tokio::sync::watch;
use tokio::time::{sleep_until, timeout};

use super::allowance::Allowance;
use super::backend::HostedEngine;
use super::debug_log::DebugLog;
use super::limit::Limit;
use super::outbox::Outbox;
use super::terms::{Terms, Watch};

/// How long to wait for the end of a search whose answer nobody wants.
const SETTLING: Duration = Duration::from_secs(5);
/// How long a host may take to read enough to make room again.
const READING: Duration = Duration::from_secs(1);

/// A line from a host, or the reason why it was refused.
pub type Line = Result<String, LineError>;

/// An order to a conversation to go on or to end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// Go on.
    GoOn,
    /// Answer the running searches, then end.
    End,
    /// Send this reply, then end in the same way.
    EndSaying(Reply),
}

/// The inputs of a conversation, from its host and from the program.
#[derive(Debug)]
pub struct Input {
    /// The lines of the host; the channel closes at the end of the input.
    pub lines: Receiver<Line>,
    /// The orders of the program.
    pub orders: watch::Receiver<Order>,
}

/// The way a conversation ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The host sent `quit`.
    Quit,
    /// The input ended, and all requests were answered.
    InputEnded,
    /// Nobody reads the output any more.
    Gone,
    /// An order to end arrived.
    Ordered,
    /// A limit was reached.
    Refused(Limit),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Quit => f.write_str("quit"),
            Self::InputEnded => f.write_str("end of input"),
            Self::Gone => f.write_str("the host is gone"),
            Self::Ordered => f.write_str("by order"),
            Self::Refused(limit) => limit.fmt(f),
        }
    }
}

/// The next input of a conversation.
pub(super) enum Heard {
    Line(Line),
    InputEnded,
    Event(SearchId, Event),
    Order(Order),
    Limit(Limit),
    HasRoom,
    Gone,
}

/// A conversation and its engine.
pub struct Conversation {
    pub(super) session: Session<HostedEngine>,
    pub(super) outbox: Outbox,
    pub(super) out: Vec<String>,
    events: UnboundedReceiver<(SearchId, Event)>,
    log: DebugLog,
    watch: Watch,
    /// How the conversation ends, once this side has begun to end it.
    pub(super) ending: Option<End>,
}

impl Conversation {
    /// Creates a conversation with a host, which picks the dialect.
    pub fn new(outbox: Outbox, allowance: Allowance, terms: Terms) -> Self {
        Self::open(Session::new, outbox, allowance, terms)
    }

    /// Creates a conversation with the owner's command line, in UCI.
    pub fn scripted(outbox: Outbox) -> Self {
        let allowance = Allowance::owner();
        Self::open(Session::in_uci, outbox, allowance, Terms::default())
    }

    fn open(
        session: fn(HostedEngine) -> Session<HostedEngine>,
        outbox: Outbox,
        allowance: Allowance,
        terms: Terms,
    ) -> Self {
        let (events_in, events) = unbounded_channel();
        let log = DebugLog::default();
        let backend = HostedEngine::new(allowance, log.clone(), events_in);
        Self {
            session: session(backend),
            outbox,
            out: Vec::new(),
            events,
            log,
            watch: Watch::new(terms),
            ending: None,
        }
    }

    /// Serves the host until the conversation ends.
    pub async fn listen(&mut self, input: Input) -> End {
        let Input { lines, mut orders } = input;
        let mut lines = Some(lines);
        self.out
            .extend(banner(concat!("Batyr ", env!("CARGO_PKG_VERSION"))));
        self.say();
        loop {
            let flow = match self.hear(&mut lines, &mut orders).await {
                Heard::Gone => return End::Gone,
                Heard::InputEnded => {
                    lines = None;
                    self.session.end_of_input(&mut self.out)
                }
                heard => self.take(heard),
            };
            self.say();
            if flow == Flow::Exit {
                let by_host = if lines.is_some() {
                    End::Quit
                } else {
                    End::InputEnded
                };
                return self.ending.unwrap_or(by_host);
            }
            let limit = self.watch.leaves_when_full();
            if let Some(limit) = limit.filter(|_| self.outbox.is_full()) {
                // After a burst of requests the host needs time to read the
                // answers.
                if timeout(READING, self.outbox.has_room()).await.is_err() {
                    // The host may still begin to read.
                    self.tell_refusal(limit);
                    self.say();
                    return End::Refused(limit);
                }
            }
        }
    }

    /// Stops the tasks that still run, and discards their answers.
    pub async fn settle(&mut self) {
        let rest = async {
            let mut flow = self.session.shut_down(&mut self.out);
            while flow == Flow::Continue
                && let Some((id, event)) = self.events.recv().await
            {
                self.out.clear();
                flow = self.session.event(id, event, &mut self.out);
            }
        };
        if timeout(SETTLING, rest).await.is_err() {
            log::error!("a search goes on after the end of its conversation");
        }
    }

    /// Waits for the next input. Lines take precedence over events, so that a
    /// search that reports much does not delay a command.
    pub(super) async fn hear(
        &mut self,
        lines: &mut Option<Receiver<Line>>,
        orders: &mut watch::Receiver<Order>,
    ) -> Heard {
        let is_full = self.outbox.is_full();
        let goes_on = self.ending.is_none();
        let deadline = self.watch.deadline().filter(|_| goes_on);
        tokio::select! {
            biased;
            () = self.outbox.closed() => Heard::Gone,
            order = next_order(orders), if goes_on => Heard::Order(order),
            line = next_line(lines), if goes_on && !is_full => match line {
                Some(line) => Heard::Line(line),
                None => Heard::InputEnded,
            },
            Some((id, event)) = self.events.recv() => Heard::Event(id, event),
            () = self.outbox.has_room(), if is_full => Heard::HasRoom,
            limit = expiry(deadline) => Heard::Limit(limit),
        }
    }

    /// Handles an input.
    pub(super) fn take(&mut self, heard: Heard) -> Flow {
        let flow = match heard {
            Heard::Line(line) => self.line(line),
            Heard::Event(id, event) => self.session.event(id, event, &mut self.out),
            Heard::Order(order) => {
                if let Order::EndSaying(reply) = order {
                    self.out.extend(reply.to_line(self.session.dialect()));
                }
                self.end(End::Ordered)
            }
            Heard::Limit(limit) => self.refuse(limit),
            Heard::InputEnded | Heard::HasRoom | Heard::Gone => Flow::Continue,
        };
        let (task, waiting) = (self.session.task_number(), self.session.waiting_bytes());
        match self.watch.check(task, waiting) {
            Some(limit) if flow == Flow::Continue && self.ending.is_none() => self.refuse(limit),
            _ => flow,
        }
    }

    fn line(&mut self, line: Line) -> Flow {
        match line {
            Ok(line) => {
                self.watch.line();
                self.log.heard(&line);
                self.session.line(&line, &mut self.out)
            }
            Err(error) => {
                self.log.heard(&format!("({error})"));
                self.session.bad_line(error, &mut self.out)
            }
        }
    }

    /// Passes the pending output lines to the log and the outbox.
    pub(super) fn say(&mut self) {
        self.log.said(&self.out);
        self.outbox.send(&mut self.out);
    }

    fn refuse(&mut self, limit: Limit) -> Flow {
        self.tell_refusal(limit);
        self.end(End::Refused(limit))
    }

    fn tell_refusal(&mut self, limit: Limit) {
        let refusal = Reply::error(format!("refused: {limit}"));
        self.out.extend(refusal.to_line(self.session.dialect()));
    }

    /// Begins to end the conversation from this side.
    fn end(&mut self, end: End) -> Flow {
        self.ending = Some(end);
        self.session.shut_down(&mut self.out)
    }
}

/// Waits for an order to end.
pub async fn next_order(orders: &mut watch::Receiver<Order>) -> Order {
    let order = orders.wait_for(|order| *order != Order::GoOn).await;
    match order.map(|order| order.clone()) {
        Ok(order) => order,
        // No sender is left that could give one.
        Err(_) => pending().await,
    }
}

async fn next_line(lines: &mut Option<Receiver<Line>>) -> Option<Line> {
    match lines {
        Some(lines) => lines.recv().await,
        None => pending().await,
    }
}

async fn expiry(deadline: Option<(tokio::time::Instant, Limit)>) -> Limit {
    match deadline {
        Some((time, limit)) => {
            sleep_until(time).await;
            limit
        }
        None => pending().await,
    }
}
