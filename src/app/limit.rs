//! The limits of a conversation over the network, by the names under which
//! they are set on the command line and told to the host.

/// A limit that was reached. Times are in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Limit {
    /// As many sessions as there may be.
    #[error("limit max-sessions ({0}) reached")]
    Sessions(usize),
    /// Lines came faster than they may for too long.
    #[error("limit max-rate ({lines} lines a second) passed for {seconds} s")]
    Rate {
        /// Lines that may come in a second.
        lines: u32,
        /// How long more came.
        seconds: u64,
    },
    /// A message that can't be skipped like a line, so much longer than a line
    /// may be.
    #[error("limit max-line ({0} bytes) passed")]
    Line(usize),
    /// Nothing was asked and nothing searched.
    #[error("limit idle-timeout ({0} s) reached")]
    Idle(u64),
    /// A search went on and on.
    #[error("limit max-search ({0} s) reached")]
    Search(u64),
    /// Too many lines wait for the end of a search.
    #[error("limit max-queue ({0} bytes) reached")]
    Queue(usize),
    /// The host does not read what it asked for.
    #[error("limit max-output ({0} bytes) reached")]
    Output(usize),
}
