//! The limits on a host: on its use of the engine, and on the time and the data of its
//! conversation. Messages to the host name a limit as the command line does.
//!
//! Over standard input and output, only the hash size and the number of threads are limited.
//! Over the network, a host may neither keep a session that it does not use, nor search
//! indefinitely, nor make the engine store ever more lines.

use std::time::Duration;

use crate::engine::DEFAULT_HASH;
use crate::util::clock::Instant;
use crate::util::sync::processors;

/// The limits on a host's use of the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HostLimits {
    /// The maximum size of the transposition table, in megabytes.
    pub max_hash: usize,
    /// The maximum number of search threads.
    pub max_threads: usize,
    /// Whether the host may name files on this machine.
    pub allows_files: bool,
    /// Whether the host may run the benchmark, which allocates a transposition
    /// table in addition to the host's own.
    pub allows_bench: bool,
    /// Whether the host's engine shares the processor cores with those of other hosts.
    pub shares_cores: bool,
}

/// The maximum size of a transposition table, in megabytes: 32 TiB, which fits in the
/// address space of a large machine.
const MAX_HASH: usize = 1 << 25;

impl HostLimits {
    /// Returns the limits for the person who started the program.
    pub fn owner() -> Self {
        // More than four threads per core would only slow each other down.
        Self {
            max_hash: MAX_HASH,
            max_threads: 4 * processors().max(2),
            allows_files: true,
            allows_bench: true,
            shares_cores: false,
        }
    }

    /// Returns the initial size of the transposition table, in megabytes.
    pub fn default_hash(&self) -> usize {
        self.max_hash.min(DEFAULT_HASH)
    }
}

/// The limits on a conversation. By default there are none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ConversationLimits {
    /// The maximum time without a line and without a search.
    pub idle: Option<Duration>,
    /// The maximum time from the start of a search to its answer. A search that has ended but
    /// must wait for `stop` has not been answered.
    pub search: Option<Duration>,
    /// The maximum number of bytes in the lines that wait for the end of a search.
    pub queue: Option<usize>,
    /// The maximum number of bytes that the host may leave unread before it is disconnected.
    /// Without this limit, the host's own lines are left unread until it catches up.
    pub output: Option<usize>,
}

/// Monitors the limits on a conversation.
#[derive(Debug)]
pub struct LimitMonitor {
    limits: ConversationLimits,
    /// The time of the last line, or of the last start or end of a search.
    idle_since: Instant,
    /// The number and the start time of the search that has not been answered, if any.
    search: Option<(u64, Instant)>,
}

impl LimitMonitor {
    /// Creates a monitor for a conversation that begins now.
    pub fn new(limits: ConversationLimits) -> Self {
        Self {
            limits,
            idle_since: Instant::now(),
            search: None,
        }
    }

    /// Returns the limit on unread output above which the host is disconnected; `None` without
    /// one.
    pub fn output_limit(&self) -> Option<Limit> {
        self.limits.output.map(Limit::Output)
    }

    /// Records that a line was received from the host.
    pub fn record_line(&mut self) {
        self.idle_since = Instant::now();
    }

    /// Records the current search and returns the limit that is exceeded, if any. `search` is
    /// the number of the search that has not been answered, and `waiting_bytes` the number of
    /// bytes in the lines that wait for it. This must be called after every input of the
    /// conversation.
    pub fn update(&mut self, search: Option<u64>, waiting_bytes: usize) -> Option<Limit> {
        let previous = self.search.map(|(number, _)| number);
        if previous != search {
            // A search has begun or ended, so idle time is measured from now.
            self.idle_since = Instant::now();
            self.search = search.map(|number| (number, self.idle_since));
        }
        let max = self.limits.queue?;
        (waiting_bytes > max).then_some(Limit::Queue(max))
    }

    /// Returns the time at which a limit is reached if nothing else happens, and that limit.
    pub fn deadline(&self) -> Option<(Instant, Limit)> {
        let (since, time, limit): (_, _, fn(u64) -> Limit) = match self.search {
            Some((_, since)) => (since, self.limits.search?, Limit::Search),
            None => (self.idle_since, self.limits.idle?, Limit::Idle),
        };
        Some((since.checked_add(time)?, limit(time.as_secs())))
    }
}

/// A limit that was reached. Times are in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Limit {
    /// The maximum number of sessions is open.
    #[error("limit max-sessions ({0}) reached")]
    Sessions(usize),
    /// For too long, lines arrived faster than the maximum rate.
    #[error("limit max-rate ({lines} lines a second) exceeded for {seconds} s")]
    Rate {
        /// The maximum number of lines per second.
        lines: u32,
        /// The time for which the rate was exceeded.
        seconds: u64,
    },
    /// A WebSocket message is far longer than the maximum length of a line, and can't be
    /// skipped as a line can.
    #[error("limit max-line ({0} bytes) exceeded")]
    Line(usize),
    /// For too long, the host sent no line and no search was running.
    #[error("limit idle-timeout ({0} s) reached")]
    Idle(u64),
    /// A search took too long.
    #[error("limit max-search ({0} s) reached")]
    Search(u64),
    /// Too many lines wait for the end of a search.
    #[error("limit max-queue ({0} bytes) reached")]
    Queue(usize),
    /// The host does not read the replies to its requests.
    #[error("limit max-output ({0} bytes) reached")]
    Output(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn monitor() -> LimitMonitor {
        LimitMonitor::new(ConversationLimits {
            queue: Some(1000),
            idle: Some(Duration::from_secs(5)),
            search: Some(Duration::from_secs(9)),
            output: None,
        })
    }

    #[test]
    fn the_bytes_in_waiting_lines_are_limited() {
        let mut monitor = monitor();
        assert_eq!(monitor.update(Some(1), 1000), None);
        assert_eq!(monitor.update(Some(1), 1001), Some(Limit::Queue(1000)));
        assert_eq!(
            LimitMonitor::new(ConversationLimits::default()).update(None, usize::MAX),
            None
        );
    }

    #[test]
    fn a_search_and_an_idle_host_have_separate_deadlines() {
        let mut monitor = monitor();
        assert_eq!(monitor.deadline().unwrap().1, Limit::Idle(5));
        assert_eq!(monitor.update(Some(1), 0), None);
        let first = monitor.deadline().unwrap();
        assert_eq!(first.1, Limit::Search(9));
        // Only a new search moves the deadline.
        monitor.record_line();
        assert_eq!(monitor.update(Some(1), 0), None);
        assert_eq!(monitor.deadline().unwrap(), first);
        assert_eq!(monitor.update(Some(2), 0), None);
        assert!(monitor.deadline().unwrap().0 > first.0);
        assert_eq!(monitor.update(None, 0), None);
        assert_eq!(monitor.deadline().unwrap().1, Limit::Idle(5));
        assert!(
            LimitMonitor::new(ConversationLimits::default())
                .deadline()
                .is_none()
        );
    }
}
