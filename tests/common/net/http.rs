//! HTTP requests that are sent byte for byte.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
};

use super::RESPONSE_TIMEOUT;

/// A response: the status line, the header fields and the body.
pub struct HttpAnswer {
    head: String,
    bytes: Vec<u8>,
    pub body: String,
}

impl HttpAnswer {
    pub fn status(&self) -> u16 {
        self.head.split(' ').nth(1).unwrap().parse().unwrap()
    }

    pub fn field(&self, name: &str) -> Option<&str> {
        let fields = self.head.lines().filter_map(|line| line.split_once(": "));
        let mut named = fields.filter(|(field, _)| field.eq_ignore_ascii_case(name));
        named.next().map(|(_, value)| value)
    }

    /// Returns the body as it was sent, perhaps compressed.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// A connection for one request after the other.
pub struct HttpConnection(TcpStream);

impl HttpConnection {
    pub fn open(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(RESPONSE_TIMEOUT)).unwrap();
        Self(stream)
    }

    /// Sends the bytes of a request and returns the answer.
    pub fn ask(&mut self, request: &str) -> HttpAnswer {
        self.0.write_all(request.as_bytes()).unwrap();
        let mut read = Vec::new();
        let mut buffer = [0; 4096];
        loop {
            let end = read.windows(4).position(|window| window == b"\r\n\r\n");
            if let Some(end) = end {
                let answer = answer_of(&read, end);
                let length: usize = answer.field("Content-Length").unwrap().parse().unwrap();
                let has_body = !request.starts_with("HEAD ") && answer.status() != 304;
                if !has_body || answer.bytes.len() == length {
                    return answer;
                }
            }
            let count = self.0.read(&mut buffer).unwrap();
            assert!(count > 0, "the answer is cut short: {read:?}");
            read.extend_from_slice(&buffer[..count]);
        }
    }

    /// Sends a request for a WebSocket and returns whether it is opened.
    pub fn upgrades(mut self, request: &str) -> bool {
        self.0.write_all(request.as_bytes()).unwrap();
        let mut start = [0; 12];
        self.0.read_exact(&mut start).unwrap();
        start == *b"HTTP/1.1 101"
    }

    /// Returns whether the server closes the connection.
    pub fn ends(mut self) -> bool {
        self.0.read(&mut [0]).is_ok_and(|count| count == 0)
    }
}

/// Returns the answer whose head ends at this place.
fn answer_of(read: &[u8], end: usize) -> HttpAnswer {
    let bytes = read[end + 4..].to_vec();
    HttpAnswer {
        head: String::from_utf8(read[..end].to_vec()).unwrap(),
        body: String::from_utf8_lossy(&bytes).into_owned(),
        bytes,
    }
}

/// Sends the bytes of a request on a connection of its own and returns the answer.
pub fn exchange(address: SocketAddr, request: &str) -> HttpAnswer {
    HttpConnection::open(address).ask(request)
}
