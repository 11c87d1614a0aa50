//! A connection below a WebSocket, whose bytes are counted.
//!
//! A message may come in any number of frames, even empty ones, and is seen
//! only when it is whole. So what is charged is what is read below, as over TCP:
//! each piece must be charged before the next one is read.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use super::transport::CHUNK;

/// What is known of a connection from outside.
#[derive(Debug, Clone, Default)]
pub struct Meter(Arc<State>);

#[derive(Debug, Default)]
struct State {
    /// The handshake is over.
    charges: AtomicBool,
    /// Pieces read and not charged.
    pieces: AtomicUsize,
    /// The answer is kept back for a while.
    delays: AtomicBool,
}

impl Meter {
    /// From now on every piece must be charged.
    pub fn begin(&self) {
        self.0.pieces.store(0, Relaxed);
        self.0.charges.store(true, Relaxed);
    }

    /// What has been read since the last call.
    pub fn charge(&self) -> usize {
        self.0.pieces.swap(0, Relaxed)
    }

    /// Keeps back what is written from now on.
    pub fn delay(&self) {
        self.0.delays.store(true, Relaxed);
    }
}

/// The connection.
#[derive(Debug)]
pub struct Metered {
    stream: TcpStream,
    meter: Meter,
    delay: Duration,
    delayed: Option<Pin<Box<Sleep>>>,
}

impl Metered {
    /// A connection whose answers can be kept back for so long.
    pub fn new(stream: TcpStream, delay: Duration) -> (Self, Meter) {
        let meter = Meter::default();
        let metered = Self {
            stream,
            meter: meter.clone(),
            delay,
            delayed: None,
        };
        (metered, meter)
    }
}

impl AsyncRead for Metered {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let me = self.get_mut();
        let state = &me.meter.0;
        // Who reads charges before it waits, and then reads again.
        if state.charges.load(Relaxed) && state.pieces.load(Relaxed) > 0 {
            return Poll::Pending;
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut me.stream).poll_read(context, buffer))?;
        let read = buffer.filled().len() - before;
        state.pieces.fetch_add(read.div_ceil(CHUNK), Relaxed);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Metered {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let me = self.get_mut();
        if me.meter.0.delays.load(Relaxed) {
            let delay = me.delay;
            let delayed = me.delayed.get_or_insert_with(|| Box::pin(sleep(delay)));
            ready!(delayed.as_mut().poll(context));
        }
        me.meter.0.delays.store(false, Relaxed);
        Pin::new(&mut me.stream).poll_write(context, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}
