//! The TCP connection below a WebSocket, with a count of what is read from it.
//!
//! A message may arrive in any number of frames, even empty ones, and becomes visible only
//! when it is complete. So the rate limit charges for what is read from the connection, not
//! for messages: each piece read must be charged before the next one is read.
//!
//! Until the token has arrived, at most `PRE_AUTH_BYTES` are read, and passed on one by one. So
//! the WebSocket above the connection never holds anything that follows the message with the
//! token, and can be replaced by a WebSocket with the limits of a session.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::transport::{CHUNK_BYTES, PRE_AUTH_BYTES};

/// A handle to the counters of a metered connection.
#[derive(Debug, Clone, Default)]
pub struct ReadMeter(Arc<Counters>);

#[derive(Debug, Default)]
struct Counters {
    /// The amount read but not yet charged, in chunks; a read costs one chunk for each
    /// [`CHUNK_BYTES`] or part of it.
    chunks: AtomicUsize,
    /// Whether more bytes arrived before the token than are accepted.
    pre_auth_exceeded: AtomicBool,
}

impl ReadMeter {
    /// Returns the number of chunks read since the last call.
    pub fn take_chunks(&self) -> usize {
        self.0.chunks.swap(0, Relaxed)
    }

    /// Returns whether more bytes arrived before the token than are accepted.
    pub fn pre_auth_exceeded(&self) -> bool {
        self.0.pre_auth_exceeded.load(Relaxed)
    }
}

/// A TCP connection whose reads are counted.
#[derive(Debug)]
pub struct MeteredStream {
    stream: Arc<TcpStream>,
    meter: ReadMeter,
    /// The number of bytes that may still be read before the token; `None` once there is no
    /// such limit.
    pre_auth_left: Option<usize>,
    /// The bytes that have been read but not passed on.
    read_ahead: VecDeque<u8>,
}

impl MeteredStream {
    /// Wraps a connection, and returns it with a handle to its counters. If `token_due` is
    /// set, the number of bytes that may be read before the token is limited.
    pub fn new(stream: Arc<TcpStream>, token_due: bool) -> (Self, ReadMeter) {
        let meter = ReadMeter::default();
        let metered = Self {
            stream,
            meter: meter.clone(),
            pre_auth_left: token_due.then_some(PRE_AUTH_BYTES),
            read_ahead: VecDeque::new(),
        };
        (metered, meter)
    }

    /// Lifts the limit on the bytes before the token.
    pub fn lift_pre_auth_limit(&mut self) {
        self.pre_auth_left = None;
    }

    /// Reads what is available, and returns the number of bytes; 0 at the end of the stream.
    fn read(&self, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.stream.poll_read_ready(context))?;
            match self.stream.try_read(buffer.initialize_unfilled()) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Ok(read) => {
                    buffer.advance(read);
                    let chunks = read.div_ceil(CHUNK_BYTES);
                    self.meter.0.chunks.fetch_add(chunks, Relaxed);
                    return Poll::Ready(Ok(read));
                }
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }

    /// Reads ahead at most `max` bytes, the number still allowed before the token, and returns
    /// the number of bytes read; 0 at the end of the stream. Fails if `max` is 0.
    fn fill_read_ahead(
        &mut self,
        context: &mut Context<'_>,
        max: usize,
    ) -> Poll<io::Result<usize>> {
        if max == 0 {
            self.meter.0.pre_auth_exceeded.store(true, Relaxed);
            let message = "too many bytes arrived before the token";
            return Poll::Ready(Err(io::Error::other(message)));
        }
        let mut bytes = vec![0; max];
        let mut buffer = ReadBuf::new(&mut bytes);
        let read = ready!(self.read(context, &mut buffer))?;
        bytes.truncate(read);
        self.read_ahead = bytes.into();
        self.pre_auth_left = Some(max - read);
        Poll::Ready(Ok(read))
    }
}

impl AsyncRead for MeteredStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if this.read_ahead.is_empty() {
            // On `Pending`, the caller charges for these chunks and then reads again, so it
            // needs no wake-up.
            if this.meter.0.chunks.load(Relaxed) > 0 {
                return Poll::Pending;
            }
            let Some(left) = this.pre_auth_left else {
                return this.read(context, buffer).map_ok(|_| ());
            };
            if ready!(this.fill_read_ahead(context, left))? == 0 {
                return Poll::Ready(Ok(()));
            }
        }
        let max = this.pre_auth_left.map_or(buffer.remaining(), |_| 1);
        let passed_on = max.min(this.read_ahead.len());
        for byte in this.read_ahead.drain(..passed_on) {
            buffer.put_slice(&[byte]);
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for MeteredStream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.stream.poll_write_ready(context))?;
            match self.stream.try_write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                result => return Poll::Ready(result),
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
