//! What a session needs of a connection, whichever kind it is.

use std::future::Future;
use std::io;
use std::time::Duration;

use batyr_protocol::{Dialect, Reply};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::app::conversation::Line;
use crate::app::limit::Limit;

/// Most bytes read at once; each piece read counts as a line.
pub const CHUNK: usize = 8 << 10;
/// Most bytes that a host may send before it has shown the token: a line with
/// the longest token, and some.
pub const ENTRANCE_BYTES: usize = 4 << 10;
/// A host that reads nothing in this time is gone.
const STALL: Duration = Duration::from_secs(30);
/// A silent connection is asked whether it still lives after this time.
const KEEPALIVE: Duration = Duration::from_secs(60);
/// How often it is asked.
const KEEPALIVE_PROBE: Duration = Duration::from_secs(15);
/// What was sent must have arrived within this time.
#[cfg(target_os = "linux")]
const UNANSWERED: Duration = Duration::from_secs(90);

/// What came from a host.
#[derive(Debug)]
pub enum Received {
    /// A line, worth so many tokens of the rate.
    Line(Line, usize),
    /// Something that is no line, worth so many tokens.
    Piece(usize),
    /// The host has said all it has to say, but may be listening.
    End,
    /// The connection is gone, for this reason.
    Lost(String),
    /// The host can't be listened to any further.
    Refused(Farewell),
}

/// The reading half of a connection.
///
/// Lines are made one by one, each when it is asked for: bytes are a fraction
/// of the memory and the time that their lines can take.
pub trait Incoming: Send + Sized {
    /// The writing half that belongs to it.
    type Outgoing: Outgoing;

    /// Waits for something of the host. What is given up while it waits loses
    /// nothing.
    fn receive(&mut self) -> impl Future<Output = Received> + Send;

    /// Waits for bytes and throws them away; `false` if there will be none.
    fn discard(&mut self) -> impl Future<Output = bool> + Send;

    /// Lifts the limit on what may come before the token.
    fn admit(self, outgoing: Self::Outgoing)
    -> impl Future<Output = (Self, Self::Outgoing)> + Send;
}

/// The writing half.
pub trait Outgoing: Send {
    /// Writes lines, each whole, to the last byte.
    fn send(&mut self, lines: &[String]) -> impl Future<Output = io::Result<()>> + Send;
    /// Shows that the connection lives.
    fn ping(&mut self) -> impl Future<Output = io::Result<()>> + Send;
    /// Says that this is all.
    fn close(&mut self, farewell: &Farewell) -> impl Future<Output = io::Result<()>> + Send;
}

/// Why a connection is closed from this side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Farewell {
    /// For WebSockets.
    pub code: CloseCode,
    /// Not longer than a close frame may hold: 123 bytes.
    pub reason: String,
}

impl Farewell {
    /// More came before the token than is read.
    pub fn too_much() -> Self {
        let why = format!("more than {ENTRANCE_BYTES} bytes came before the token");
        Self::new(CloseCode::Policy, why)
    }

    /// A reason with its code.
    pub fn new(code: CloseCode, reason: impl Into<String>) -> Self {
        let reason = reason.into();
        Self { code, reason }
    }

    /// The line that tells a host why it is refused.
    pub fn refusal(&self) -> Reply {
        Reply::error(format!("refused: {}", self.reason))
    }

    /// The same as text, for a host that has not picked a dialect.
    pub fn refusal_line(&self) -> Option<String> {
        self.refusal().to_line(Dialect::Uci)
    }
}

impl From<Limit> for Farewell {
    fn from(limit: Limit) -> Self {
        let code = match limit {
            Limit::Sessions(_) => CloseCode::Again,
            Limit::Line(_) => CloseCode::Size,
            _ => CloseCode::Policy,
        };
        Self::new(code, limit.to_string())
    }
}

/// Waits for a write, as long as the host may take to read.
///
/// # Errors
/// Those of the write, and that it took too long.
pub async fn unless_stalled<T, E>(write: impl Future<Output = Result<T, E>>) -> io::Result<T>
where
    E: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    match timeout(STALL, write).await {
        Ok(Ok(written)) => Ok(written),
        Ok(Err(error)) => Err(io::Error::other(error)),
        Err(_) => {
            let seconds = STALL.as_secs();
            let why = format!("the host has read nothing in {seconds} s");
            Err(io::Error::new(io::ErrorKind::TimedOut, why))
        }
    }
}

/// Small lines go out at once, and a host that vanished without a word is found
/// out.
///
/// # Errors
/// If the system refuses one of the settings.
pub fn tune(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let socket = socket2::SockRef::from(stream);
    let keepalive = socket2::TcpKeepalive::new()
        .with_time(KEEPALIVE)
        .with_interval(KEEPALIVE_PROBE);
    socket.set_tcp_keepalive(&keepalive)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(UNANSWERED))?;
    Ok(())
}
