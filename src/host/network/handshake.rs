//! The WebSocket handshake, which decides which requests are accepted.
//!
//! The header fields that a page can't set are checked first: `Host`, the name under which
//! the browser knows the server, and `Origin`, the site of the page that makes the request.
//! A foreign site can make its own host name resolve to an address of this machine, but it
//! can forge neither field.

use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::handshake::server::{
    Request, Response as UpgradeResponse, create_response, write_response,
};
use tokio_tungstenite::tungstenite::http::{StatusCode, header};

use super::http::{self, HeadError, Response};
use super::origin::{self, Origin};
use super::token::AccessToken;
use super::websocket::{self, WebSocketIncoming, WebSocketOutgoing};
use crate::util::text::shorten;

/// The time that a refused host has to read the answer.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The conditions under which a host may open a WebSocket.
#[derive(Debug, Clone, Copy)]
pub struct Handshake<'a> {
    /// The token, if one is required.
    pub token: Option<&'a AccessToken>,
    /// The origins of pages that may connect, in addition to those of this machine.
    pub origins: &'a [Origin],
    /// The host names of this server, in addition to those that every machine has.
    pub names: &'a [String],
    /// The delay before the answer to a wrong token.
    pub wrong_token_delay: Duration,
    /// The maximum length of a line, in bytes.
    pub max_line: usize,
}

/// A WebSocket whose handshake has succeeded.
pub struct AcceptedWebSocket {
    /// The reading half.
    pub incoming: WebSocketIncoming,
    /// The writing half.
    pub outgoing: WebSocketOutgoing,
    /// Whether the request contained the token.
    pub has_token: bool,
}

impl Handshake<'_> {
    /// Performs the handshake.
    ///
    /// # Errors
    /// Returns the reason, for the log, if the host is refused or has disconnected. A refused
    /// host has already been answered.
    pub async fn accept(self, mut stream: TcpStream) -> Result<AcceptedWebSocket, String> {
        let refusal = match http::read_head(&mut stream).await {
            Ok(request) => match self.check(&request) {
                Ok((response, has_token)) => {
                    return self.upgrade(stream, &response, has_token).await;
                }
                Err(refusal) => refusal,
            },
            Err(HeadError::Rejected(refusal)) => refusal,
            Err(HeadError::Ended(Ok(()))) => {
                return Err("the host disconnected during the handshake".to_owned());
            }
            Err(HeadError::Ended(Err(error))) => return Err(error.to_string()),
        };
        if refusal.status == StatusCode::UNAUTHORIZED {
            sleep(self.wrong_token_delay).await;
        }
        // Only a host that is still connected needs time to read the answer.
        if refusal.send(&mut stream).await.is_ok() {
            let _ = tokio::time::timeout(CLOSE_TIMEOUT, drain(stream)).await;
        }
        let status = refusal.status.as_u16();
        Err(format!("HTTP {status}: {}", refusal.body.trim_end()))
    }

    /// Opens the WebSocket with this response.
    async fn upgrade(
        self,
        mut stream: TcpStream,
        response: &UpgradeResponse,
        has_token: bool,
    ) -> Result<AcceptedWebSocket, String> {
        use tokio::io::AsyncWriteExt;
        let mut bytes = Vec::new();
        write_response(&mut bytes, response).map_err(|error| error.to_string())?;
        stream
            .write_all(&bytes)
            .await
            .map_err(|error| error.to_string())?;
        let token_due = self.token.is_some() && !has_token;
        let (incoming, outgoing) =
            websocket::open(Arc::new(stream), self.max_line, token_due).await;
        Ok(AcceptedWebSocket {
            incoming,
            outgoing,
            has_token,
        })
    }

    /// Returns the response that opens the WebSocket, and whether the request contains the
    /// token.
    fn check(self, request: &Request) -> Result<(UpgradeResponse, bool), Response> {
        self.check_host(request)?;
        let headers = request.headers();
        let forbidden = |message| Response::new(StatusCode::FORBIDDEN, message);
        for origin in headers.get_all(header::ORIGIN) {
            let origin = String::from_utf8_lossy(origin.as_bytes());
            if !origin::is_allowed(&origin, self.origins) {
                let origin = shorten(&origin);
                let message = format!("refused: origin {origin} is not one of --allow-origin\n");
                return Err(forbidden(message));
            }
        }
        let response = create_response(request).map_err(|error| upgrade_error(&error))?;
        let (Some(token), Some(authorization)) = (self.token, headers.get(header::AUTHORIZATION))
        else {
            return Ok((response, false));
        };
        let authorization = authorization.to_str().ok();
        match authorization.and_then(|field| field.split_once(' ')) {
            Some((scheme, sent_token))
                if scheme.eq_ignore_ascii_case("bearer") && token.matches(sent_token) =>
            {
                Ok((response, true))
            }
            _ => {
                let message = "refused: wrong token\n";
                let refusal = Response::new(StatusCode::UNAUTHORIZED, message);
                Err(refusal.with_field("WWW-Authenticate", "Bearer"))
            }
        }
    }

    /// Checks that the `Host` field names this server. If a token is required, any name is
    /// accepted, because the token protects the server from foreign pages.
    fn check_host(self, request: &Request) -> Result<(), Response> {
        let mut hosts = request.headers().get_all(header::HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            let message = "expected one Host field in the head of the request\n";
            return Err(Response::new(StatusCode::BAD_REQUEST, message));
        };
        let host = String::from_utf8_lossy(host.as_bytes());
        if self.token.is_some() || origin::is_own_name(&host, self.names, self.origins) {
            return Ok(());
        }
        let host = shorten(&host);
        let message = format!(
            "refused: host {host} is not a name of this server; \
             name it in --websocket or as an --allow-origin\n"
        );
        Err(Response::new(StatusCode::FORBIDDEN, message))
    }
}

/// Returns the response to a request that can't be upgraded to a WebSocket.
fn upgrade_error(error: &Error) -> Response {
    match error {
        Error::Protocol(
            ProtocolError::MissingConnectionUpgradeHeader
            | ProtocolError::MissingUpgradeWebSocketHeader,
        ) => http::not_a_websocket(),
        Error::Protocol(ProtocolError::MissingSecWebSocketVersionHeader) => {
            http::upgrade_required("expected Sec-WebSocket-Version: 13\n")
        }
        Error::Protocol(
            ProtocolError::MissingSecWebSocketKey | ProtocolError::InvalidSecWebSocketKey,
        ) => {
            let message = "expected a Sec-WebSocket-Key of 16 bytes in base64\n";
            Response::new(StatusCode::BAD_REQUEST, message)
        }
        error => Response::new(
            StatusCode::BAD_REQUEST,
            format!("{}\n", shorten(&error.to_string())),
        ),
    }
}

/// Discards what the host still sends. Unread input would make the system reset the
/// connection before the host has read the answer.
async fn drain(mut stream: TcpStream) {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut bytes = [0; 1024];
    let _ = stream.shutdown().await;
    while stream.read(&mut bytes).await.is_ok_and(|read| read > 0) {}
}
