//! HTTP requests and responses, as far as the WebSocket port needs them.
//!
//! A request that does not open a WebSocket is answered with a file of the page or with plain
//! text that names the error. After a file the connection stays open for a further request;
//! after anything else, such as a request with a body, it is closed, so that nobody can hide a
//! request behind another one. Only the head of a request is read, up to a limit; a GET request
//! with bytes after the head is refused. So a connection that has not become a session can't
//! occupy more memory than a head needs, which a general HTTP server would not guarantee.

use std::borrow::Cow;
use std::io;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::handshake::server::Request;
use tokio_tungstenite::tungstenite::http::{self, HeaderMap, StatusCode, header};

/// The maximum length of the head of a request, in bytes.
const MAX_HEAD_BYTES: usize = 16 << 10;
/// The maximum number of header fields of a request.
const MAX_FIELDS: usize = 124;
/// The maximum number of bytes read at once.
const CHUNK_BYTES: usize = 2 << 10;

const NOT_HTTP: &str = "not an HTTP request\n";
/// The methods that every path accepts. HEAD is answered as GET is, without the body (RFC
/// 9110, section 9.3.2).
const METHODS: &str = "GET, HEAD";

/// An HTTP response.
#[derive(Debug)]
pub struct Response {
    pub status: StatusCode,
    pub media_type: &'static str,
    /// The header fields, in addition to those that every response has.
    pub fields: Vec<(&'static str, Cow<'static, str>)>,
    pub body: Cow<'static, [u8]>,
    /// Whether the body is omitted, as the method HEAD requires.
    pub omits_body: bool,
    /// Whether the connection stays open for a further request.
    pub keeps_open: bool,
}

impl Response {
    /// Creates a response in plain text, after which the connection is closed.
    pub fn new(status: StatusCode, body: impl Into<Cow<'static, str>>) -> Self {
        let body = match body.into() {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        };
        Self {
            status,
            media_type: "text/plain; charset=utf-8",
            fields: Vec::new(),
            body,
            omits_body: false,
            keeps_open: false,
        }
    }

    /// Returns the body, for the log.
    pub fn body_text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.body)
    }

    /// Returns the response with an additional header field.
    #[must_use]
    pub fn with_field(mut self, name: &'static str, value: impl Into<Cow<'static, str>>) -> Self {
        self.fields.push((name, value.into()));
        self
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut text = format!("HTTP/1.1 {}\r\n", self.status);
        let length = self.body.len().to_string();
        let common = [
            ("Content-Type", self.media_type),
            ("Content-Length", length.as_str()),
            ("X-Content-Type-Options", "nosniff"),
            (
                "Connection",
                if self.keeps_open {
                    "keep-alive"
                } else {
                    "close"
                },
            ),
        ];
        let own = self.fields.iter().map(|(name, value)| (*name, &**value));
        // An offer to change the protocol must be named in `Connection` too.
        let offers_upgrade = self.fields.iter().any(|(name, _)| *name == "Upgrade");
        for (name, value) in common.into_iter().chain(own) {
            let value = if offers_upgrade && name == "Connection" {
                "close, Upgrade"
            } else {
                value
            };
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        text.push_str("\r\n");
        let mut bytes = text.into_bytes();
        if !self.omits_body {
            bytes.extend_from_slice(&self.body);
        }
        bytes
    }

    /// Sends the response.
    ///
    /// # Errors
    /// Returns an error if the connection fails.
    pub async fn send(&self, stream: &mut TcpStream) -> io::Result<()> {
        stream.write_all(&self.to_bytes()).await
    }
}

/// The head of a request.
#[derive(Debug)]
pub struct RequestHead {
    /// The request, as if it had the method GET and the version HTTP/1.1.
    pub request: Request,
    /// Whether the method is HEAD, which asks for a response without its body.
    pub is_head: bool,
    /// Whether the version is HTTP/1.0, which requires no `Host` field and has no upgrades.
    pub is_http_1_0: bool,
    /// Whether a further request may follow on the connection: this one has neither a body nor
    /// bytes after its head, and does not ask to close the connection.
    pub may_continue: bool,
}

/// An error in reading the head of a request.
#[derive(Debug)]
pub enum HeadError {
    /// The connection ended before the first byte.
    Nothing,
    /// The connection ended.
    Ended(io::Error),
    /// The input is rejected with this response.
    Rejected(Response),
}

/// Reads the head of a request.
///
/// # Errors
/// Returns an error if the connection ends or the input is not an acceptable request.
pub async fn read_head(stream: &mut TcpStream) -> Result<RequestHead, HeadError> {
    let mut head = Vec::new();
    let result = read_and_parse(stream, &mut head).await;
    result.map_err(|error| match error {
        HeadError::Rejected(response) => HeadError::Rejected(Response {
            omits_body: is_head(&head),
            ..response
        }),
        ended => ended,
    })
}

/// Returns whether the method of a request is HEAD, given its first bytes.
fn is_head(head: &[u8]) -> bool {
    head.starts_with(b"HEAD ")
}

async fn read_and_parse(
    stream: &mut TcpStream,
    head: &mut Vec<u8>,
) -> Result<RequestHead, HeadError> {
    loop {
        let left = MAX_HEAD_BYTES - head.len();
        if left == 0 {
            let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
            let message =
                format!("the head of the request is longer than {MAX_HEAD_BYTES} bytes\n");
            return Err(HeadError::Rejected(Response::new(status, message)));
        }
        let previous_length = head.len();
        let max_read = left.min(CHUNK_BYTES);
        let mut input = (&mut *stream).take(max_read as u64);
        if input.read_buf(head).await.map_err(HeadError::Ended)? == 0 {
            if previous_length == 0 {
                return Err(HeadError::Nothing);
            }
            let error = io::Error::other("the host disconnected during the handshake");
            return Err(HeadError::Ended(error));
        }
        if !may_be_http(head) {
            return Err(HeadError::Rejected(bad_request(NOT_HTTP)));
        }
        if is_complete(head, previous_length) {
            return parse(head).map_err(HeadError::Rejected);
        }
    }
}

/// Returns whether the input so far can be the start of an HTTP request, unlike lines meant
/// for the TCP port or a TLS handshake.
fn may_be_http(head: &[u8]) -> bool {
    let end = head.iter().position(|&byte| byte == b'\n');
    let line = end.and_then(|end| head.get(..end));
    head.first().is_some_and(u8::is_ascii_alphabetic)
        && line.is_none_or(|line| line.windows(6).any(|word| word == b" HTTP/"))
}

/// Returns whether the head contains the empty line that ends it. A line may end with a line
/// feed alone (RFC 9112, section 2.2). The bytes before `previous_length` have already been
/// searched.
fn is_complete(head: &[u8], previous_length: usize) -> bool {
    let tail = head
        .get(previous_length.saturating_sub(2)..)
        .unwrap_or_default();
    let contains = |end: &[u8]| tail.windows(end.len()).any(|window| window == end);
    contains(b"\n\r\n") || contains(b"\n\n")
}

fn bad_request(message: &'static str) -> Response {
    Response::new(StatusCode::BAD_REQUEST, message)
}

/// Parses the head. Rejects methods other than GET and HEAD, and bytes after the head of a GET.
fn parse(head: &[u8]) -> Result<RequestHead, Response> {
    let is_head = is_head(head);
    let mut fields = [httparse::EMPTY_HEADER; MAX_FIELDS];
    let mut parsed = httparse::Request::new(&mut fields);
    let Ok(httparse::Status::Complete(length)) = parsed.parse(head) else {
        return Err(bad_request(NOT_HTTP));
    };
    if !is_head && parsed.method != Some("GET") {
        let message = format!("expected one of the methods {METHODS}\n");
        let response = Response::new(StatusCode::METHOD_NOT_ALLOWED, message);
        return Err(response.with_field("Allow", METHODS));
    }
    let mut request = http::Request::builder().uri(parsed.path.unwrap_or_default());
    for field in &*parsed.headers {
        request = request.header(field.name, field.value);
    }
    let Ok(request) = request.body(()) else {
        return Err(bad_request(NOT_HTTP));
    };
    if !is_head && length < head.len() {
        return Err(bad_request(
            "unexpected bytes after the head of the request\n",
        ));
    }
    let is_http_1_0 = parsed.version == Some(0);
    let may_continue = !is_http_1_0 && length == head.len() && allows_another(request.headers());
    Ok(RequestHead {
        request,
        is_head,
        is_http_1_0,
        may_continue,
    })
}

/// Returns whether the fields of a request allow another one on the connection.
fn allows_another(fields: &HeaderMap) -> bool {
    let has_body = fields.contains_key(header::CONTENT_LENGTH)
        || fields.contains_key(header::TRANSFER_ENCODING);
    let closes = fields.get_all(header::CONNECTION).iter().any(|field| {
        let options = String::from_utf8_lossy(field.as_bytes()).to_ascii_lowercase();
        options
            .split(',')
            .any(|option| option.trim() != "keep-alive")
    });
    !has_body && !closes
}

/// Returns the response to a request for anything other than a WebSocket.
pub fn not_a_websocket() -> Response {
    let body = concat!(
        "This is Batyr ",
        env!("CARGO_PKG_VERSION"),
        ", a game engine. Connect with a WebSocket on this port, \
         and send a line of its protocol in each message.\n"
    );
    upgrade_required(body)
}

/// Returns a response that asks for an upgrade to a WebSocket.
pub fn upgrade_required(body: &'static str) -> Response {
    Response::new(StatusCode::UPGRADE_REQUIRED, body)
        .with_field("Upgrade", "websocket")
        .with_field("Sec-WebSocket-Version", "13")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_has_all_header_fields() {
        let response = Response::new(StatusCode::FORBIDDEN, "no\n").with_field("X", "y");
        let fields = "Content-Type: text/plain; charset=utf-8\r\nContent-Length: 3\r\n\
                      X-Content-Type-Options: nosniff\r\nConnection: close\r\nX: y";
        let text = format!("HTTP/1.1 403 Forbidden\r\n{fields}\r\n\r\nno\n");
        assert_eq!(response.to_bytes(), text.as_bytes());
    }

    #[test]
    fn the_end_of_a_head_is_found_across_reads() {
        let head = b"GET / HTTP/1.1\r\n\r\n";
        for previous_length in head.len() - 3..head.len() {
            assert!(is_complete(head, previous_length), "{previous_length}");
        }
        assert!(!is_complete(b"GET / HTTP/1.1\r\n\r", 0));
        assert!(is_complete(b"GET /\n\n", 6));
        assert!(is_complete(b"GET /\n\r\n", 7));
    }
}
