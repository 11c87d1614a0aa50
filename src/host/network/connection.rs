//! Serves a connection, from its first byte to its last.
//!
//! Until it becomes a session, a connection stays, for a short time only, in a bounded set,
//! from which a newer connection may evict it. So connections that send no token can't keep
//! out those that do. Refused connections are in a separate set, so they can't evict
//! connections that are not refused.

use std::net::SocketAddr;
use std::time::Duration;

use batyr_protocol::Dialect;
use tokio::net::TcpStream;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::auth::FirstLine;
use super::bounded::{BoundedConnections, ConnectionSlot};
use super::handshake::{Accepted, accept};
use super::rate::RateLimiter;
use super::server::Server;
use super::token::{AccessToken, WRONG_TOKEN_DELAY};
use super::transport::{
    CloseReason, Incoming, Outgoing, ReadEnd, drain, next_line, set_socket_options,
};
use super::websocket::{WebSocketIncoming, WebSocketOutgoing};
use super::{session, tcp};
use crate::host::limits::Limit;
use crate::host::shutdown::shutdown_requested;
use crate::util::text::shorten;

/// The time limit for a request with its answer, which the handshake is, and again for the token
/// after it.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(5);
/// The maximum number of requests on a connection.
const MAX_REQUESTS: usize = 100;
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
    /// Unique among the connections of the server.
    pub number: u64,
    pub address: SocketAddr,
}

impl ConnectionId {
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
            serve_host(server, id, incoming, outgoing, slot).await;
        }
        Transport::WebSocket => {
            if let Some((incoming, outgoing)) =
                accept_web_socket(server, stream, id, &mut slot).await
            {
                serve_host(server, id, incoming, outgoing, slot).await;
            }
        }
    }
}

/// Answers the requests on a connection until one of them opens a WebSocket; returns `None` if
/// none does before the connection ends. A connection without a request is closed after a while,
/// and so is one that has had many.
async fn accept_web_socket(
    server: &Server,
    mut stream: TcpStream,
    id: ConnectionId,
    slot: &mut ConnectionSlot,
) -> Option<(WebSocketIncoming, WebSocketOutgoing)> {
    let mut shutdown = server.shutdown.clone();
    for answered in 0..MAX_REQUESTS {
        let result = tokio::select! {
            result = timeout(HANDSHAKE_TIMEOUT, accept(server, stream)) => result,
            () = slot.evicted() => {
                if answered == 0 {
                    log::warn!("{id}: refused: {EVICTED}");
                }
                return None;
            }
            _ = shutdown_requested(&mut shutdown) => return None,
        };
        match result {
            Ok(Ok(Accepted::WebSocket(incoming, outgoing))) => return Some((incoming, outgoing)),
            Ok(Ok(Accepted::KeptOpen(kept))) => stream = kept,
            Ok(Ok(Accepted::Closed)) if answered == 0 => {
                log::debug!("{id}: closed after a request or none");
                return None;
            }
            Ok(Ok(Accepted::Closed)) => return None,
            Ok(Err(error)) => {
                log::warn!("{id}: refused: {}", shorten(&error.to_string()));
                return None;
            }
            Err(_) if answered > 0 => return None,
            Err(_) => {
                log::warn!("{id}: refused: the handshake took too long");
                return None;
            }
        }
    }
    None
}

/// Runs the connection as a session, or reports to the host why it is refused.
async fn serve_host<I: Incoming>(
    server: &Server,
    id: ConnectionId,
    mut incoming: I,
    mut outgoing: I::Outgoing,
    mut slot: ConnectionSlot,
) {
    let admitted = match &server.token {
        Some(token) if incoming.is_token_due() => tokio::select! {
            admitted = check_token(server, token, &mut incoming) => admitted,
            () = slot.evicted() => return log::warn!("{id}: refused: {EVICTED}"),
        },
        _ => Ok(()),
    };
    drop(slot);
    let started = admitted.and_then(|()| start_session(server, id));
    let reason = match started {
        Ok((session, _permit)) => {
            let _visit = server.visits.begin();
            log::info!("{id}: opened");
            (incoming, outgoing) = incoming.lift_pre_auth_limit(outgoing).await;
            let reason = session.run(&mut incoming, &mut outgoing, server).await;
            log::info!("{id}: closed: {}", shorten(&reason.text));
            reason
        }
        Err(reason) => return refuse(server, id, &incoming, &mut outgoing, &reason).await,
    };
    if !reason.is_lost() {
        close(&incoming, &mut outgoing, &reason).await;
    }
}

/// Reports to the host why it is refused, unless the connection is first evicted from the set of
/// refused connections.
async fn refuse<I: Incoming, O: Outgoing>(
    server: &Server,
    id: ConnectionId,
    incoming: &I,
    outgoing: &mut O,
    reason: &CloseReason,
) {
    log::warn!("{id}: refused: {}", shorten(&reason.text));
    let mut slot = id.take_slot(&server.refused);
    let answer_and_close = async {
        sleep(reason.delay).await;
        send_close_line(outgoing, reason).await;
        if !reason.is_lost() {
            close(incoming, outgoing, reason).await;
        }
    };
    tokio::select! {
        () = answer_and_close => {}
        () = slot.evicted() => {}
    }
}

/// Checks the token in the first line.
async fn check_token<I: Incoming>(
    server: &Server,
    token: &AccessToken,
    incoming: &mut I,
) -> Result<(), CloseReason> {
    let mut shutdown = server.shutdown.clone();
    let limiter = RateLimiter::new(server.config.max_rate);
    let policy_violation = |reason: &str| CloseReason::new(CloseCode::Policy, reason);
    let first = tokio::select! {
        first = timeout(HANDSHAKE_TIMEOUT, first_line(incoming, limiter)) => match first {
            Ok(first) => first?,
            Err(_) => return Err(policy_violation("no token was sent")),
        },
        _ = shutdown_requested(&mut shutdown) => {
            return Err(CloseReason::new(CloseCode::Away, "the server is shutting down"));
        }
    };
    match first {
        FirstLine::Token(given) if token.matches(&given) => Ok(()),
        FirstLine::Token(_) => Err(CloseReason {
            delay: WRONG_TOKEN_DELAY,
            ..policy_violation("wrong token")
        }),
        FirstLine::Blank | FirstLine::Other => {
            Err(policy_violation("expected 'auth TOKEN' as the first line"))
        }
    }
}

/// Waits for the first line that is not blank, within the rate limit.
async fn first_line<I: Incoming>(
    incoming: &mut I,
    mut limiter: RateLimiter,
) -> Result<FirstLine, CloseReason> {
    loop {
        match next_line(incoming, &mut limiter).await {
            Ok(line) => match FirstLine::classify(&line) {
                FirstLine::Blank => {}
                first => return Ok(first),
            },
            Err(ReadEnd::Ended) => return Err(CloseReason::lost("no token was sent")),
            Err(ReadEnd::Closed(reason)) => return Err(reason),
        }
    }
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
    // The dialect is not known here; a host that is refused has not selected one.
    if let Some(line) = reason.refusal().to_line(Dialect::default()) {
        // A failure means that the host has disconnected.
        let _ = timeout(CLOSE_TIMEOUT, outgoing.send(&[line])).await;
    }
}

/// Closes the connection so that the host can read the last lines.
async fn close<I: Incoming, O: Outgoing>(incoming: &I, outgoing: &mut O, reason: &CloseReason) {
    let close_and_drain = async {
        if outgoing.close(reason).await.is_ok() {
            drain(incoming.socket()).await;
        }
    };
    let _ = timeout(CLOSE_TIMEOUT, close_and_drain).await;
}
