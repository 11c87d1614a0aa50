//! The limits on the time and the data of a conversation.
//!
//! The person who started the program has no limits. Over the network a host may
//! neither keep a session that it does not use, nor search for ever, nor make the
//! engine hold more lines than it can process.

use std::time::Duration;

use tokio::time::Instant;

use super::Limit;

/// The limits of a conversation; by default there are none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ConversationLimits {
    /// The longest time without a line and without a search.
    pub idle: Option<Duration>,
    /// The longest search, its answer included: one that has ended but must
    /// wait for `stop` still counts.
    pub search: Option<Duration>,
    /// The maximum number of bytes of lines that wait for the end of a search.
    pub queue: Option<usize>,
    /// The maximum number of bytes that a host may leave unread before it is
    /// disconnected; by default the host's own lines are left unread instead,
    /// until it catches up.
    pub output: Option<usize>,
}

/// The monitor of the limits of a conversation.
#[derive(Debug)]
pub struct LimitWatch {
    limits: ConversationLimits,
    /// The time of the last line, or of the last start or end of a search.
    idle_since: Instant,
    /// The number and the start of the search that has not been answered.
    search: Option<(u64, Instant)>,
}

impl LimitWatch {
    /// Creates the monitor of a conversation that begins now.
    pub fn new(limits: ConversationLimits) -> Self {
        Self {
            limits,
            idle_since: Instant::now(),
            search: None,
        }
    }

    /// Returns the limit on unread output, above which the host is disconnected,
    /// if there is one.
    pub const fn output_limit(&self) -> Option<Limit> {
        match self.limits.output {
            Some(bytes) => Some(Limit::Output(bytes)),
            None => None,
        }
    }

    /// Records that the host sent a line.
    pub fn line(&mut self) {
        self.idle_since = Instant::now();
    }

    /// Records what has happened, and returns the limit that is exceeded, if
    /// any. The arguments are the number of the search that has not been
    /// answered and the bytes of lines that wait for it. Must be called after
    /// every input of the conversation.
    pub fn check(&mut self, search: Option<u64>, waiting: usize) -> Option<Limit> {
        let before = self.search.map(|(number, _)| number);
        if before != search {
            // Whether a search began or ended, the host is idle from now on
            // only.
            self.idle_since = Instant::now();
            self.search = search.map(|number| (number, self.idle_since));
        }
        let max = self.limits.queue?;
        (waiting > max).then_some(Limit::Queue(max))
    }

    /// Returns the time at which the next limit is reached if nothing happens,
    /// and that limit.
    pub fn deadline(&self) -> Option<(Instant, Limit)> {
        let (since, time, limit): (_, _, fn(u64) -> Limit) = match self.search {
            Some((_, since)) => (since, self.limits.search?, Limit::Search),
            None => (self.idle_since, self.limits.idle?, Limit::Idle),
        };
        Some((since.checked_add(time)?, limit(time.as_secs())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watch() -> LimitWatch {
        LimitWatch::new(ConversationLimits {
            queue: Some(1000),
            idle: Some(Duration::from_secs(5)),
            search: Some(Duration::from_secs(9)),
            output: None,
        })
    }

    #[test]
    fn the_bytes_of_waiting_lines_are_limited() {
        let mut watch = watch();
        assert_eq!(watch.check(Some(1), 1000), None);
        assert_eq!(watch.check(Some(1), 1001), Some(Limit::Queue(1000)));
        assert_eq!(
            LimitWatch::new(ConversationLimits::default()).check(None, usize::MAX),
            None
        );
    }

    #[test]
    fn a_search_and_a_pause_have_separate_deadlines() {
        let mut watch = watch();
        assert_eq!(watch.deadline().unwrap().1, Limit::Idle(5));
        assert_eq!(watch.check(Some(1), 0), None);
        let first = watch.deadline().unwrap();
        assert_eq!(first.1, Limit::Search(9));
        // Only another search restarts the clock.
        watch.line();
        assert_eq!(watch.check(Some(1), 0), None);
        assert_eq!(watch.deadline().unwrap(), first);
        assert_eq!(watch.check(Some(2), 0), None);
        assert!(watch.deadline().unwrap().0 > first.0);
        assert_eq!(watch.check(None, 0), None);
        assert_eq!(watch.deadline().unwrap().1, Limit::Idle(5));
        assert!(
            LimitWatch::new(ConversationLimits::default())
                .deadline()
                .is_none()
        );
    }
}
