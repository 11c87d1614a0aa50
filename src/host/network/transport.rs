//! The interface between a session and its connection, which is TCP or a WebSocket.

use std::future::Future;
use std::io;
use std::time::Duration;

use batyr_protocol::{InputLine, Reply};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::rate::RateLimiter;
use crate::host::limits::Limit;

/// The maximum number of bytes read at once. A read that completes no line costs one token
/// of the rate limit, as a line does.
pub const CHUNK_BYTES: usize = 8 << 10;
/// The maximum number of bytes that a host may send before its token is accepted: enough for
/// a line with the longest token, with a margin.
pub const PRE_AUTH_BYTES: usize = 4 << 10;
/// The time limit for a write. A host that reads nothing for so long is considered lost.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// The time for which a connection is silent before the first keepalive probe.
const KEEPALIVE_IDLE: Duration = Duration::from_secs(60);
/// The interval between keepalive probes.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(15);
/// The time for which sent data may remain unacknowledged.
#[cfg(target_os = "linux")]
const TCP_USER_TIMEOUT: Duration = Duration::from_secs(90);

/// What was received from a host.
#[derive(Debug)]
pub struct Received {
    /// The line; `None` if the input does not complete one.
    pub line: Option<InputLine>,
    /// The cost of the input in tokens of the rate limit.
    pub cost: usize,
}

/// Why nothing more is received from a host.
#[derive(Debug)]
pub enum ReadEnd {
    /// The host sends no more, but may still read.
    Ended,
    /// The connection is lost, or nothing more is accepted from the host.
    Closed(CloseReason),
}

impl From<CloseReason> for ReadEnd {
    fn from(reason: CloseReason) -> Self {
        Self::Closed(reason)
    }
}

/// The reading half of a connection.
///
/// Lines are split off one at a time, on demand, because many short lines need far more
/// memory than the bytes from which they are split.
pub trait Incoming: Send + Sync + Sized {
    /// The writing half of the same connection.
    type Outgoing: Outgoing;

    /// Waits for input from the host. Cancelling the wait loses no input.
    fn receive(&mut self) -> impl Future<Output = Result<Received, ReadEnd>> + Send;

    fn socket(&self) -> &TcpStream;

    /// Returns whether the host must still send the token; the number of bytes before the token
    /// is limited.
    fn is_token_due(&self) -> bool;

    /// Lifts the limit on the bytes before the token.
    fn lift_pre_auth_limit(
        self,
        outgoing: Self::Outgoing,
    ) -> impl Future<Output = (Self, Self::Outgoing)> + Send;
}

/// Waits for the next line, and charges the host for what is received until then.
pub async fn next_line(
    incoming: &mut impl Incoming,
    limiter: &mut RateLimiter,
) -> Result<InputLine, ReadEnd> {
    loop {
        let Received { line, cost } = incoming.receive().await?;
        limiter.charge(cost).await.map_err(CloseReason::from)?;
        if let Some(line) = line {
            return Ok(line);
        }
    }
}

/// Discards what the host sends until it closes its side. Unread input would make the system
/// reset the connection, and the host could lose the last lines.
pub async fn drain(socket: &TcpStream) {
    let mut bytes = [0; 1 << 10];
    while socket.readable().await.is_ok() {
        match socket.try_read(&mut bytes) {
            Ok(0) => return,
            Err(error) if error.kind() != io::ErrorKind::WouldBlock => return,
            _ => {}
        }
    }
}

/// The writing half of a connection.
pub trait Outgoing: Send {
    /// Writes all lines.
    fn send(&mut self, lines: &[String]) -> impl Future<Output = io::Result<()>> + Send;
    /// Sends a ping, unless the system itself checks that the connection is alive.
    fn ping(&mut self) -> impl Future<Output = io::Result<()>> + Send;
    /// Announces the end of the output, with the reason if the transport can transmit one.
    fn close(&mut self, reason: &CloseReason) -> impl Future<Output = io::Result<()>> + Send;
}

/// The close code and the reason with which a connection ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CloseReason {
    /// The close code of a WebSocket.
    pub code: CloseCode,
    /// The reason, for people. To be sent over a WebSocket, it must fit in a close frame,
    /// which has room for 123 bytes.
    pub text: String,
    /// The time to wait before telling the host the reason.
    pub delay: Duration,
}

impl CloseReason {
    /// Creates the reason to refuse a host that sent too much before the token.
    pub fn pre_auth_overrun() -> Self {
        let text = format!("more than {PRE_AUTH_BYTES} bytes came before the token");
        Self::new(CloseCode::Policy, text)
    }

    /// Creates a reason to close a connection.
    pub fn new(code: CloseCode, text: impl Into<String>) -> Self {
        Self {
            code,
            text: text.into(),
            delay: Duration::ZERO,
        }
    }

    /// Creates the reason to close a connection that is lost.
    pub fn lost(text: impl Into<String>) -> Self {
        Self::new(CloseCode::Abnormal, text)
    }

    /// Returns whether the connection is lost, so the host can't be told the reason.
    pub fn is_lost(&self) -> bool {
        self.code == CloseCode::Abnormal
    }

    /// Returns the reply that tells the host why it is refused.
    pub fn refusal(&self) -> Reply {
        Reply::error(format!("refused: {}", self.text))
    }
}

impl From<Limit> for CloseReason {
    fn from(limit: Limit) -> Self {
        let code = match limit {
            Limit::Sessions(_) => CloseCode::Again,
            Limit::Line(_) => CloseCode::Size,
            _ => CloseCode::Policy,
        };
        Self::new(code, limit.to_string())
    }
}

/// Waits for a write, up to the time limit for writes.
///
/// # Errors
/// Returns an error if the write fails or takes too long.
pub async fn with_write_timeout<T, E>(write: impl Future<Output = Result<T, E>>) -> io::Result<T>
where
    E: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    match timeout(WRITE_TIMEOUT, write).await {
        Ok(Ok(written)) => Ok(written),
        Ok(Err(error)) => Err(io::Error::other(error)),
        Err(_) => {
            let seconds = WRITE_TIMEOUT.as_secs();
            let message = format!("the host has read nothing for {seconds} s");
            Err(io::Error::new(io::ErrorKind::TimedOut, message))
        }
    }
}

/// Sets the options of a socket, so that short lines are sent at once, and the system detects
/// a host that vanished without closing the connection.
///
/// # Errors
/// Returns an error if the system refuses an option.
pub fn set_socket_options(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let socket = socket2::SockRef::from(stream);
    let keepalive = socket2::TcpKeepalive::new()
        .with_time(KEEPALIVE_IDLE)
        .with_interval(KEEPALIVE_INTERVAL);
    socket.set_tcp_keepalive(&keepalive)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(TCP_USER_TIMEOUT))?;
    Ok(())
}
