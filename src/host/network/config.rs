//! The configuration of the server.

use std::time::Duration;

use super::{Endpoint, Origin, TokenSource};
use crate::host::limits::{ConversationLimits, HostLimits};
use crate::host::output_queue::OutputLimits;

/// The configuration of the server: where it listens, which hosts it admits, and what each
/// host may use.
#[derive(Debug, Clone)]
pub struct ServerConfig {
    /// The endpoints that accept TCP connections.
    pub tcp: Vec<Endpoint>,
    /// The endpoints that accept WebSockets.
    pub websocket: Vec<Endpoint>,
    /// Whether the WebSocket endpoints also serve the board's page.
    pub offers_board: bool,
    /// Where the token comes from.
    pub token: TokenSource,
    /// The origins of pages that may open a WebSocket, in addition to the board's own page.
    pub allowed_origins: Vec<Origin>,
    /// Whether pages of this machine may open a WebSocket, whichever program serves them.
    pub allows_local_pages: bool,
    /// The maximum number of simultaneous sessions.
    pub max_sessions: usize,
    /// The maximum length of a line, in bytes.
    pub max_line: usize,
    /// The maximum number of lines per second; 0 for no limit.
    pub max_rate: u32,
    /// The limits on a host's use of its engine.
    pub host_limits: HostLimits,
    /// The limits on the time and the data of a conversation.
    pub conversation_limits: ConversationLimits,
    /// The limits on the output that a host has not read.
    pub output_limits: OutputLimits,
    /// The time after which the server ends if there is neither a session nor a request for
    /// the page; `None` if it does not end by itself.
    pub close_after: Option<Duration>,
}
