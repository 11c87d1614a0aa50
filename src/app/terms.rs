//! How long and how much a conversation may go on.
//!
//! The owner's console has no limits. Over the network a host may neither keep
//! a session that it does not use, nor search for ever, nor make the engine
//! hold more lines than it can work off.

use std::time::Duration;

use tokio::time::Instant;

use super::limit::Limit;

/// The terms of a conversation; the default ones have no limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Terms {
    /// The longest time without a line and without a search.
    pub idle: Option<Duration>,
    /// The longest search, its answer included: one that has ended and must
    /// wait for `stop` goes on.
    pub search: Option<Duration>,
    /// The most bytes of lines that wait for the end of a search.
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
    /// The number of the search that has not been answered, and its start.
    search: Option<(u64, Instant)>,
}

impl Watch {
    /// The watch of a conversation that begins now.
    pub fn new(terms: Terms) -> Self {
        Self {
            terms,
            idle_since: Instant::now(),
            search: None,
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
    pub fn line(&mut self) {
        self.idle_since = Instant::now();
    }

    /// To be called whenever something has happened, with the number of the
    /// search that has not been answered and the bytes of lines that wait for
    /// it. Gives the limit that is passed.
    pub fn check(&mut self, search: Option<u64>, waiting: usize) -> Option<Limit> {
        let before = self.search.map(|(number, _)| number);
        if before != search {
            // Either way the host is waited for from now on only.
            self.idle_since = Instant::now();
            self.search = search.map(|number| (number, self.idle_since));
        }
        let most = self.terms.queue?;
        (waiting > most).then_some(Limit::Queue(most))
    }

    /// When the next limit is reached if nothing happens, and which.
    pub fn deadline(&self) -> Option<(Instant, Limit)> {
        let (since, time, limit): (_, _, fn(u64) -> Limit) = match self.search {
            Some((_, since)) => (since, self.terms.search?, Limit::Search),
            None => (self.idle_since, self.terms.idle?, Limit::Idle),
        };
        Some((since.checked_add(time)?, limit(time.as_secs())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watch() -> Watch {
        Watch::new(Terms {
            queue: Some(1000),
            idle: Some(Duration::from_secs(5)),
            search: Some(Duration::from_secs(9)),
            output: None,
        })
    }

    #[test]
    fn what_waits_is_limited() {
        let mut watch = watch();
        assert_eq!(watch.check(Some(1), 1000), None);
        assert_eq!(watch.check(Some(1), 1001), Some(Limit::Queue(1000)));
        assert_eq!(Watch::new(Terms::default()).check(None, usize::MAX), None);
    }

    #[test]
    fn a_search_and_a_pause_have_deadlines_of_their_own() {
        let mut watch = watch();
        assert_eq!(watch.deadline().unwrap().1, Limit::Idle(5));
        assert_eq!(watch.check(Some(1), 0), None);
        let first = watch.deadline().unwrap();
        assert_eq!(first.1, Limit::Search(9));
        // Nothing but another search starts the clock anew.
        watch.line();
        assert_eq!(watch.check(Some(1), 0), None);
        assert_eq!(watch.deadline().unwrap(), first);
        assert_eq!(watch.check(Some(2), 0), None);
        assert!(watch.deadline().unwrap().0 > first.0);
        assert_eq!(watch.check(None, 0), None);
        assert_eq!(watch.deadline().unwrap().1, Limit::Idle(5));
        assert!(Watch::new(Terms::default()).deadline().is_none());
    }
}
