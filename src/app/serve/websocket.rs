//! Lines over WebSockets: one in each text message.
//!
//! A message with line ends in it is several lines, and a binary one is taken
//! for text. A message can't be skipped while it comes, as a line can; so one
//! of up to twice the length of a line is refused like a line, and a longer one
//! ends the session with the code made for that.

use std::future::poll_fn;
use std::io;
use std::task::Poll;
use std::time::Duration;

use batyr_protocol::LineSplitter;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::error::{CapacityError, ProtocolError};
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tokio_tungstenite::tungstenite::http::{StatusCode, header};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};
use tokio_tungstenite::{WebSocketStream, accept_hdr_async_with_config};

use super::meter::{Meter, Metered};
use super::origin::{self, Origin};
use super::token::Token;
use super::transport::{CHUNK, Farewell, Incoming, Outgoing, Received, unless_stalled};
use crate::app::conversation::Line;
use crate::app::limit::Limit;

/// How often the host is pinged.
pub const PING: Duration = Duration::from_secs(30);
/// A host that has not said anything in this time, not even to a ping, is gone.
const SILENCE: Duration = Duration::from_secs(75);

/// How long the answer to a host's close may take to go out.
const FAREWELL: Duration = Duration::from_secs(1);

/// The reading half.
pub struct WebSocketIncoming {
    stream: SplitStream<WebSocketStream<Metered>>,
    meter: Meter,
    max_line: usize,
}

/// The writing half.
pub struct WebSocketOutgoing(SplitSink<WebSocketStream<Metered>, Message>);

/// What comes of the connection.
enum Heard {
    Message(Option<Result<Message, Error>>),
    /// A part of a message, worth so many tokens of the rate.
    Piece(usize),
}

/// What a host must show to be let in.
#[derive(Debug, Clone, Copy)]
pub struct Door<'a> {
    /// The token, if there is one.
    pub token: Option<&'a Token>,
    /// Pages that may connect besides those of this machine.
    pub origins: &'a [Origin],
}

/// Shakes hands. Tells also whether the host has shown the token; a wrong one
/// is answered after the penance.
///
/// # Errors
/// If the host is refused, or does not speak WebSocket.
pub async fn open(
    stream: TcpStream,
    max_line: usize,
    door: Door<'_>,
    penance: Duration,
) -> Result<(WebSocketIncoming, WebSocketOutgoing, bool), Error> {
    let most = max_line.saturating_mul(2);
    let config = WebSocketConfig::default()
        .read_buffer_size(CHUNK)
        .write_buffer_size(CHUNK)
        .max_message_size(Some(most))
        .max_frame_size(Some(most));
    let (stream, meter) = Metered::new(stream, penance);
    let mut has_token = false;
    // The type of the error is the library's.
    #[allow(clippy::result_large_err)]
    let check = |request: &Request, response: Response| {
        has_token = door.check(request).inspect_err(|refusal| {
            if refusal.status() == StatusCode::UNAUTHORIZED {
                meter.delay();
            }
        })?;
        Ok(response)
    };
    let stream = accept_hdr_async_with_config(stream, check, Some(config)).await?;
    meter.begin();
    let (writing, reading) = stream.split();
    let incoming = WebSocketIncoming {
        stream: reading,
        meter,
        max_line,
    };
    Ok((incoming, WebSocketOutgoing(writing), has_token))
}

impl Door<'_> {
    /// Whether the request shows the token; a wrong one and a foreign origin are
    /// refused.
    #[allow(clippy::result_large_err)]
    fn check(self, request: &Request) -> Result<bool, ErrorResponse> {
        let headers = request.headers();
        for origin in headers.get_all(header::ORIGIN) {
            let origin = origin.to_str().unwrap_or("?");
            if !origin::is_allowed(origin, self.origins) {
                let why = format!("refused: origin {origin} is not one of --allow-origin\n");
                return Err(refusal(StatusCode::FORBIDDEN, why));
            }
        }
        let (Some(token), Some(shown)) = (self.token, headers.get(header::AUTHORIZATION)) else {
            return Ok(false);
        };
        let shown = shown.to_str().ok().and_then(|shown| shown.split_once(' '));
        match shown {
            Some((scheme, shown)) if scheme.eq_ignore_ascii_case("bearer") && token.is(shown) => {
                Ok(true)
            }
            _ => {
                let why = "refused: wrong token\n".to_owned();
                let mut refusal = refusal(StatusCode::UNAUTHORIZED, why);
                let scheme = header::HeaderValue::from_static("Bearer");
                refusal
                    .headers_mut()
                    .insert(header::WWW_AUTHENTICATE, scheme);
                Err(refusal)
            }
        }
    }
}

fn refusal(status: StatusCode, why: String) -> ErrorResponse {
    let mut response = ErrorResponse::new(Some(why));
    *response.status_mut() = status;
    response
}

impl Incoming for WebSocketIncoming {
    async fn receive(&mut self, lines: &mut Vec<Line>) -> Received {
        let message = match timeout(SILENCE, self.next()).await {
            Ok(Heard::Piece(cost)) => return Received::Lines(cost),
            Ok(Heard::Message(Some(message))) => message,
            Ok(Heard::Message(None)) => return Received::Lost("closed".to_owned()),
            Err(_) => {
                let silence = SILENCE.as_secs();
                return Received::Lost(format!("no answer to a ping in {silence} s"));
            }
        };
        match message {
            Ok(Message::Text(text)) => self.take(text.as_bytes(), lines),
            Ok(Message::Binary(bytes)) => self.take(&bytes, lines),
            Ok(Message::Close(_)) => {
                // To read on sends the answer that the host waits for.
                self.meter.charge();
                let _ = timeout(FAREWELL, self.stream.next()).await;
                Received::Lost("closed by the host".to_owned())
            }
            // A ping is work, too.
            Ok(_) => Received::Lines(self.meter.charge().max(1)),
            Err(Error::Capacity(CapacityError::MessageTooLong { .. })) => {
                Received::Refused(Limit::Line(self.max_line).into())
            }
            Err(Error::Utf8(error)) => {
                let why = format!("text is not UTF-8: {error}");
                Received::Refused(Farewell::new(CloseCode::Invalid, why))
            }
            // These are about the end, not about what was said before.
            Err(Error::Protocol(
                error @ (ProtocolError::ResetWithoutClosingHandshake
                | ProtocolError::ReceivedAfterClosing),
            )) => Received::Lost(error.to_string()),
            Err(Error::Protocol(error)) => {
                Received::Refused(Farewell::new(CloseCode::Protocol, error.to_string()))
            }
            Err(error) => Received::Lost(error.to_string()),
        }
    }
}

impl WebSocketIncoming {
    /// Waits for a message, or for a part of one to be charged.
    async fn next(&mut self) -> Heard {
        poll_fn(|context| match self.stream.poll_next_unpin(context) {
            Poll::Ready(message) => Poll::Ready(Heard::Message(message)),
            Poll::Pending => match self.meter.charge() {
                0 => Poll::Pending,
                cost => Poll::Ready(Heard::Piece(cost)),
            },
        })
        .await
    }

    fn take(&self, bytes: &[u8], lines: &mut Vec<Line>) -> Received {
        let before = lines.len();
        let mut splitter = LineSplitter::with_limit(self.max_line);
        splitter.push(bytes, lines);
        lines.extend(splitter.finish());
        let lines = lines.len() - before;
        Received::Lines(lines.max(self.meter.charge()).max(1))
    }
}

impl WebSocketOutgoing {
    async fn message(&mut self, message: Message) -> io::Result<()> {
        unless_stalled(self.0.send(message)).await
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

    async fn close(&mut self, farewell: &Farewell) -> io::Result<()> {
        let frame = CloseFrame {
            code: farewell.code,
            reason: farewell.reason.as_str().into(),
        };
        self.message(Message::Close(Some(frame))).await
    }
}
