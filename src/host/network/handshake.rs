//! The WebSocket handshake, which decides which requests are accepted.
//!
//! The header fields that a page can't set are checked first: `Host`, the name by which
//! the browser addresses the server, and `Origin`, the site of the page that makes the request.
//! A foreign site can make its own host name resolve to an address of this machine, but it
//! can forge neither field.

use std::error::Error as StdError;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::handshake::server::{
    Request, Response as UpgradeResponse, create_response, write_response,
};
use tokio_tungstenite::tungstenite::http::{StatusCode, header};

use super::board;
use super::http::{self, HeadError, RequestHead, Response};
use super::origin;
use super::server::Server;
use super::token::WRONG_TOKEN_DELAY;
use super::transport::drain;
use super::websocket::{self, WebSocketIncoming, WebSocketOutgoing};
use crate::util::text::shorten;

/// The time that a host has to read the response before the connection is dropped.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The reason that a handshake failed, for the log.
pub type HandshakeError = Box<dyn StdError + Send + Sync>;

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

/// What has become of a connection after a request.
pub enum Accepted {
    /// The connection is a WebSocket.
    WebSocket(WebSocketIncoming, WebSocketOutgoing),
    /// A file of the page has been sent, and a further request may follow.
    KeptOpen(TcpStream),
    /// A file of the page has been sent, and the connection is closed; or the host has closed it
    /// before a request.
    Closed,
}

/// Answers a request.
///
/// # Errors
/// Returns the reason if the host is refused or has disconnected. A refused host has already
/// been answered.
pub async fn accept(server: &Server, mut stream: TcpStream) -> Result<Accepted, HandshakeError> {
    let refusal = match http::read_head(&mut stream).await {
        Ok(head) => match answer(server, &head) {
            Ok(Answer::Upgrade {
                response,
                has_token,
            }) => {
                return upgrade(server, stream, &response, has_token).await;
            }
            Ok(Answer::File(mut response)) => {
                let _visit = server.visits.begin();
                response.omits_body = head.is_head;
                response.keeps_open = head.may_continue;
                if response.keeps_open {
                    response.send(&mut stream).await?;
                    return Ok(Accepted::KeptOpen(stream));
                }
                send(&response, stream).await;
                return Ok(Accepted::Closed);
            }
            Err(refusal) => Response {
                omits_body: head.is_head,
                ..refusal
            },
        },
        Err(HeadError::Rejected(refusal)) => refusal,
        Err(HeadError::Nothing) => return Ok(Accepted::Closed),
        Err(HeadError::Ended(error)) => return Err(error.into()),
    };
    if refusal.status == StatusCode::UNAUTHORIZED {
        sleep(WRONG_TOKEN_DELAY).await;
    }
    send(&refusal, stream).await;
    let status = refusal.status.as_u16();
    Err(format!("HTTP {status}: {}", refusal.body_text().trim_end()).into())
}

/// Opens the WebSocket with this response.
async fn upgrade(
    server: &Server,
    mut stream: TcpStream,
    response: &UpgradeResponse,
    has_token: bool,
) -> Result<Accepted, HandshakeError> {
    let mut bytes = Vec::new();
    write_response(&mut bytes, response)?;
    stream.write_all(&bytes).await?;
    let token_due = server.token.is_some() && !has_token;
    let (incoming, outgoing) =
        websocket::open(Arc::new(stream), server.config.max_line, token_due).await;
    Ok(Accepted::WebSocket(incoming, outgoing))
}

/// Returns the answer to a request.
///
/// # Errors
/// Returns the response that refuses the request.
fn answer(server: &Server, head: &RequestHead) -> Result<Answer, Response> {
    let request = &head.request;
    check_host(server, head)?;
    check_origins(server, request)?;
    let upgrade = create_response(request);
    // In HTTP/1.0, the fields that ask for an upgrade must be ignored (RFC 9110, section
    // 7.8).
    let asks_for_file = head.is_http_1_0 || upgrade.as_ref().is_err_and(is_no_upgrade);
    let response = match upgrade {
        _ if asks_for_file && server.config.offers_board => {
            return board::response(request).map(Answer::File);
        }
        Ok(response) if !asks_for_file && !head.is_head => response,
        Ok(_) => return Err(http::not_a_websocket()),
        Err(error) => return Err(upgrade_error(&error)),
    };
    let has_token = check_authorization(server, request)?;
    Ok(Answer::Upgrade {
        response,
        has_token,
    })
}

/// Checks that the page that makes the request, if a page makes it, may connect. The board's
/// own page comes from the host that the request names.
fn check_origins(server: &Server, request: &Request) -> Result<(), Response> {
    let headers = request.headers();
    let own = headers
        .get(header::HOST)
        .filter(|_| server.config.offers_board);
    for origin in headers.get_all(header::ORIGIN) {
        let origin = String::from_utf8_lossy(origin.as_bytes());
        let is_own = own.is_some_and(|host| origin::is_of_host(&origin, host.as_bytes()));
        let is_local = server.config.allows_local_pages && origin::is_local(&origin);
        if !is_own && !is_local && !origin::is_listed(&origin, &server.config.allowed_origins) {
            let origin = shorten(&origin);
            let message =
                format!("refused: origin {origin} is not among those given with --allow-origin\n");
            return Err(Response::new(StatusCode::FORBIDDEN, message));
        }
    }
    Ok(())
}

/// Returns whether the request contains the token, if one is required; refuses a wrong token.
fn check_authorization(server: &Server, request: &Request) -> Result<bool, Response> {
    let authorization = request.headers().get(header::AUTHORIZATION);
    let (Some(token), Some(authorization)) = (&server.token, authorization) else {
        return Ok(false);
    };
    let field = authorization.to_str().unwrap_or_default();
    if let Some((scheme, sent_token)) = field.split_once(' ')
        && scheme.eq_ignore_ascii_case("bearer")
        && token.matches(sent_token)
    {
        return Ok(true);
    }
    let refusal = Response::new(StatusCode::UNAUTHORIZED, "refused: wrong token\n");
    Err(refusal.with_field("WWW-Authenticate", "Bearer"))
}

/// Checks that the `Host` field names this server. If a token is required, any name is
/// accepted, because the token protects the server from foreign pages. A request in
/// HTTP/1.0 may lack the field; then it is not from a browser, because all browsers send it.
fn check_host(server: &Server, head: &RequestHead) -> Result<(), Response> {
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
    if server.token.is_some()
        || origin::is_own_name(&host, &server.names, &server.config.allowed_origins)
    {
        return Ok(());
    }
    let host = shorten(&host);
    let message = format!(
        "refused: host {host} is not a name of this server; \
         listen on that name, or allow it with --allow-origin\n"
    );
    Err(Response::new(StatusCode::FORBIDDEN, message))
}

/// Returns whether the error means that the request does not ask for a WebSocket at all.
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
        let _ = stream.shutdown().await;
        let _ = timeout(CLOSE_TIMEOUT, drain(&stream)).await;
    }
}
