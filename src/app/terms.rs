//! How long and how much a conversation may go on.
//!
//! The owner's console has no limits. Over the network a host may neither keep
//! a session that it does not use, nor search for ever, nor make the engine
//! hold more lines than it can work off.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

use super::limit::Limit;

/// What a line that waits for a search costs beside its text, in bytes.
const OVERHEAD: usize = 128;

/// The terms of a conversation; the default ones have no limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Terms {
    /// The longest time without a line and without a search.
    pub idle: Option<Duration>,
    /// The longest search.
    pub search: Option<Duration>,
    /// The most bytes of lines taken in while a search runs.
    pub queue: Option<usize>,
    /// A host that leaves more unread than this is left; by default it is not
    /// listened to until it reads.
    pub output: Option<usize>,
}

/// Watches over the terms.
#[derive(Debug)]
pub struct Watch {
    terms: Terms,
    /// The last line, or the end of the last search.
    idle_since: Instant,
    /// The start of the search that runs.
    search_since: Option<Instant>,
    backlog: Backlog,
}

impl Watch {
    /// The watch of a conversation that begins now.
    pub fn new(terms: Terms) -> Self {
        Self {
            terms,
            idle_since: Instant::now(),
            search_since: None,
            backlog: Backlog::default(),
        }
    }

    /// Whether a host that does not read is left.
    pub const fn leaves_when_full(&self) -> Option<Limit> {
        match self.terms.output {
            Some(bytes) => Some(Limit::Output(bytes)),
            None => None,
        }
    }

    /// The host said something.
    pub fn line(&mut self, line: &str) {
        self.idle_since = Instant::now();
        if self.search_since.is_some() {
            self.backlog.add(line);
        }
    }

    /// A search is over; another may have followed it at once.
    pub fn task_ended(&mut self) {
        self.idle_since = Instant::now();
        self.search_since = None;
        self.backlog.task_ended();
    }

    /// To be called whenever something has happened, with whether a search runs
    /// now. Gives the limit that is passed.
    pub fn check(&mut self, is_busy: bool) -> Option<Limit> {
        if is_busy {
            self.search_since.get_or_insert_with(Instant::now);
        } else {
            self.search_since = None;
            self.backlog = Backlog::default();
        }
        let most = self.terms.queue?;
        (self.backlog.bytes > most).then_some(Limit::Queue(most))
    }

    /// When the next limit is reached if nothing happens, and which.
    pub fn deadline(&self) -> Option<(Instant, Limit)> {
        let (since, time, limit): (_, _, fn(u64) -> Limit) = match self.search_since {
            Some(since) => (since, self.terms.search?, Limit::Search),
            None => (self.idle_since, self.terms.idle?, Limit::Idle),
        };
        Some((since.checked_add(time)?, limit(time.as_secs())))
    }
}

/// Lines that may be waiting for the end of a search. Each end lets those go on
/// that stand before the next `go`.
#[derive(Debug, Default)]
struct Backlog {
    bytes: usize,
    /// The bytes up to each `go`, and those behind the last one.
    parts: VecDeque<usize>,
}

impl Backlog {
    fn add(&mut self, line: &str) {
        let cost = line.len() + OVERHEAD;
        self.bytes += cost;
        match self.parts.back_mut() {
            Some(part) => *part += cost,
            None => self.parts.push_back(cost),
        }
        if matches!(line.split_whitespace().next(), Some("go" | "bench")) {
            self.parts.push_back(0);
        }
    }

    fn task_ended(&mut self) {
        self.bytes -= self.parts.pop_front().unwrap_or(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watch() -> Watch {
        Watch::new(Terms {
            queue: Some(20 * OVERHEAD),
            idle: Some(Duration::from_secs(5)),
            search: Some(Duration::from_secs(9)),
            output: None,
        })
    }

    #[test]
    fn lines_count_until_the_search_before_them_ends() {
        let mut watch = watch();
        for _ in 0..1000 {
            watch.line("isready");
            assert_eq!(watch.check(false), None);
        }
        assert_eq!(watch.check(true), None);
        for _ in 0..1000 {
            for line in ["stop", "position startpos", "go infinite"] {
                watch.line(line);
            }
            assert_eq!(watch.check(true), None);
            watch.task_ended();
            assert_eq!(watch.check(true), None);
        }
        for _ in 0..30 {
            watch.line("ucinewgame");
        }
        assert_eq!(watch.check(true), Some(Limit::Queue(20 * OVERHEAD)));
        watch.task_ended();
        assert_eq!(watch.check(false), None);
    }

    #[test]
    fn a_search_and_a_pause_have_deadlines_of_their_own() {
        let mut watch = watch();
        assert_eq!(watch.deadline().unwrap().1, Limit::Idle(5));
        assert_eq!(watch.check(true), None);
        assert_eq!(watch.deadline().unwrap().1, Limit::Search(9));
        watch.task_ended();
        assert_eq!(watch.deadline().unwrap().1, Limit::Idle(5));
        assert!(Watch::new(Terms::default()).deadline().is_none());
    }
}
