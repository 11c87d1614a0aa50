//! The metered connection below a WebSocket, whose bytes are counted.
//!
//! A message may come in any number of frames, even empty ones, and is seen
//! only when it is complete. The rate limit therefore charges for what is read
//! from the connection, as over TCP: each piece must be charged before the next
//! one is read.
//!
//! While the token is due, little is read, and it is passed on byte by byte:
//! the WebSocket above then holds nothing of what follows the message with the
//! token, and can be replaced by one with the limits of a session.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::transport::{CHUNK, ENTRANCE_BYTES};

/// The read counters of a metered connection, as its owner sees them.
#[derive(Debug, Clone, Default)]
pub struct Meter(Arc<State>);

#[derive(Debug, Default)]
struct State {
    /// The number of pieces read and not charged yet.
    pieces: AtomicUsize,
    /// Whether more has come before the token than is accepted.
    exhausted: AtomicBool,
}

impl Meter {
    /// Returns the number of pieces read since the last call.
    pub fn charge(&self) -> usize {
        self.0.pieces.swap(0, Relaxed)
    }

    /// Returns whether more has come before the token than is accepted.
    pub fn is_exhausted(&self) -> bool {
        self.0.exhausted.load(Relaxed)
    }
}

/// A TCP connection whose reads are counted.
#[derive(Debug)]
pub struct Metered {
    stream: Arc<TcpStream>,
    meter: Meter,
    /// The number of bytes that may still be read while the token is due.
    entrance: Option<usize>,
    /// The bytes read and not passed on yet, in reverse order.
    ahead: Vec<u8>,
}

impl Metered {
    /// Wraps a connection and returns it with its counters; if the token is
    /// due, little is read before it.
    pub fn new(stream: Arc<TcpStream>, token_due: bool) -> (Self, Meter) {
        let meter = Meter::default();
        let metered = Self {
            stream,
            meter: meter.clone(),
            entrance: token_due.then_some(ENTRANCE_BYTES),
            ahead: Vec::new(),
        };
        (metered, meter)
    }

    /// Lifts the limit on what is read before the token.
    pub fn admit(&mut self) {
        self.entrance = None;
    }

    /// Reads what is available and returns the number of bytes; 0 at the end.
    fn read(&self, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.stream.poll_read_ready(context))?;
            match self.stream.try_read(buffer.initialize_unfilled()) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Ok(read) => {
                    buffer.advance(read);
                    let pieces = read.div_ceil(CHUNK);
                    self.meter.0.pieces.fetch_add(pieces, Relaxed);
                    return Poll::Ready(Ok(read));
                }
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }

    /// Reads ahead what may come before the token and returns the number of
    /// bytes; 0 at the end.
    fn read_ahead(&mut self, context: &mut Context<'_>, left: usize) -> Poll<io::Result<usize>> {
        if left == 0 {
            self.meter.0.exhausted.store(true, Relaxed);
            let why = "too much came before the token";
            return Poll::Ready(Err(io::Error::other(why)));
        }
        let mut bytes = vec![0; left];
        let mut buffer = ReadBuf::new(&mut bytes);
        let read = ready!(self.read(context, &mut buffer))?;
        bytes.truncate(read);
        bytes.reverse();
        self.ahead = bytes;
        self.entrance = Some(left - read);
        Poll::Ready(Ok(read))
    }
}

impl AsyncRead for Metered {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let me = self.get_mut();
        if me.ahead.is_empty() {
            // On `Pending` the caller charges for these pieces, and then reads
            // again: it needs no wake-up.
            if me.meter.0.pieces.load(Relaxed) > 0 {
                return Poll::Pending;
            }
            match me.entrance {
                None => return me.read(context, buffer).map_ok(|_| ()),
                Some(left) => {
                    if ready!(me.read_ahead(context, left))? == 0 {
                        return Poll::Ready(Ok(()));
                    }
                }
            }
        }
        let most = if me.entrance.is_some() {
            1
        } else {
            buffer.remaining()
        };
        for byte in me
            .ahead
            .split_off(me.ahead.len().saturating_sub(most))
            .iter()
            .rev()
        {
            buffer.put_slice(&[*byte]);
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Metered {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.stream.poll_write_ready(context))?;
            match self.stream.try_write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                done => return Poll::Ready(done),
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let socket = socket2::SockRef::from(&*self.stream);
        Poll::Ready(socket.shutdown(std::net::Shutdown::Write))
    }
}
