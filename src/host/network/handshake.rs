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

use super::board;
use super::http::{self, HeadError, RequestHead, Response};
use super::origin::{self, Origin};
use super::token::AccessToken;
use super::visits::Visits;
use super::websocket::{self, WebSocketIncoming, WebSocketOutgoing};
use crate::util::text::shorten;

/// The time that a refused host has to read the answer.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The conditions under which a host may open a WebSocket.
#[derive(Debug, Clone, Copy)]
pub struct Handshake<'a> {
    /// The token, if one is required.
    pub token: Option<&'a AccessToken>,
    /// The origins of pages that may connect, in addition to the board's own page.
    pub origins: &'a [Origin],
    /// Whether pages of this machine may connect, whichever program serves them.
    pub allows_local_pages: bool,
    /// The host names of this server, in addition to those that every machine has.
    pub names: &'a [String],
    /// The delay before the answer to a wrong token.
    pub wrong_token_delay: Duration,
    /// The maximum length of a line, in bytes.
    pub max_line: usize,
    /// Whether requests that do not open a WebSocket are answered with the board's page.
    pub offers_board: bool,
    /// The visits to the server, of which a request for a file of the page is one.
    pub visits: &'a Visits,
}

/// How a request is answered.
enum Answer {
    /// The WebSocket is opened with this response.
    Upgrade {
        response: UpgradeResponse,
        /// Whether the request contains the token.
        has_token: bool,
    },
    /// A file of the page, or status 304 if the browser already has it.
    File(Response),
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
    /// Performs the handshake; returns `None` if the request was for a file of the page,
    /// which has been sent.
    ///
    /// # Errors
    /// Returns the reason, for the log, if the host is refused or has disconnected. A refused
    /// host has already been answered.
    pub async fn accept(self, mut stream: TcpStream) -> Result<Option<AcceptedWebSocket>, String> {
        let refusal = match http::read_head(&mut stream).await {
            Ok(head) => match self.answer(&head) {
                Ok(Answer::Upgrade {
                    response,
                    has_token,
                }) => return self.upgrade(stream, &response, has_token).await.map(Some),
                Ok(Answer::File(mut response)) => {
                    let _visit = self.visits.begin();
                    response.omits_body = head.is_head;
                    send(&response, stream).await;
                    return Ok(None);
                }
                Err(mut refusal) => {
                    refusal.omits_body = head.is_head;
                    refusal
                }
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
        send(&refusal, stream).await;
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

    /// Returns the answer to a request.
    ///
    /// # Errors
    /// Returns the response that refuses the request.
    fn answer(self, head: &RequestHead) -> Result<Answer, Response> {
        let request = &head.request;
        self.check_host(head)?;
        self.check_origins(request)?;
        let upgrade = create_response(request);
        // In HTTP/1.0, the fields that ask for an upgrade must be ignored (RFC 9110, section
        // 7.8).
        let asks_for_file = head.is_http_1_0 || upgrade.as_ref().is_err_and(is_no_upgrade);
        let response = match upgrade {
            _ if asks_for_file && self.offers_board => {
                return board::response(request).map(Answer::File);
            }
            Ok(response) if !asks_for_file && !head.is_head => response,
            Ok(_) => return Err(http::not_a_websocket()),
            Err(error) => return Err(upgrade_error(&error)),
        };
        let has_token = self.check_authorization(request)?;
        Ok(Answer::Upgrade {
            response,
            has_token,
        })
    }

    /// Checks that the page that makes the request, if it is a page, may connect. The board's
    /// own page comes from the host that the request names.
    fn check_origins(self, request: &Request) -> Result<(), Response> {
        let headers = request.headers();
        let own = headers.get(header::HOST).filter(|_| self.offers_board);
        for origin in headers.get_all(header::ORIGIN) {
            let origin = String::from_utf8_lossy(origin.as_bytes());
            let is_own = own.is_some_and(|host| origin::is_of_host(&origin, host.as_bytes()));
            let is_local = self.allows_local_pages && origin::is_local(&origin);
            if !is_own && !is_local && !origin::is_listed(&origin, self.origins) {
                let origin = shorten(&origin);
                let message = format!("refused: origin {origin} is not one of --allow-origin\n");
                return Err(Response::new(StatusCode::FORBIDDEN, message));
            }
        }
        Ok(())
    }

    /// Returns whether the request contains the token, if one is required.
    fn check_authorization(self, request: &Request) -> Result<bool, Response> {
        let authorization = request.headers().get(header::AUTHORIZATION);
        let (Some(token), Some(authorization)) = (self.token, authorization) else {
            return Ok(false);
        };
        let authorization = authorization.to_str().ok();
        match authorization.and_then(|field| field.split_once(' ')) {
            Some((scheme, sent_token))
                if scheme.eq_ignore_ascii_case("bearer") && token.matches(sent_token) =>
            {
                Ok(true)
            }
            _ => {
                let message = "refused: wrong token\n";
                let refusal = Response::new(StatusCode::UNAUTHORIZED, message);
                Err(refusal.with_field("WWW-Authenticate", "Bearer"))
            }
        }
    }

    /// Checks that the `Host` field names this server. If a token is required, any name is
    /// accepted, because the token protects the server from foreign pages. A request in
    /// HTTP/1.0 may lack the field; it is not from a browser then, as all of them send it.
    fn check_host(self, head: &RequestHead) -> Result<(), Response> {
        let mut hosts = head.request.headers().get_all(header::HOST).iter();
        let host = match (hosts.next(), hosts.next()) {
            (Some(host), None) => host,
            (None, _) if head.is_http_1_0 => return Ok(()),
            _ => {
                let message = "expected one Host field in the head of the request\n";
                return Err(Response::new(StatusCode::BAD_REQUEST, message));
            }
        };
        let host = String::from_utf8_lossy(host.as_bytes());
        if self.token.is_some() || origin::is_own_name(&host, self.names, self.origins) {
            return Ok(());
        }
        let host = shorten(&host);
        let message = format!(
            "refused: host {host} is not a name of this server; \
             listen on that name, or name it with --allow-origin\n"
        );
        Err(Response::new(StatusCode::FORBIDDEN, message))
    }
}

/// Returns whether a request does not ask for a WebSocket at all.
const fn is_no_upgrade(error: &Error) -> bool {
    matches!(
        error,
        Error::Protocol(
            ProtocolError::MissingConnectionUpgradeHeader
                | ProtocolError::MissingUpgradeWebSocketHeader
        )
    )
}

/// Returns the response to a request that can't be upgraded to a WebSocket.
fn upgrade_error(error: &Error) -> Response {
    match error {
        error if is_no_upgrade(error) => http::not_a_websocket(),
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

/// Sends a response and closes the connection.
async fn send(response: &Response, mut stream: TcpStream) {
    // Only a host that is still connected needs time to read the answer.
    if response.send(&mut stream).await.is_ok() {
        let _ = tokio::time::timeout(CLOSE_TIMEOUT, drain(stream)).await;
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
