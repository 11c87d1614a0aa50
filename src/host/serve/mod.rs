//! The server: sessions over TCP and WebSocket.
//!
//! **The decision:** one thread performs all network input and output; each
//! session has its own threads for the conversation and the search. No request
//! of one host can therefore delay another, except by using the processor, and
//! a session that fails does not affect the others. Everything that a host can
//! make grow has a named limit.

mod args;
mod auth;
mod connection;
mod door;
mod http;
mod listen;
mod lobby;
mod memory;
mod meter;
mod origin;
mod rate;
mod session;
mod tcp;
mod token;
mod transport;
mod websocket;

use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::time::{sleep, timeout};

pub use args::ServeArgs;
use connection::Kind;
use listen::Endpoint;
use lobby::Lobby;
use token::{Token, TokenError};

use super::conversation::{Order, next_order};
use super::signals;

/// The maximum number of connections that are not sessions yet.
const LOBBY: usize = 64;
/// The maximum number of refused connections that are still being answered.
const EXIT: usize = 64;
/// The pause after the system refuses to accept a connection, so that a lack of
/// file descriptors does not make the server spin.
const PAUSE: Duration = Duration::from_millis(100);
/// How long the sessions may take to end when the server shuts down.
const GRACE: Duration = Duration::from_secs(4);

/// The reason why the server can't start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The token can't be read, or it is malformed.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// Other machines could connect, and no token is required of them.
    #[error(
        "{0} can be reached by other machines: that needs a token, \
         by --token-file or in BATYR_TOKEN"
    )]
    Open(String),
    /// The host name has no address.
    #[error("can't find the address of '{host}': {source}")]
    Resolve {
        /// The host name.
        host: String,
        /// The error of the system.
        source: io::Error,
    },
    /// The server can't listen on an address.
    #[error("can't listen on {place}: {source}")]
    Listen {
        /// The address, with the name that it comes from.
        place: String,
        /// The error of the system.
        source: io::Error,
    },
    /// Another operation of the system failed.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// The state that all connections share.
struct Server {
    args: ServeArgs,
    token: Option<Token>,
    lobby: Lobby,
    exit: Lobby,
    sessions: Arc<Semaphore>,
    orders: watch::Receiver<Order>,
    last_number: AtomicU64,
    /// The server's host names, as given on the command line.
    names: Vec<String>,
}

impl Server {
    fn next_number(&self) -> u64 {
        self.last_number.fetch_add(1, Relaxed) + 1
    }

    fn door(&self, penance: Duration) -> door::Door<'_> {
        door::Door {
            token: self.token.as_ref(),
            origins: &self.args.allow_origin,
            names: &self.names,
            penance,
            max_line: self.args.max_line as usize,
        }
    }
}

/// Serves until a signal ends the server.
///
/// # Errors
/// If the server can't start.
pub fn run(mut args: ServeArgs) -> Result<(), ServeError> {
    if args.tcp.is_empty() && args.websocket.is_empty() {
        args.tcp.extend(args::TCP.parse::<Endpoint>());
        args.websocket.extend(args::WEBSOCKET.parse::<Endpoint>());
    }
    memory::set_up_allocator();
    let token = Token::find(args.token_file.as_deref())?;
    let names = args.websocket.iter().filter_map(Endpoint::name);
    let names = names.map(str::to_owned).collect();
    let orders = signals::listen();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(serve(Server {
        lobby: Lobby::new(LOBBY),
        exit: Lobby::new(EXIT),
        sessions: Arc::new(Semaphore::new(args.max_sessions as usize)),
        args,
        token,
        orders,
        last_number: AtomicU64::new(0),
        names,
    }))
}

async fn serve(server: Server) -> Result<(), ServeError> {
    let listeners = listen(&server).await?;
    announce(&listeners)?;
    let server = Arc::new(server);
    // Closed when every task that holds a clone of `alive` has ended.
    let (alive, mut all_gone) = mpsc::channel::<()>(1);
    for (kind, listener) in listeners {
        let server = Arc::clone(&server);
        tokio::spawn(accept(server, kind, listener, alive.clone()));
    }
    drop(alive);
    let mut orders = server.orders.clone();
    // An error means that no signal can come any more: serve on.
    if orders
        .wait_for(|order| *order != Order::GoOn)
        .await
        .is_err()
    {
        std::future::pending::<()>().await;
    }
    log::info!("shutting down");
    if timeout(GRACE, all_gone.recv()).await.is_err() {
        log::warn!("some sessions did not end in time");
    }
    Ok(())
}

/// Listens on all endpoints of the command line, after checking that a token is
/// set if other machines can reach one of them.
async fn listen(server: &Server) -> Result<Vec<(Kind, TcpListener)>, ServeError> {
    let mut places = Vec::new();
    for (kind, endpoints) in [
        (Kind::Tcp, &server.args.tcp),
        (Kind::WebSocket, &server.args.websocket),
    ] {
        for endpoint in endpoints {
            let addresses = endpoint.resolve().await?;
            let is_open = |address: &&SocketAddr| !address.ip().to_canonical().is_loopback();
            let open = addresses.iter().find(is_open);
            if let Some(&address) = open.filter(|_| server.token.is_none()) {
                return Err(ServeError::Open(endpoint.at(address)));
            }
            places.push((kind, endpoint, addresses));
        }
    }
    let mut listeners = Vec::new();
    for (kind, endpoint, addresses) in places {
        let all = endpoint.listen(&addresses).await?;
        listeners.extend(all.into_iter().map(|listener| (kind, listener)));
    }
    Ok(listeners)
}

/// Prints the addresses on which the server listens, for whoever started it.
fn announce(listeners: &[(Kind, TcpListener)]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for (kind, listener) in listeners {
        let address = listener.local_addr()?;
        writeln!(out, "listening on {} {address}", kind.name())?;
    }
    out.flush()
}

/// Accepts connections until the server ends.
async fn accept(server: Arc<Server>, kind: Kind, listener: TcpListener, alive: mpsc::Sender<()>) {
    let mut orders = server.orders.clone();
    let accepting = async {
        let mut failing = false;
        loop {
            match listener.accept().await {
                Ok((stream, address)) => {
                    failing = false;
                    let (server, alive) = (Arc::clone(&server), alive.clone());
                    let guest = connection::Guest::new(server.next_number(), address);
                    let place = guest.enter(&server.lobby);
                    tokio::spawn(async move {
                        connection::serve(&server, kind, stream, guest, place).await;
                        drop(alive);
                    });
                }
                Err(error) => {
                    if !failing {
                        log::error!("accepting {}: {error}", kind.name());
                    }
                    failing = true;
                    sleep(PAUSE).await;
                }
            }
        }
    };
    tokio::select! {
        () = accepting => {}
        _ = next_order(&mut orders) => {}
    }
}
