//! The configuration of the server, and the state that all connections share.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use tokio::sync::{Semaphore, watch};

use super::bounded::BoundedConnections;
use super::endpoint::Endpoint;
use super::origin::Origin;
use super::token::{AccessToken, TokenSource};
use super::visits::Visits;
use crate::host::limits::{ConversationLimits, HostLimits};
use crate::host::shutdown::Shutdown;

/// The maximum number of connections that are not sessions yet.
const MAX_PENDING: usize = 64;
/// The maximum number of refused connections that are still being answered.
const MAX_REFUSED: usize = 64;

/// The configuration of the server: where it listens, which hosts it admits, and what each
/// host may use.
#[derive(Clone)]
pub struct ServerConfig {
    /// The endpoints that accept TCP connections.
    pub tcp: Vec<Endpoint>,
    /// The endpoints that accept WebSockets.
    pub websocket: Vec<Endpoint>,
    /// Whether the WebSocket endpoints also serve the board's page.
    pub offers_board: bool,
    /// The source of the token.
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
    /// The time after which the server ends if there is neither a session nor a request for
    /// the page; `None` if it does not end by itself.
    pub close_after: Option<Duration>,
}

/// The state that all connections share.
pub struct Server {
    pub config: ServerConfig,
    pub token: Option<AccessToken>,
    /// The connections that are not sessions yet.
    pub pending: BoundedConnections,
    /// The refused connections that are still being answered.
    pub refused: BoundedConnections,
    /// The permits for sessions.
    pub sessions: Arc<Semaphore>,
    /// The ongoing visits. A server with `close_after` closes after that time without any.
    pub visits: Visits,
    pub shutdown: watch::Receiver<Shutdown>,
    /// The number of the last connection.
    last_number: AtomicU64,
    /// The host names in the WebSocket endpoints.
    pub names: Vec<String>,
}

impl Server {
    /// Creates the state of a server without connections.
    pub fn new(
        config: ServerConfig,
        token: Option<AccessToken>,
        shutdown: watch::Receiver<Shutdown>,
    ) -> Self {
        let names = config.websocket.iter().filter_map(Endpoint::host_name);
        Self {
            token,
            pending: BoundedConnections::new(MAX_PENDING),
            refused: BoundedConnections::new(MAX_REFUSED),
            sessions: Arc::new(Semaphore::new(config.max_sessions)),
            visits: Visits::default(),
            shutdown,
            last_number: AtomicU64::new(0),
            names: names.map(str::to_owned).collect(),
            config,
        }
    }

    /// Returns a new number for a connection.
    pub fn next_number(&self) -> u64 {
        self.last_number.fetch_add(1, Relaxed) + 1
    }

    /// Waits until there has been no visit for `close_after`; forever if it is `None`.
    pub async fn wait_until_unvisited(&self) {
        let Some(close_after) = self.config.close_after else {
            return pending().await;
        };
        self.visits.absence(close_after).await;
        log::info!("closing: nobody has been connected for {close_after:?}");
    }
}
