//! Serves a connection, from its first byte to its last.
//!
//! Until it becomes a session, a connection stays, for a short time only, in a bounded set,
//! from which a newer connection may evict it. So connections that send no token can't keep
//! out those that do. Refused connections are in a set of their own, so that they can't
//! delay the others.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::auth::FirstLine;
use super::bounded::{BoundedConnections, ConnectionSlot};
use super::handshake::AcceptedWebSocket;
use super::rate::RateLimiter;
use super::transport::{CloseReason, Incoming, Outgoing, Received, set_socket_options};
use super::{Server, session, tcp};
use crate::host::limits::Limit;
use crate::host::shutdown::shutdown_requested;
use crate::util::text::shorten;

/// The time limit for the handshake, and again for the token after it.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(5);
/// The delay before the answer to a wrong token.
const WRONG_TOKEN_DELAY: Duration = Duration::from_millis(500);
/// The time limit for telling a host why its connection ends, and again for closing the
/// connection.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// The reason for an eviction. Only the log shows it, because an evicted connection is not
/// answered.
const EVICTED: &str = "evicted to make room for newer connections";

/// The transport of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    /// Plain TCP.
    Tcp,
    /// WebSocket.
    WebSocket,
}

impl Transport {
    /// Returns the name of the transport in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tcp => "tcp",
            Self::WebSocket => "websocket",
        }
    }
}

/// The identity of a connection, as the log shows it.
#[derive(Debug, Clone, Copy)]
pub struct ConnectionId {
    number: u64,
    address: SocketAddr,
}

impl ConnectionId {
    /// Creates the identity of a connection from this address. Each connection must have a
    /// different number.
    pub const fn new(number: u64, address: SocketAddr) -> Self {
        Self { number, address }
    }

    /// Takes a slot for the connection, which may evict another connection.
    pub fn take_slot(self, set: &BoundedConnections) -> ConnectionSlot {
        // To a listener on all addresses, IPv4 addresses appear mapped to IPv6.
        set.add(self.number, self.address.ip().to_canonical())
    }
}

impl std::fmt::Display for ConnectionId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "connection {} {}", self.number, self.address)
    }
}

/// Serves a connection until it ends.
pub async fn serve(
    server: &Server,
    transport: Transport,
    stream: TcpStream,
    id: ConnectionId,
    mut slot: ConnectionSlot,
) {
    if let Err(error) = set_socket_options(&stream) {
        log::warn!("{id}: {error}");
    }
    match transport {
        Transport::Tcp => {
            let max_line = server.config.max_line;
            let (incoming, outgoing) = tcp::open(stream, max_line, server.token.is_some());
            serve_host(server, id, incoming, outgoing, false, slot).await;
        }
        Transport::WebSocket => {
            let handshake = server.handshake(WRONG_TOKEN_DELAY).accept(stream);
            let mut shutdown = server.shutdown.clone();
            let result = tokio::select! {
                result = timeout(HANDSHAKE_TIMEOUT, handshake) => result,
                () = slot.evicted() => return log::warn!("{id}: refused: {EVICTED}"),
                _ = shutdown_requested(&mut shutdown) => return,
            };
            match result {
                Ok(Ok(None)) => log::debug!("{id}: a file of the page was sent"),
                Ok(Ok(Some(accepted))) => {
                    let AcceptedWebSocket {
                        incoming,
                        outgoing,
                        has_token,
                    } = accepted;
                    serve_host(server, id, incoming, outgoing, has_token, slot).await;
                }
                Ok(Err(error)) => log::warn!("{id}: refused: {}", shorten(&error)),
                Err(_) => log::warn!("{id}: refused: the handshake took too long"),
            }
        }
    }
}

/// Runs the connection as a session, or reports to the host why it is refused. With `has_token`,
/// the host has already sent the right token.
async fn serve_host<I: Incoming>(
    server: &Server,
    id: ConnectionId,
    mut incoming: I,
    mut outgoing: I::Outgoing,
    has_token: bool,
    mut slot: ConnectionSlot,
) {
    let admitted = tokio::select! {
        admitted = check_token(server, &mut incoming), if !has_token => admitted,
        () = slot.evicted(), if !has_token => {
            return log::warn!("{id}: refused: {EVICTED}");
        }
        else => Ok(()),
    };
    drop(slot);
    let started = admitted.and_then(|()| Ok(start_session(server, id)?));
    let reason = match started {
        Ok((session, _permit)) => {
            let _visit = server.visits.begin();
            log::info!("{id}: opened");
            (incoming, outgoing) = incoming.lift_pre_auth_limit(outgoing).await;
            let rate = server.config.max_rate;
            let shutdown = server.shutdown.clone();
            let run = session.run(&mut incoming, &mut outgoing, rate, shutdown);
            let reason = run.await;
            log::info!("{id}: closed: {}", shorten(&reason.text));
            if reason.code == CloseCode::Error {
                send_close_line(&mut outgoing, &reason).await;
            }
            reason
        }
        Err(refusal) => return refuse(server, id, &mut incoming, &mut outgoing, &refusal).await,
    };
    if reason.code != CloseCode::Abnormal {
        close(&mut incoming, &mut outgoing, &reason).await;
    }
}

/// Why a connection is refused, and whether the answer is delayed.
struct ConnectionRefusal {
    reason: CloseReason,
    /// Whether the host sent a wrong token; the answer is then delayed.
    wrong_token: bool,
}

impl From<CloseReason> for ConnectionRefusal {
    fn from(reason: CloseReason) -> Self {
        Self {
            reason,
            wrong_token: false,
        }
    }
}

/// Reports to the host why it is refused, unless the connection is first evicted from the set of
/// refused connections.
async fn refuse<I: Incoming, O: Outgoing>(
    server: &Server,
    id: ConnectionId,
    incoming: &mut I,
    outgoing: &mut O,
    refusal: &ConnectionRefusal,
) {
    let reason = &refusal.reason;
    log::warn!("{id}: refused: {}", shorten(&reason.text));
    let mut slot = id.take_slot(&server.refused);
    let answer_and_close = async {
        if refusal.wrong_token {
            sleep(WRONG_TOKEN_DELAY).await;
        }
        send_close_line(outgoing, reason).await;
        if reason.code != CloseCode::Abnormal {
            close(incoming, outgoing, reason).await;
        }
    };
    tokio::select! {
        () = answer_and_close => {}
        () = slot.evicted() => {}
    }
}

/// Checks the token in the first line, if the server requires one.
async fn check_token<I: Incoming>(
    server: &Server,
    incoming: &mut I,
) -> Result<(), ConnectionRefusal> {
    let Some(token) = &server.token else {
        return Ok(());
    };
    let mut shutdown = server.shutdown.clone();
    let first = first_line(incoming, RateLimiter::new(server.config.max_rate));
    let policy_violation = |reason: &str| CloseReason::new(CloseCode::Policy, reason);
    let first = tokio::select! {
        first = timeout(HANDSHAKE_TIMEOUT, first) => match first {
            Ok(first) => first?,
            Err(_) => return Err(policy_violation("no token was sent").into()),
        },
        _ = shutdown_requested(&mut shutdown) => {
            return Err(CloseReason::new(CloseCode::Away, "the server is shutting down").into());
        }
    };
    match first {
        FirstLine::Token(given) if token.matches(&given) => Ok(()),
        FirstLine::Token(_) => Err(ConnectionRefusal {
            reason: policy_violation("wrong token"),
            wrong_token: true,
        }),
        FirstLine::Blank | FirstLine::Other => {
            Err(policy_violation("expected 'auth TOKEN' as the first line").into())
        }
    }
}

/// Waits for the first line that is not blank, within the rate limit.
async fn first_line<I: Incoming>(
    incoming: &mut I,
    mut limiter: RateLimiter,
) -> Result<FirstLine, CloseReason> {
    loop {
        let (first, cost) = match incoming.receive().await {
            Received::Line(line, cost) => (FirstLine::classify(&line), cost),
            Received::Piece(cost) => (FirstLine::Blank, cost),
            Received::End => return Err(lost_connection("no token was sent".to_owned())),
            Received::Lost(reason) => return Err(lost_connection(reason)),
            Received::Refused(reason) => return Err(reason),
        };
        limiter.charge(cost).await?;
        if first != FirstLine::Blank {
            return Ok(first);
        }
    }
}

/// Returns the reason to close a connection that was lost.
fn lost_connection(reason: String) -> CloseReason {
    CloseReason::new(CloseCode::Abnormal, reason)
}

/// Takes one of the permits for sessions, and starts a session.
fn start_session(
    server: &Server,
    id: ConnectionId,
) -> Result<(session::SessionHandle, OwnedSemaphorePermit), CloseReason> {
    let sessions = server.sessions.clone();
    let Ok(permit) = sessions.try_acquire_owned() else {
        return Err(Limit::Sessions(server.config.max_sessions).into());
    };
    match session::start(id.number, &server.config) {
        Ok(session) => Ok((session, permit)),
        Err(error) => {
            log::error!("{id}: can't start a thread: {error}");
            let reason = "the server can't start another thread";
            Err(CloseReason::new(CloseCode::Again, reason))
        }
    }
}

/// Sends the host the line that says why its connection ends.
async fn send_close_line<O: Outgoing>(outgoing: &mut O, reason: &CloseReason) {
    if let Some(line) = reason.refusal_line() {
        // A failure means that the host has disconnected.
        let _ = timeout(CLOSE_TIMEOUT, outgoing.send(&[line])).await;
    }
}

/// Closes the connection so that the host can read the last lines. Until the host
/// closes its side, whatever it sends must be read; otherwise the system would reset the
/// connection and the last lines would be lost.
async fn close<I: Incoming, O: Outgoing>(incoming: &mut I, outgoing: &mut O, reason: &CloseReason) {
    let close_and_drain = async {
        if outgoing.close(reason).await.is_err() {
            return;
        }
        while incoming.discard().await {}
    };
    let _ = timeout(CLOSE_TIMEOUT, close_and_drain).await;
}
