//! The configuration of the server.

use std::path::PathBuf;

use super::{Endpoint, Origin};
use crate::host::limits::{ConversationLimits, HostLimits};
use crate::host::output_queue::OutputLimits;

/// Where the server listens, which hosts it admits, and what each may use.
#[derive(Debug, Clone)]
pub struct ServerConfig {
    /// The endpoints for lines over TCP.
    pub tcp: Vec<Endpoint>,
    /// The endpoints for WebSockets.
    pub websocket: Vec<Endpoint>,
    /// The file with the token; `None` for the one in the environment, if any.
    pub token_file: Option<PathBuf>,
    /// The origins of pages that may open a WebSocket, besides those of this
    /// machine.
    pub allowed_origins: Vec<Origin>,
    /// The maximum number of sessions at a time.
    pub max_sessions: usize,
    /// The maximum length of a line, in bytes.
    pub max_line: usize,
    /// The maximum number of lines per second; 0 for no limit.
    pub max_rate: u32,
    /// The limits on a host's use of its engine.
    pub host: HostLimits,
    /// The limits on the time and the data of a conversation.
    pub conversation: ConversationLimits,
    /// The limits on the output that a host has not read.
    pub output: OutputLimits,
}
