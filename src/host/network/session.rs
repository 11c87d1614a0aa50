//! A session: a conversation on its own thread, and the network task that transfers its
//! lines.
//!
//! Neither blocks the other. The network task, which runs on the server's thread,
//! transfers lines between the connection and two queues. The conversation runs on its own
//! thread in a single-threaded runtime, where a call to the engine may take as long as it
//! needs. Whichever ends first ends the other: the network task by closing a queue or
//! requesting a shutdown, the conversation by finishing.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::thread::Builder;
use std::time::Duration;

use batyr_protocol::{InputLine, Reply, Session};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::{oneshot, watch};
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::auth::FirstLine;
use super::rate::RateLimiter;
use super::server::{Server, ServerConfig};
use super::transport::{CloseReason, Incoming, Outgoing, ReadEnd, next_line};
use super::websocket::PING_INTERVAL;
use crate::host::channels::ConversationLoop;
use crate::host::conversation::ConversationEnd;
use crate::host::output_queue::{OutputReceiver, output_queue};
use crate::host::shutdown::{Shutdown, shutdown_requested};
use crate::util::text::shorten;

/// The maximum number of lines read ahead of the conversation. It is small because each line
/// can be long.
const READ_AHEAD: usize = 8;
/// The time limit for writing the last lines after the conversation has ended.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(2);
/// The stack size of a conversation's thread, in bytes. Searches run on other threads.
const STACK_BYTES: usize = 1 << 20;

/// The network task's handle to a session.
pub struct SessionHandle {
    /// Sends lines to the conversation.
    lines: Sender<InputLine>,
    /// Requests that the conversation end.
    shutdown: watch::Sender<Shutdown>,
    /// Receives lines from the conversation.
    output: OutputReceiver,
    /// Receives how the conversation ended; closed without a value if it panicked.
    end_receiver: oneshot::Receiver<ConversationEnd>,
}

/// Starts a conversation on its own thread.
///
/// # Errors
/// Returns an error if the system can't start the thread.
pub fn start(number: u64, config: &ServerConfig) -> io::Result<SessionHandle> {
    let (host_limits, limits) = (config.host_limits, config.conversation_limits);
    let (sender, output) = output_queue(limits.output);
    let (lines, line_receiver) = channel(READ_AHEAD);
    let (shutdown, shutdown_receiver) = watch::channel(Shutdown::None);
    let (end_sender, end_receiver) = oneshot::channel();
    Builder::new()
        .name(format!("batyr-session-{number}"))
        .stack_size(STACK_BYTES)
        .spawn(move || {
            let run = || {
                let conversation = ConversationLoop::new(Session::new, sender, host_limits, limits);
                run_conversation(conversation, line_receiver, shutdown_receiver)
            };
            match catch_unwind(AssertUnwindSafe(run)) {
                // If the server is shutting down, the network task may have ended already.
                Ok(Ok(end)) => drop(end_sender.send(end)),
                Ok(Err(error)) => log::error!("session {number}: can't start a runtime: {error}"),
                Err(_) => log::error!("session {number}: panicked"),
            }
        })?;
    Ok(SessionHandle {
        lines,
        shutdown,
        output,
        end_receiver,
    })
}

/// Runs a conversation until it has ended and its tasks have stopped.
fn run_conversation(
    mut conversation: ConversationLoop,
    lines: Receiver<InputLine>,
    shutdown: watch::Receiver<Shutdown>,
) -> io::Result<ConversationEnd> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()?;
    runtime.block_on(async {
        let end = conversation.serve(lines, shutdown).await;
        conversation.stop_tasks().await;
        Ok(end)
    })
}

impl SessionHandle {
    /// Transfers lines until the session ends, and returns the reason.
    pub async fn run<I: Incoming, O: Outgoing>(
        self,
        incoming: &mut I,
        outgoing: &mut O,
        server: &Server,
    ) -> CloseReason {
        let Self {
            lines,
            shutdown,
            mut output,
            mut end_receiver,
        } = self;
        let mut server_shutdown = server.shutdown.clone();
        let mut close_reason = None;
        let end = {
            let mut reading = pin!(read_lines(
                incoming,
                lines,
                &shutdown,
                server.config.max_rate
            ));
            let mut writing = pin!(write_lines(&mut output, outgoing));
            let mut is_reading = true;
            let mut may_shut_down = true;
            loop {
                tokio::select! {
                    read_end = &mut reading, if is_reading => {
                        is_reading = false;
                        close_reason = read_end.or(close_reason);
                        if close_reason.as_ref().is_some_and(CloseReason::is_lost) {
                            break None;
                        }
                    }
                    written = &mut writing => {
                        if let Err(error) = written {
                            close_reason = Some(CloseReason::lost(error.to_string()));
                        }
                        break None;
                    }
                    _ = shutdown_requested(&mut server_shutdown), if may_shut_down => {
                        may_shut_down = false;
                        let reason = "the server is shutting down";
                        shutdown.send_replace(Shutdown::RequestedWith(Reply::text(reason)));
                        close_reason = Some(CloseReason::new(CloseCode::Away, reason));
                    }
                    end = &mut end_receiver => {
                        // Only the last lines remain to be written.
                        if let Ok(Err(error)) = timeout(FLUSH_TIMEOUT, &mut writing).await {
                            log::debug!("can't send the last lines: {}", shorten(&error.to_string()));
                        }
                        break Some(end);
                    }
                }
            }
        };
        // Dropping the queue tells the conversation that its output is no longer read.
        drop(output);
        let end = match end {
            Some(end) => end,
            None => end_receiver.await,
        };
        close_reason.unwrap_or_else(|| end_reason(end.ok()))
    }
}

/// Passes lines to the conversation, within the rate limit, until it accepts no more or the
/// host sends no more. Returns the reason, if any, to close the connection; a shutdown
/// is then requested before the conversation's input is closed, unless the connection is lost.
async fn read_lines<I: Incoming>(
    incoming: &mut I,
    lines: Sender<InputLine>,
    shutdown: &watch::Sender<Shutdown>,
    rate: u32,
) -> Option<CloseReason> {
    let mut limiter = RateLimiter::new(rate);
    let mut may_auth = true;
    loop {
        let line = match next_line(incoming, &mut limiter).await {
            Ok(line) => line,
            Err(ReadEnd::Ended) => return None,
            Err(ReadEnd::Closed(reason)) => {
                if !reason.is_lost() {
                    shutdown.send_replace(Shutdown::RequestedWith(reason.refusal()));
                }
                return Some(reason);
            }
        };
        // A host may send a token even if none is required.
        if may_auth {
            let first = FirstLine::classify(&line);
            may_auth = first == FirstLine::Blank;
            if first != FirstLine::Other {
                continue;
            }
        }
        if lines.send(line).await.is_err() {
            return None;
        }
    }
}

/// Writes the conversation's output, and pings the host, until the conversation has ended.
async fn write_lines<O: Outgoing>(output: &mut OutputReceiver, outgoing: &mut O) -> io::Result<()> {
    let mut batch = Vec::new();
    let mut ping = interval(PING_INTERVAL);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ping.reset();
    loop {
        tokio::select! {
            has_lines = output.next_batch(&mut batch) => {
                if !has_lines {
                    return Ok(());
                }
                outgoing.send(&batch).await?;
                output.mark_written(&mut batch);
            }
            _ = ping.tick() => outgoing.ping().await?,
        }
    }
}

/// Returns the reason to close the connection, given how the conversation ended; `None` means
/// that it failed.
fn end_reason(end: Option<ConversationEnd>) -> CloseReason {
    match end {
        Some(ConversationEnd::LimitReached(limit)) => limit.into(),
        Some(ConversationEnd::Quit | ConversationEnd::InputEnded) => {
            CloseReason::new(CloseCode::Normal, "the conversation ended")
        }
        Some(ConversationEnd::Shutdown) => CloseReason::new(CloseCode::Away, "ended by the server"),
        Some(ConversationEnd::Disconnected) => CloseReason::lost("the host disconnected"),
        None => CloseReason::new(CloseCode::Error, "the session failed"),
    }
}
