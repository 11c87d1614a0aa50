//! Lines over WebSockets, one in each text message.
//!
//! A message that contains line ends is several lines, and a binary message is
//! treated as text. Unlike a line, a message can't be skipped while it arrives;
//! so one of up to twice the maximum length of a line is refused like a line,
//! and a longer one ends the session with the close code for messages that are
//! too big.

use std::future::poll_fn;
use std::io;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use batyr_protocol::LineSplitter;
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
    CHUNK, CloseReason, Incoming, Outgoing, PRE_AUTH_BYTES, Received, with_write_timeout,
};
use crate::host::conversation::Line;
use crate::host::limits::Limit;

/// The interval between pings to the host.
pub const PING_INTERVAL: Duration = Duration::from_secs(30);
/// The time limit for a host to send something, if only the answer to a ping.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(75);

/// The time limit for sending the answer to a host's close frame or pings.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

/// The reading half of a WebSocket.
pub struct WebSocketIncoming {
    stream: SplitStream<WebSocketStream<MeteredStream>>,
    /// The TCP connection below the WebSocket.
    socket: Arc<TcpStream>,
    meter: ReadMeter,
    max_line: usize,
    /// The rest of a message whose lines have not been taken yet.
    message: Option<(Bytes, LineSplitter)>,
    token_due: bool,
}

/// The writing half of a WebSocket.
pub struct WebSocketOutgoing(SplitSink<WebSocketStream<MeteredStream>, Message>);

/// The result of waiting for a message.
enum Polled {
    Message(Option<Result<Message, Error>>),
    /// A part of a message, and its cost in tokens of the rate limit.
    Piece(usize),
}

/// Opens a WebSocket on a connection after the handshake; if the token is due,
/// little is read before it.
pub async fn open(
    stream: Arc<TcpStream>,
    max_line: usize,
    token_due: bool,
) -> (WebSocketIncoming, WebSocketOutgoing) {
    let (metered, meter) = MeteredStream::new(Arc::clone(&stream), token_due);
    let max_bytes = if token_due {
        PRE_AUTH_BYTES
    } else {
        max_message(max_line)
    };
    let (writing, reading) = socket(metered, max_bytes).await.split();
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

const fn max_message(max_line: usize) -> usize {
    max_line.saturating_mul(2)
}

/// Creates a WebSocket with this limit on the length of a message, in bytes.
async fn socket(stream: MeteredStream, max_bytes: usize) -> WebSocketStream<MeteredStream> {
    let config = WebSocketConfig::default()
        .read_buffer_size(CHUNK)
        .write_buffer_size(CHUNK)
        .max_message_size(Some(max_bytes))
        .max_frame_size(Some(max_bytes));
    WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await
}

impl Incoming for WebSocketIncoming {
    type Outgoing = WebSocketOutgoing;

    async fn receive(&mut self) -> Received {
        if let Some(line) = self.next_line() {
            return Received::Line(line, self.meter.take_pieces().max(1));
        }
        let message = match timeout(SILENCE_TIMEOUT, self.next()).await {
            Ok(Polled::Piece(cost)) => return Received::Piece(cost),
            Ok(Polled::Message(Some(message))) => message,
            Ok(Polled::Message(None)) => return Received::Lost("closed".to_owned()),
            Err(_) => {
                let silence = SILENCE_TIMEOUT.as_secs();
                return Received::Lost(format!("no answer to a ping in {silence} s"));
            }
        };
        match message {
            Ok(Message::Text(text)) => self.take_message(text.into()),
            Ok(Message::Binary(bytes)) => self.take_message(bytes),
            Ok(Message::Close(_)) => {
                // Reading on sends the answer to the close frame, for which the
                // host waits.
                self.meter.take_pieces();
                let _ = timeout(FLUSH_TIMEOUT, self.stream.next()).await;
                Received::Lost("closed by the host".to_owned())
            }
            // A ping costs work, too.
            Ok(_) => Received::Piece(self.meter.take_pieces().max(1)),
            Err(error) => self.received_error(error),
        }
    }

    async fn discard(&mut self) -> bool {
        let mut bytes = [0; 1 << 10];
        loop {
            if self.socket.readable().await.is_err() {
                return false;
            }
            match self.socket.try_read(&mut bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                read => return read.is_ok_and(|read| read > 0),
            }
        }
    }

    async fn lift_pre_auth_limit(
        mut self,
        outgoing: WebSocketOutgoing,
    ) -> (Self, WebSocketOutgoing) {
        if !std::mem::take(&mut self.token_due) {
            return (self, outgoing);
        }
        let (reading, writing) = match self.stream.reunite(outgoing.0) {
            Ok(mut reunited) => {
                // Sends pending answers to pings.
                let _ = timeout(FLUSH_TIMEOUT, reunited.flush()).await;
                let mut stream = reunited.into_inner();
                stream.lift_pre_auth_limit();
                let (writing, reading) = socket(stream, max_message(self.max_line)).await.split();
                (reading, writing)
            }
            // The halves are of different connections: no caller does this.
            Err(ReuniteError(reading, writing)) => (writing, reading),
        };
        self.stream = reading;
        (self, WebSocketOutgoing(writing))
    }
}

impl WebSocketIncoming {
    /// Waits for a message, or for a part of one that must be charged.
    async fn next(&mut self) -> Polled {
        poll_fn(|context| match self.stream.poll_next_unpin(context) {
            Poll::Ready(message) => Poll::Ready(Polled::Message(message)),
            Poll::Pending => match self.meter.take_pieces() {
                0 => Poll::Pending,
                cost => Poll::Ready(Polled::Piece(cost)),
            },
        })
        .await
    }

    /// Takes a message, whose lines are split off on demand.
    fn take_message(&mut self, bytes: Bytes) -> Received {
        self.message = Some((bytes, LineSplitter::with_limit(self.max_line)));
        match self.next_line() {
            Some(line) => Received::Line(line, self.meter.take_pieces().max(1)),
            None => Received::Piece(self.meter.take_pieces().max(1)),
        }
    }

    fn next_line(&mut self) -> Option<Line> {
        let (bytes, splitter) = self.message.as_mut()?;
        let mut left: &[u8] = bytes;
        let line = splitter.next_line(&mut left);
        let consumed = bytes.len() - left.len();
        if line.is_some() {
            *bytes = bytes.split_off(consumed);
            return line;
        }
        let last = splitter.finish();
        self.message = None;
        last
    }

    fn received_error(&self, error: Error) -> Received {
        match error {
            _ if self.meter.pre_auth_exceeded() => {
                Received::Refused(CloseReason::pre_auth_overrun())
            }
            Error::Capacity(CapacityError::MessageTooLong { .. }) if self.token_due => {
                Received::Refused(CloseReason::pre_auth_overrun())
            }
            Error::Capacity(CapacityError::MessageTooLong { .. }) => {
                Received::Refused(Limit::Line(self.max_line).into())
            }
            Error::Utf8(error) => {
                let why = format!("text is not UTF-8: {error}");
                Received::Refused(CloseReason::new(CloseCode::Invalid, why))
            }
            // These errors concern the end of the connection, not its content.
            Error::Protocol(
                error @ (ProtocolError::ResetWithoutClosingHandshake
                | ProtocolError::ReceivedAfterClosing),
            ) => Received::Lost(error.to_string()),
            Error::Protocol(error) => {
                Received::Refused(CloseReason::new(CloseCode::Protocol, error.to_string()))
            }
            error => Received::Lost(error.to_string()),
        }
    }
}

impl WebSocketOutgoing {
    async fn message(&mut self, message: Message) -> io::Result<()> {
        with_write_timeout(self.0.send(message)).await
    }
}

impl Outgoing for WebSocketOutgoing {
    async fn send(&mut self, lines: &[String]) -> io::Result<()> {
        for line in lines {
            self.message(Message::text(line)).await?;
        }
        Ok(())
    }

    async fn ping(&mut self) -> io::Result<()> {
        self.message(Message::Ping(Bytes::new())).await
    }

    async fn close(&mut self, reason: &CloseReason) -> io::Result<()> {
        let frame = CloseFrame {
            code: reason.code,
            reason: reason.reason.as_str().into(),
        };
        self.message(Message::Close(Some(frame))).await
    }
}
