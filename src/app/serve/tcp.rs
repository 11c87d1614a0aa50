//! Lines over TCP.

use std::io;

use batyr_protocol::{LineError, LineSplitter};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::transport::{CHUNK, Farewell, Incoming, Outgoing, Received, unless_stalled};
use crate::app::conversation::Line;

/// The reading half.
#[derive(Debug)]
pub struct TcpIncoming {
    stream: OwnedReadHalf,
    splitter: LineSplitter,
    chunk: Box<[u8]>,
    /// No line has come yet.
    fresh: bool,
}

/// The writing half.
#[derive(Debug)]
pub struct TcpOutgoing(OwnedWriteHalf);

/// Both halves of a connection.
pub fn open(stream: TcpStream, max_line: usize) -> (TcpIncoming, TcpOutgoing) {
    let (reading, writing) = stream.into_split();
    let incoming = TcpIncoming {
        stream: reading,
        splitter: LineSplitter::with_limit(max_line),
        chunk: vec![0; CHUNK].into(),
        fresh: true,
    };
    (incoming, TcpOutgoing(writing))
}

impl Incoming for TcpIncoming {
    async fn receive(&mut self, lines: &mut Vec<Line>) -> Received {
        let before = lines.len();
        match self.stream.read(&mut self.chunk).await {
            Ok(0) => {
                lines.extend(self.splitter.finish());
                return Received::End;
            }
            Ok(read) => {
                let bytes = self.chunk.get(..read).unwrap_or_default();
                self.splitter.push(bytes, lines);
            }
            Err(error) => return Received::Lost(error.to_string()),
        }
        if self.fresh
            && let Some(first) = lines.get(before)
        {
            self.fresh = false;
            if let Some(reason) = why_no_host(first) {
                return Received::Refused(Farewell::new(CloseCode::Protocol, reason));
            }
        }
        Received::Lines((lines.len() - before).max(1))
    }
}

/// Why nothing is read behind this first line. Any page could make a browser
/// send lines here, in the body of a request or in its headers; so what could
/// be the head of one, as a line too long to be read could, ends it.
fn why_no_host(first: &Line) -> Option<&'static str> {
    match first {
        Ok(line) => [" HTTP/1.1", " HTTP/1.0"]
            .iter()
            .any(|end| line.ends_with(end))
            .then_some("this port takes lines of text, no HTTP"),
        Err(LineError::TooLong { .. }) => {
            Some("the first line is longer than max-line, it could have been HTTP")
        }
        Err(LineError::NotUtf8 { .. }) => None,
    }
}

impl TcpOutgoing {
    /// Writes all, however slowly it is read, as long as it is read.
    async fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let written = unless_stalled(self.0.write(bytes)).await?;
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
        let mut text = String::with_capacity(lines.iter().map(|line| line.len() + 1).sum());
        for line in lines {
            text.push_str(line);
            text.push('\n');
        }
        self.write(text.as_bytes()).await
    }

    async fn ping(&mut self) -> io::Result<()> {
        // The system does that.
        Ok(())
    }

    async fn close(&mut self, _farewell: &Farewell) -> io::Result<()> {
        self.0.shutdown().await
    }
}
