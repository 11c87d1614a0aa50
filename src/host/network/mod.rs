//! The server: sessions over TCP and WebSocket.
//!
//! One thread performs all network input and output; each session has its own threads for
//! the conversation and the search. So a request from one host can't delay another host,
//! except by using the processor, and a session that fails does not affect the others.
//! Every resource that a host could otherwise use without bound has a named limit.

mod allocator;
mod auth;
mod board;
mod bounded;
mod connection;
mod endpoint;
mod handshake;
mod http;
mod meter;
mod origin;
mod rate;
mod server;
mod session;
mod tcp;
mod token;
mod transport;
mod visits;
mod websocket;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

pub use connection::Transport;
pub use endpoint::Endpoint;
pub use origin::Origin;
pub use server::ServerConfig;
pub use token::TokenSource;

use endpoint::ListenError;
use server::Server;
use token::{AccessToken, TokenError};

use super::shutdown::shutdown_requested;
use super::signals;

/// The pause after a failure to accept a connection. Without it, a lack of file descriptors
/// would make the server spin.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);
/// The time limit for the sessions to end when the server shuts down.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(4);

/// An error that prevents the server from starting.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The token can't be read or is malformed.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// Other machines could connect without a token.
    #[error(
        "{0} can be reached by other machines: set a token \
         with --token-file or in BATYR_TOKEN, or let --new-token create one"
    )]
    TokenRequired(String),
    /// The server can't listen on an endpoint.
    #[error(transparent)]
    Listen(#[from] ListenError),
    /// Another system call failed.
    #[error(transparent)]
    System(#[from] io::Error),
}

impl ServerError {
    /// Returns whether the error is that an address is already in use.
    pub fn is_in_use(&self) -> bool {
        let in_use = io::ErrorKind::AddrInUse;
        matches!(self, Self::Listen(ListenError::Address { source, .. }) if source.kind() == in_use)
    }
}

/// An address on which the server listens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListenAddress {
    /// The transport of the connections.
    pub transport: Transport,
    /// The address, with the port that the system has chosen if port 0 was requested.
    pub address: SocketAddr,
}

/// Runs the server until a signal arrives or the server closes because nobody uses it. Calls
/// `announce` with the addresses as soon as the server listens on them.
///
/// # Errors
/// Returns an error if the server can't start, or the error of `announce`.
pub fn run(
    config: ServerConfig,
    announce: impl FnOnce(&[ListenAddress]) -> io::Result<()>,
) -> Result<(), ServerError> {
    allocator::set_up_allocator();
    let token = AccessToken::load(&config.token)?;
    let server = Server::new(config, token, signals::listen(|| ()));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(serve(server, announce))
}

async fn serve(
    server: Server,
    announce: impl FnOnce(&[ListenAddress]) -> io::Result<()>,
) -> Result<(), ServerError> {
    let listeners = listen(&server).await?;
    if server.config.offers_board {
        board::prepare();
    }
    let mut addresses = Vec::new();
    for (transport, listener) in &listeners {
        let (transport, address) = (*transport, listener.local_addr()?);
        addresses.push(ListenAddress { transport, address });
    }
    announce(&addresses)?;
    let server = Arc::new(server);
    // The channel closes when every task that holds a clone of `alive` has ended.
    let (alive, mut all_ended) = mpsc::channel::<()>(1);
    for (transport, listener) in listeners {
        let server = Arc::clone(&server);
        tokio::spawn(accept(server, transport, listener, alive.clone()));
    }
    drop(alive);
    let mut shutdown = server.shutdown.clone();
    tokio::select! {
        _ = shutdown_requested(&mut shutdown) => {}
        () = server.wait_until_unvisited() => return Ok(()),
    }
    log::info!("shutting down");
    if timeout(SHUTDOWN_GRACE, all_ended.recv()).await.is_err() {
        log::warn!("some sessions did not end in time");
    }
    Ok(())
}

/// Listens on all endpoints of the configuration, after checking that a token is set if other
/// machines can reach one of them.
async fn listen(server: &Server) -> Result<Vec<(Transport, TcpListener)>, ServerError> {
    let mut resolved = Vec::new();
    for (transport, endpoints) in [
        (Transport::Tcp, &server.config.tcp),
        (Transport::WebSocket, &server.config.websocket),
    ] {
        for endpoint in endpoints {
            let addresses = endpoint.resolve().await?;
            let is_reachable = |address: &&SocketAddr| !address.ip().to_canonical().is_loopback();
            let reachable = addresses.iter().find(is_reachable);
            if let Some(&address) = reachable.filter(|_| server.token.is_none()) {
                return Err(ServerError::TokenRequired(endpoint.describe(address)));
            }
            resolved.push((transport, endpoint, addresses));
        }
    }
    let mut listeners = Vec::new();
    for (transport, endpoint, addresses) in resolved {
        for listener in endpoint.listen(&addresses).await? {
            listeners.push((transport, listener));
        }
    }
    Ok(listeners)
}

/// Accepts connections until the server shuts down.
async fn accept(
    server: Arc<Server>,
    transport: Transport,
    listener: TcpListener,
    alive: mpsc::Sender<()>,
) {
    let mut shutdown = server.shutdown.clone();
    let accepting = async {
        let mut is_failing = false;
        loop {
            match listener.accept().await {
                Ok((stream, address)) => {
                    is_failing = false;
                    let (server, alive) = (Arc::clone(&server), alive.clone());
                    let number = server.next_number();
                    let id = connection::ConnectionId { number, address };
                    let slot = id.take_slot(&server.pending);
                    tokio::spawn(async move {
                        connection::serve(&server, transport, stream, id, slot).await;
                        drop(alive);
                    });
                }
                Err(error) => {
                    if !is_failing {
                        log::error!("can't accept a {} connection: {error}", transport.name());
                    }
                    is_failing = true;
                    sleep(ACCEPT_RETRY_DELAY).await;
                }
            }
        }
    };
    tokio::select! {
        () = accepting => {}
        _ = shutdown_requested(&mut shutdown) => {}
    }
}
