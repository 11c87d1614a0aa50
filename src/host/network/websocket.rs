//! Transfers lines over WebSockets, one line per text message.
//!
//! A message with newlines contains several lines, and a binary message is treated as text.
//! Unlike a line that is too long, a message can't be skipped while it arrives. So a message
//! of up to twice the maximum length of a line is received, and any line in it that is too
//! long is rejected, as over TCP; a longer message ends the session, with the close code
//! for messages that are too big.

use std::future::poll_fn;
use std::io;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use batyr_protocol::{InputLine, LineSplitter};
use futures_util::stream::{ReuniteError, SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::{CapacityError, ProtocolError};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};

use super::meter::{MeteredStream, ReadMeter};
use super::transport::{
    CHUNK_BYTES, CloseReason, Incoming, Outgoing, PRE_AUTH_BYTES, ReadEnd, Received,
    with_write_timeout,
};
use crate::host::limits::Limit;

/// The interval between pings to the host.
pub const PING_INTERVAL: Duration = Duration::from_secs(30);
/// The time within which a host must send something, if only the answer to a ping.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(75);

/// The time limit for sending the answers to a host's close frame or pings.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

/// The reading half of a WebSocket.
pub struct WebSocketIncoming {
    stream: SplitStream<WebSocketStream<MeteredStream>>,
    /// The TCP connection below the WebSocket.
    socket: Arc<TcpStream>,
    /// The counters of the connection.
    meter: ReadMeter,
    /// The maximum length of a line, in bytes.
    max_line: usize,
    /// The rest of a message, whose lines have not been returned yet.
    message: Option<(Bytes, LineSplitter)>,
    /// Whether a token is required and has not been accepted yet.
    token_due: bool,
}

/// The writing half of a WebSocket.
pub struct WebSocketOutgoing(SplitSink<WebSocketStream<MeteredStream>, Message>);

/// Opens a WebSocket on a connection after the handshake. If `token_due`, the number of
/// bytes that may be read before the token is limited.
pub async fn open(
    stream: Arc<TcpStream>,
    max_line: usize,
    token_due: bool,
) -> (WebSocketIncoming, WebSocketOutgoing) {
    let (metered, meter) = MeteredStream::new(Arc::clone(&stream), token_due);
    let max_bytes = if token_due {
        PRE_AUTH_BYTES
    } else {
        max_message_bytes(max_line)
    };
    let (writing, reading) = new_web_socket(metered, max_bytes).await.split();
    let incoming = WebSocketIncoming {
        stream: reading,
        socket: stream,
        meter,
        max_line,
        message: None,
        token_due,
    };
    (incoming, WebSocketOutgoing(writing))
}

/// Returns the maximum length of a message, in bytes.
const fn max_message_bytes(max_line: usize) -> usize {
    max_line.saturating_mul(2)
}

/// Creates a WebSocket with this limit on the length of a message, in bytes.
async fn new_web_socket(stream: MeteredStream, max_bytes: usize) -> WebSocketStream<MeteredStream> {
    let config = WebSocketConfig::default()
        .read_buffer_size(CHUNK_BYTES)
        .write_buffer_size(CHUNK_BYTES)
        .max_message_size(Some(max_bytes))
        .max_frame_size(Some(max_bytes));
    WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await
}

impl Incoming for WebSocketIncoming {
    type Outgoing = WebSocketOutgoing;

    async fn receive(&mut self) -> Result<Received, ReadEnd> {
        if let Some(line) = self.next_line() {
            return Ok(self.charged(Some(line)));
        }
        let message = match timeout(SILENCE_TIMEOUT, self.next_message()).await {
            Ok(Ok(Some(Ok(message)))) => message,
            Ok(Ok(Some(Err(error)))) => return Err(self.close_reason(error).into()),
            Ok(Ok(None)) => return Err(CloseReason::lost("the connection is closed").into()),
            Ok(Err(cost)) => return Ok(Received { line: None, cost }),
            Err(_) => {
                let seconds = SILENCE_TIMEOUT.as_secs();
                let reason = format!(
                    "the host has sent nothing, not even the answer to a ping, for {seconds} s"
                );
                return Err(CloseReason::lost(reason).into());
            }
        };
        match message {
            Message::Text(text) => Ok(self.receive_message(text.into())),
            Message::Binary(bytes) => Ok(self.receive_message(bytes)),
            Message::Close(_) => {
                // Reading again sends the answer to the close frame, for which the host
                // waits.
                self.meter.take_chunks();
                let _ = timeout(FLUSH_TIMEOUT, self.stream.next()).await;
                Err(CloseReason::lost("closed by the host").into())
            }
            // Pings are charged too.
            _ => Ok(self.charged(None)),
        }
    }

    fn socket(&self) -> &TcpStream {
        &self.socket
    }

    fn is_token_due(&self) -> bool {
        self.token_due
    }

    async fn lift_pre_auth_limit(
        mut self,
        outgoing: WebSocketOutgoing,
    ) -> (Self, WebSocketOutgoing) {
        if !std::mem::take(&mut self.token_due) {
            return (self, outgoing);
        }
        let (writing, reading) = match self.stream.reunite(outgoing.0) {
            Ok(mut reunited) => {
                // Flushing sends the pending answers to pings.
                let _ = timeout(FLUSH_TIMEOUT, reunited.flush()).await;
                let mut stream = reunited.into_inner();
                stream.lift_pre_auth_limit();
                let max_bytes = max_message_bytes(self.max_line);
                new_web_socket(stream, max_bytes).await.split()
            }
            // No caller passes halves of different connections.
            Err(ReuniteError(sink, stream)) => (sink, stream),
        };
        self.stream = reading;
        (self, WebSocketOutgoing(writing))
    }
}

impl WebSocketIncoming {
    /// Waits for a message; returns `None` at the end of the connection.
    ///
    /// # Errors
    /// Returns the cost, to be charged, of input that does not complete a message.
    async fn next_message(&mut self) -> Result<Option<Result<Message, Error>>, usize> {
        poll_fn(|context| match self.stream.poll_next_unpin(context) {
            Poll::Ready(message) => Poll::Ready(Ok(message)),
            Poll::Pending => match self.meter.take_chunks() {
                0 => Poll::Pending,
                cost => Poll::Ready(Err(cost)),
            },
        })
        .await
    }

    /// Returns what was received, with its cost in chunks, at least 1.
    fn charged(&self, line: Option<InputLine>) -> Received {
        let cost = self.meter.take_chunks().max(1);
        Received { line, cost }
    }

    /// Stores a message, whose lines are split off on demand, and returns its first line.
    fn receive_message(&mut self, bytes: Bytes) -> Received {
        self.message = Some((bytes, LineSplitter::with_limit(self.max_line)));
        let first_line = self.next_line();
        self.charged(first_line)
    }

    /// Splits the next line off the stored message.
    fn next_line(&mut self) -> Option<InputLine> {
        let (bytes, splitter) = self.message.as_mut()?;
        let mut remaining: &[u8] = bytes;
        let line = splitter.next_line(&mut remaining);
        let consumed = bytes.len() - remaining.len();
        if line.is_some() {
            *bytes = bytes.split_off(consumed);
            return line;
        }
        let last_line = splitter.finish();
        self.message = None;
        last_line
    }

    /// Returns the reason to close the connection after an error of the WebSocket.
    fn close_reason(&self, error: Error) -> CloseReason {
        match error {
            _ if self.meter.pre_auth_exceeded() => CloseReason::pre_auth_overrun(),
            Error::Capacity(CapacityError::MessageTooLong { .. }) if self.token_due => {
                CloseReason::pre_auth_overrun()
            }
            Error::Capacity(CapacityError::MessageTooLong { .. }) => {
                Limit::Line(self.max_line).into()
            }
            Error::Utf8(error) => {
                CloseReason::new(CloseCode::Invalid, format!("text is not UTF-8: {error}"))
            }
            // These errors concern the end of the connection rather than its contents.
            Error::Protocol(
                error @ (ProtocolError::ResetWithoutClosingHandshake
                | ProtocolError::ReceivedAfterClosing),
            ) => CloseReason::lost(error.to_string()),
            Error::Protocol(error) => CloseReason::new(CloseCode::Protocol, error.to_string()),
            error => CloseReason::lost(error.to_string()),
        }
    }
}

impl WebSocketOutgoing {
    async fn send_message(&mut self, message: Message) -> io::Result<()> {
        with_write_timeout(self.0.send(message)).await
    }
}

impl Outgoing for WebSocketOutgoing {
    async fn send(&mut self, lines: &[String]) -> io::Result<()> {
        for line in lines {
            self.send_message(Message::text(line)).await?;
        }
        Ok(())
    }

    async fn ping(&mut self) -> io::Result<()> {
        self.send_message(Message::Ping(Bytes::new())).await
    }

    async fn close(&mut self, reason: &CloseReason) -> io::Result<()> {
        let frame = CloseFrame {
            code: reason.code,
            reason: reason.text.as_str().into(),
        };
        self.send_message(Message::Close(Some(frame))).await
    }
}
