//! A connection, from its first byte to its last.
//!
//! Before it becomes a session it stands in the lobby, which holds a fixed
//! number, each only for a short time, and makes room for who comes: who shows
//! no token takes no place from those who do. Who is refused leaves by a room of
//! its own.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::Server;
use super::auth::First;
use super::lobby::{Lobby, Place};
use super::rate::Bucket;
use super::transport::{Farewell, Incoming, Outgoing, Received, tune};
use super::{session, tcp};
use crate::app::conversation::next_order;
use crate::app::limit::Limit;
use crate::text::shorten;

/// How long shaking hands and showing the token may take, each.
const ENTRANCE: Duration = Duration::from_secs(5);
/// How long a wrong token waits for its answer.
const PENANCE: Duration = Duration::from_millis(500);
/// How long a host may take to hear why it is left.
const LINGERING: Duration = Duration::from_secs(1);
/// Told in the log only: there is no room to tell it.
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

/// A connection as it is named in the log.
#[derive(Debug, Clone, Copy)]
pub struct Guest {
    number: u64,
    address: SocketAddr,
}

impl Guest {
    /// A connection from this address; each has another number.
    pub const fn new(number: u64, address: SocketAddr) -> Self {
        Self { number, address }
    }

    /// Takes a place for it.
    pub fn enter(self, lobby: &Lobby) -> Place {
        // What listens on all addresses sees those of IPv4 in a longer form.
        lobby.enter(self.number, self.address.ip().to_canonical())
    }
}

impl std::fmt::Display for Guest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "session {} {}", self.number, self.address)
    }
}

/// Serves a connection to its end.
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

/// Makes the connection a session, or says why not.
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

/// Why a connection does not become a session.
struct Refusal {
    farewell: Farewell,
    /// It guessed, and waits for the answer.
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

/// Tells the host why it is not let in, as long as there is room for that.
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

/// Takes the first line for the token, if there is one to know.
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

/// Waits for the first line that is not blank, at the rate of all lines.
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

/// Takes a place among the sessions and starts the conversation.
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
        // Whoever is gone need not be told.
        let _ = timeout(LINGERING, outgoing.send(&[line])).await;
    }
}

/// Closes the connection such that the host can still read what it was told:
/// what it sends meanwhile must be read, or the system would cut it short.
async fn part<I: Incoming, O: Outgoing>(incoming: &mut I, outgoing: &mut O, farewell: &Farewell) {
    let linger = async {
        if outgoing.close(farewell).await.is_err() {
            return;
        }
        while incoming.discard().await {}
    };
    let _ = timeout(LINGERING, linger).await;
}
