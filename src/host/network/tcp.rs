//! Transfers lines over TCP.

use std::io;
use std::ops::Range;

use batyr_protocol::{InputLine, LineError, LineSplitter};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::transport::{
    CHUNK_BYTES, CloseReason, Incoming, Outgoing, PRE_AUTH_BYTES, ReadEnd, Received,
    with_write_timeout,
};
use crate::host::output_queue::join_lines;

/// The reading half of a TCP connection.
#[derive(Debug)]
pub struct TcpIncoming {
    stream: OwnedReadHalf,
    splitter: LineSplitter,
    chunk: Box<[u8]>,
    /// The range of the chunk whose lines have not been returned yet.
    unread: Range<usize>,
    /// The number of bytes that may still be read before the token; `None` once there is no
    /// such limit.
    pre_auth_left: Option<usize>,
    /// Whether the next line is the first.
    is_first: bool,
}

/// The writing half of a TCP connection.
#[derive(Debug)]
pub struct TcpOutgoing(OwnedWriteHalf);

/// Splits a connection into its halves. If `token_due`, the number of bytes that may be
/// read before the token is limited.
pub fn open(stream: TcpStream, max_line: usize, token_due: bool) -> (TcpIncoming, TcpOutgoing) {
    let (reading, writing) = stream.into_split();
    let incoming = TcpIncoming {
        stream: reading,
        splitter: LineSplitter::with_limit(max_line),
        chunk: vec![0; CHUNK_BYTES].into(),
        unread: 0..0,
        pre_auth_left: token_due.then_some(PRE_AUTH_BYTES),
        is_first: true,
    };
    (incoming, TcpOutgoing(writing))
}

impl Incoming for TcpIncoming {
    type Outgoing = TcpOutgoing;

    async fn receive(&mut self) -> Result<Received, ReadEnd> {
        let is_new_chunk = self.unread.is_empty();
        if is_new_chunk {
            match self.stream.read(&mut self.chunk).await {
                Ok(0) => {
                    let last_line = self.splitter.finish();
                    return last_line.map(received_line).ok_or(ReadEnd::Ended);
                }
                Ok(read) => self.unread = 0..read,
                Err(error) => return Err(CloseReason::lost(error.to_string()).into()),
            }
        }
        let unread = self.chunk.get(self.unread.clone()).unwrap_or_default();
        let max = self
            .pre_auth_left
            .map_or(unread.len(), |left| left.min(unread.len()));
        let mut input = unread.get(..max).unwrap_or_default();
        let line = self.splitter.next_line(&mut input);
        let consumed = max - input.len();
        self.unread.start += consumed;
        if let Some(left) = &mut self.pre_auth_left {
            *left -= consumed;
        }
        let Some(line) = line else {
            if self.pre_auth_left == Some(0) {
                return Err(CloseReason::pre_auth_overrun().into());
            }
            // The rest of a chunk is free if lines of the chunk have been charged.
            return Ok(Received {
                line: None,
                cost: usize::from(is_new_chunk),
            });
        };
        if self.is_first {
            self.is_first = false;
            if let Some(reason) = reason_to_suspect_http(&line) {
                return Err(CloseReason::new(CloseCode::Protocol, reason).into());
            }
        }
        Ok(received_line(line))
    }

    fn socket(&self) -> &TcpStream {
        self.stream.as_ref()
    }

    fn is_token_due(&self) -> bool {
        self.pre_auth_left.is_some()
    }

    async fn lift_pre_auth_limit(mut self, outgoing: TcpOutgoing) -> (Self, TcpOutgoing) {
        self.pre_auth_left = None;
        (self, outgoing)
    }
}

/// Returns a line, which costs one token of the rate limit.
fn received_line(line: InputLine) -> Received {
    Received {
        line: Some(line),
        cost: 1,
    }
}

/// Returns the reason to end the connection after this first line, if the line may come from
/// a browser. Any page could make a browser send lines to this port, in the headers or the
/// body of an HTTP request. So a line that could be the start of such a request ends the
/// connection, and so does a line that is too long to be classified.
fn reason_to_suspect_http(first: &InputLine) -> Option<&'static str> {
    match first {
        Ok(line) => [" HTTP/1.1", " HTTP/1.0"]
            .iter()
            .any(|version| line.ends_with(version))
            .then_some("this port takes lines of text, not HTTP"),
        Err(LineError::TooLong { .. }) => {
            Some("the first line is longer than max-line and may be HTTP")
        }
        Err(LineError::NotUtf8 { .. }) => None,
    }
}

impl TcpOutgoing {
    /// Writes all bytes, however slowly the host reads, as long as it keeps reading.
    async fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let written = with_write_timeout(self.0.write(bytes)).await?;
            if written == 0 {
                return Err(io::ErrorKind::WriteZero.into());
            }
            bytes = bytes.get(written..).unwrap_or_default();
        }
        Ok(())
    }
}

impl Outgoing for TcpOutgoing {
    async fn send(&mut self, lines: &[String]) -> io::Result<()> {
        self.write(join_lines(lines).as_bytes()).await
    }

    async fn ping(&mut self) -> io::Result<()> {
        // TCP keepalive checks the connection instead.
        Ok(())
    }

    async fn close(&mut self, _reason: &CloseReason) -> io::Result<()> {
        self.0.shutdown().await
    }
}
