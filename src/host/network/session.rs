//! A session: a conversation on its own thread, and the task that moves its
//! bytes.
//!
//! Neither side waits on the other's thread. The task moves
//! lines between the connection and two queues; the conversation runs on its
//! own thread in a small runtime, where a call to the engine may take as long
//! as it needs. The side that ends first ends the other: the task by closing a
//! queue or requesting a shutdown, the conversation by finishing.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::thread::Builder;
use std::time::Duration;

use batyr_protocol::Reply;
use tokio::sync::mpsc::{Sender, channel};
use tokio::sync::{oneshot, watch};
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::auth::FirstLine;
use super::config::ServerConfig;
use super::rate::RateLimiter;
use super::transport::{CloseReason, Incoming, Outgoing, Received};
use super::websocket::PING_INTERVAL;
use crate::host::conversation::{Conversation, ConversationEnd, InputChannels, Line};
use crate::host::output_queue::{OutputReceiver, output_queue};
use crate::host::shutdown::{Shutdown, shutdown_requested};
use crate::util::text::shorten;

/// The maximum number of lines read ahead of the conversation; each may be
/// long.
const READ_AHEAD: usize = 8;
/// The time limit for writing the last lines once the conversation is over.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(2);
/// The stack size of a conversation's thread, in bytes; the search has its own.
const STACK_BYTES: usize = 1 << 20;

/// The handle of a session, for the task that moves its bytes.
pub struct SessionHandle {
    lines: Sender<Line>,
    shutdown: watch::Sender<Shutdown>,
    output: OutputReceiver,
    /// How the conversation ended; closed without a value if it panicked.
    ended: oneshot::Receiver<ConversationEnd>,
}

/// Starts a conversation on its own thread.
///
/// # Errors
/// If the system can't start the thread.
pub fn start(number: u64, config: &ServerConfig) -> io::Result<SessionHandle> {
    let (sender, output) = output_queue(config.output);
    let (lines, line_receiver) = channel(READ_AHEAD);
    let (shutdown, shutdown_receiver) = watch::channel(Shutdown::None);
    let (done, ended) = oneshot::channel();
    let (host, limits) = (config.host, config.conversation);
    Builder::new()
        .name(format!("batyr-session-{number}"))
        .stack_size(STACK_BYTES)
        .spawn(move || {
            let channels = InputChannels {
                lines: line_receiver,
                shutdown: shutdown_receiver,
            };
            let run = || run_conversation(Conversation::new(sender, host, limits), channels);
            match catch_unwind(AssertUnwindSafe(run)) {
                // The task may be gone already if the server is shutting down.
                Ok(Ok(end)) => drop(done.send(end)),
                Ok(Err(error)) => log::error!("session {number}: no runtime: {error}"),
                Err(_) => log::error!("session {number}: panicked"),
            }
        })?;
    Ok(SessionHandle {
        lines,
        shutdown,
        output,
        ended,
    })
}

fn run_conversation(
    mut conversation: Conversation,
    channels: InputChannels,
) -> io::Result<ConversationEnd> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()?;
    runtime.block_on(async {
        let end = conversation.serve(channels).await;
        conversation.stop_tasks().await;
        Ok(end)
    })
}

/// The reason why no more lines are read.
enum ReadEnd {
    /// The conversation takes no more lines, or the host sends none.
    Over,
    Lost(String),
    Refused(CloseReason),
}

impl SessionHandle {
    /// Moves lines until the session ends, and returns the reason.
    pub async fn run<I: Incoming, O: Outgoing>(
        self,
        incoming: &mut I,
        outgoing: &mut O,
        rate: u32,
        mut server_shutdown: watch::Receiver<Shutdown>,
    ) -> CloseReason {
        let Self {
            lines,
            shutdown,
            mut output,
            mut ended,
        } = self;
        let mut close_reason = None;
        let mut end = None;
        {
            let mut reading = pin!(read(incoming, lines, &shutdown, rate));
            let mut writing = pin!(write(&mut output, outgoing));
            let mut is_reading = true;
            let mut is_serving = true;
            loop {
                tokio::select! {
                    over = &mut reading, if is_reading => {
                        is_reading = false;
                        match over {
                            ReadEnd::Over => {}
                            ReadEnd::Refused(why) => close_reason = Some(why),
                            ReadEnd::Lost(why) => {
                                close_reason = Some(CloseReason::new(CloseCode::Abnormal, why));
                                break;
                            }
                        }
                    }
                    written = &mut writing => {
                        if let Err(error) = written {
                            close_reason = Some(CloseReason::new(CloseCode::Abnormal, error.to_string()));
                        }
                        break;
                    }
                    _ = shutdown_requested(&mut server_shutdown), if is_serving => {
                        is_serving = false;
                        let why = "the server is shutting down";
                        shutdown.send_replace(Shutdown::RequestedWith(Reply::text(why)));
                        close_reason = Some(CloseReason::new(CloseCode::Away, why));
                    }
                    result = &mut ended, if end.is_none() => {
                        end = Some(result.ok());
                        // Only the last lines remain to be written.
                        if let Ok(Err(error)) = timeout(FLUSH_TIMEOUT, &mut writing).await {
                            log::debug!("the last lines were not read: {}", shorten(&error.to_string()));
                        }
                        break;
                    }
                }
            }
        }
        // From here on nobody reads the conversation's output.
        drop(output);
        let end = match end {
            Some(end) => end,
            None => ended.await.ok(),
        };
        close_reason.unwrap_or_else(|| reason_of_end(end))
    }
}

/// Passes lines to the conversation within the rate limit. A shutdown is requested
/// before the input of the conversation is closed.
async fn read<I: Incoming>(
    incoming: &mut I,
    lines: Sender<Line>,
    shutdown: &watch::Sender<Shutdown>,
    rate: u32,
) -> ReadEnd {
    let mut limiter = RateLimiter::new(rate);
    let mut may_auth = true;
    let refused = loop {
        let (line, cost) = match incoming.receive().await {
            Received::Line(line, cost) => (Some(line), cost),
            Received::Piece(cost) => (None, cost),
            Received::End => return ReadEnd::Over,
            Received::Lost(why) => return ReadEnd::Lost(why),
            Received::Refused(why) => break why,
        };
        if let Err(limit) = limiter.charge(cost).await {
            break limit.into();
        }
        let Some(line) = line else {
            continue;
        };
        // A host may send a token that is not required, so that it need not
        // know whether one is.
        if may_auth {
            let first = FirstLine::of(&line);
            may_auth = first == FirstLine::Blank;
            if first != FirstLine::Other {
                continue;
            }
        }
        if lines.send(line).await.is_err() {
            return ReadEnd::Over;
        }
    };
    shutdown.send_replace(Shutdown::RequestedWith(refused.refusal()));
    ReadEnd::Refused(refused)
}

/// Writes the conversation's output, and pings the host, until the conversation
/// is over.
async fn write<O: Outgoing>(output: &mut OutputReceiver, outgoing: &mut O) -> io::Result<()> {
    let mut batch = Vec::new();
    let mut ping = interval(PING_INTERVAL);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ping.reset();
    loop {
        tokio::select! {
            more = output.next(&mut batch) => {
                if !more {
                    return Ok(());
                }
                outgoing.send(&batch).await?;
                output.done(&mut batch);
            }
            _ = ping.tick() => outgoing.ping().await?,
        }
    }
}

/// Returns the reason to close the connection of a conversation that is over.
fn reason_of_end(end: Option<ConversationEnd>) -> CloseReason {
    match end {
        Some(ConversationEnd::LimitReached(limit)) => limit.into(),
        Some(ConversationEnd::Quit | ConversationEnd::InputEnded) => {
            CloseReason::new(CloseCode::Normal, "the conversation ended")
        }
        Some(ConversationEnd::Shutdown) => CloseReason::new(CloseCode::Away, "ended by the server"),
        Some(ConversationEnd::Disconnected) => {
            CloseReason::new(CloseCode::Abnormal, "the host is gone")
        }
        None => CloseReason::new(CloseCode::Error, "the session failed"),
    }
}
