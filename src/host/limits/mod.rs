//! The limits on a host: on its use of the engine, and on the time and the data of its
//! conversation. Messages to the host name a limit as the command line does.

mod conversation;
mod host;

pub use conversation::{ConversationLimits, LimitMonitor};
pub use host::HostLimits;

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
