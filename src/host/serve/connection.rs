//! A connection, from its first byte to its last.
//!
//! Before it becomes a session it waits in the lobby, which holds a fixed
//! number of connections, each for a short time only, and evicts one to make
//! room for a new one: connections that send no token take no place from those
//! that do. Refused connections wait in a lobby of their own, so that they
//! cannot hold up the others.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::auth::First;
use super::lobby::{Lobby, Place};
use super::rate::Bucket;
use super::transport::{Farewell, Incoming, Outgoing, Received, tune};
use super::{Server, session, tcp};
use crate::host::conversation::next_order;
use crate::host::limit::Limit;
use crate::util::text::shorten;

/// The time limit for the handshake, and for the token after it.
const ENTRANCE: Duration = Duration::from_secs(5);
/// The delay before the answer to a wrong token.
const PENANCE: Duration = Duration::from_millis(500);
/// The time limit for sending a host the reason why its connection ends, and
/// for the close after it.
const LINGERING: Duration = Duration::from_secs(1);
/// The reason for an eviction from the lobby. It goes only to the log: a
/// connection without a place is not answered.
const CROWDED: &str = "others came while it said nothing";

/// The kinds of connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Tcp,
    WebSocket,
}

impl Kind {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tcp => "tcp",
            Self::WebSocket => "websocket",
        }
    }
}

/// The identity of a connection, as the log prints it.
#[derive(Debug, Clone, Copy)]
pub struct Guest {
    number: u64,
    address: SocketAddr,
}

impl Guest {
    /// Creates the identity of a connection from this address; each connection
    /// has a different number.
    pub const fn new(number: u64, address: SocketAddr) -> Self {
        Self { number, address }
    }

    /// Takes a place in the lobby for the connection.
    pub fn enter(self, lobby: &Lobby) -> Place {
        // A listener on all addresses sees IPv4 addresses mapped to IPv6.
        lobby.enter(self.number, self.address.ip().to_canonical())
    }
}

impl std::fmt::Display for Guest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "session {} {}", self.number, self.address)
    }
}

/// Serves a connection until it ends.
pub async fn serve(server: &Server, kind: Kind, stream: TcpStream, guest: Guest, mut place: Place) {
    if let Err(error) = tune(&stream) {
        log::warn!("{guest}: {error}");
    }
    match kind {
        Kind::Tcp => {
            let max_line = server.args.max_line as usize;
            let (incoming, outgoing) = tcp::open(stream, max_line, server.token.is_some());
            host(server, guest, incoming, outgoing, false, place).await;
        }
        Kind::WebSocket => {
            let shake = server.door(PENANCE).open(stream);
            let mut orders = server.orders.clone();
            let shaken = tokio::select! {
                shaken = timeout(ENTRANCE, shake) => shaken,
                () = place.given_up() => return log::warn!("{guest}: refused: {CROWDED}"),
                _ = next_order(&mut orders) => return,
            };
            match shaken {
                Ok(Ok((incoming, outgoing, has_token))) => {
                    host(server, guest, incoming, outgoing, has_token, place).await;
                }
                Ok(Err(error)) => log::warn!("{guest}: refused: {}", shorten(&error)),
                Err(_) => log::warn!("{guest}: refused: the handshake took too long"),
            }
        }
    }
}

/// Runs the connection as a session, or sends the reason for its refusal.
async fn host<I: Incoming>(
    server: &Server,
    guest: Guest,
    mut incoming: I,
    mut outgoing: I::Outgoing,
    has_token: bool,
    mut place: Place,
) {
    let admitted = tokio::select! {
        admitted = ask_for_token(server, &mut incoming), if !has_token => admitted,
        () = place.given_up(), if !has_token => {
            return log::warn!("{guest}: refused: {CROWDED}");
        }
        else => Ok(()),
    };
    drop(place);
    let entered = admitted.and_then(|()| Ok(enter(server, guest)?));
    let farewell = match entered {
        Ok((session, _place)) => {
            log::info!("{guest}: opened");
            (incoming, outgoing) = incoming.admit(outgoing).await;
            let rate = server.args.max_rate;
            let shutdown = server.orders.clone();
            let run = session.run(&mut incoming, &mut outgoing, rate, shutdown);
            let farewell = run.await;
            log::info!("{guest}: closed: {}", shorten(&farewell.reason));
            if farewell.code == CloseCode::Error {
                tell(&mut outgoing, &farewell).await;
            }
            farewell
        }
        Err(refusal) => return refuse(server, guest, &mut incoming, &mut outgoing, &refusal).await,
    };
    if farewell.code != CloseCode::Abnormal {
        part(&mut incoming, &mut outgoing, &farewell).await;
    }
}

/// The reason why a connection does not become a session.
struct Refusal {
    farewell: Farewell,
    /// Whether the host sent a wrong token, whose answer is delayed.
    guessed: bool,
}

impl From<Farewell> for Refusal {
    fn from(farewell: Farewell) -> Self {
        Self {
            farewell,
            guessed: false,
        }
    }
}

/// Sends the host the reason for its refusal, as long as it keeps its place
/// among the refused connections.
async fn refuse<I: Incoming, O: Outgoing>(
    server: &Server,
    guest: Guest,
    incoming: &mut I,
    outgoing: &mut O,
    refusal: &Refusal,
) {
    let farewell = &refusal.farewell;
    log::warn!("{guest}: refused: {}", shorten(&farewell.reason));
    let mut place = guest.enter(&server.exit);
    let leave = async {
        if refusal.guessed {
            sleep(PENANCE).await;
        }
        tell(outgoing, farewell).await;
        if farewell.code != CloseCode::Abnormal {
            part(incoming, outgoing, farewell).await;
        }
    };
    tokio::select! {
        () = leave => {}
        () = place.given_up() => {}
    }
}

/// Checks the token in the first line, if the server requires one.
async fn ask_for_token<I: Incoming>(server: &Server, incoming: &mut I) -> Result<(), Refusal> {
    let Some(token) = &server.token else {
        return Ok(());
    };
    let mut orders = server.orders.clone();
    let first = first_line(incoming, Bucket::new(server.args.max_rate));
    let policy = |why: &str| Farewell::new(CloseCode::Policy, why);
    let first = tokio::select! {
        first = timeout(ENTRANCE, first) => match first {
            Ok(first) => first?,
            Err(_) => return Err(policy("no token came").into()),
        },
        _ = next_order(&mut orders) => {
            return Err(Farewell::new(CloseCode::Away, "the server is shutting down").into());
        }
    };
    match first {
        First::Auth(given) if token.is(&given) => Ok(()),
        First::Auth(_) => Err(Refusal {
            farewell: policy("wrong token"),
            guessed: true,
        }),
        First::Nothing | First::Other => Err(policy("expected 'auth TOKEN' as first line").into()),
    }
}

/// Waits for the first line that is not blank, within the rate limit.
async fn first_line<I: Incoming>(incoming: &mut I, mut bucket: Bucket) -> Result<First, Farewell> {
    loop {
        let (first, cost) = match incoming.receive().await {
            Received::Line(line, cost) => (First::of(&line), cost),
            Received::Piece(cost) => (First::Nothing, cost),
            Received::End => return Err(lost("no token came".to_owned())),
            Received::Lost(why) => return Err(lost(why)),
            Received::Refused(why) => return Err(why),
        };
        bucket.pay(cost).await?;
        if first != First::Nothing {
            return Ok(first);
        }
    }
}

fn lost(why: String) -> Farewell {
    Farewell::new(CloseCode::Abnormal, why)
}

/// Takes one of the permits for sessions and starts the conversation.
fn enter(
    server: &Server,
    guest: Guest,
) -> Result<(session::Session, OwnedSemaphorePermit), Farewell> {
    let sessions = server.sessions.clone();
    let Ok(place) = sessions.try_acquire_owned() else {
        return Err(Limit::Sessions(server.args.max_sessions as usize).into());
    };
    match session::start(guest.number, &server.args) {
        Ok(session) => Ok((session, place)),
        Err(error) => {
            log::error!("{guest}: no thread: {error}");
            let why = "the server has no thread left";
            Err(Farewell::new(CloseCode::Again, why))
        }
    }
}

async fn tell<O: Outgoing>(outgoing: &mut O, farewell: &Farewell) {
    if let Some(line) = farewell.refusal_line() {
        // A failure means that the host is gone: nobody is left to answer.
        let _ = timeout(LINGERING, outgoing.send(&[line])).await;
    }
}

/// Closes the connection in a way that lets the host read its last lines: its
/// own input must be read meanwhile, or the system would reset the connection.
async fn part<I: Incoming, O: Outgoing>(incoming: &mut I, outgoing: &mut O, farewell: &Farewell) {
    let linger = async {
        if outgoing.close(farewell).await.is_err() {
            return;
        }
        while incoming.discard().await {}
    };
    let _ = timeout(LINGERING, linger).await;
}
