//! A session: a conversation on its own thread, and the task that moves its
//! bytes.
//!
//! **The decision:** neither side waits on the other's thread. The task moves
//! lines between the connection and two queues; the conversation runs on its
//! own thread in a small runtime, where a call to the engine may take as long
//! as it needs. The side that ends first ends the other: the task by closing a
//! queue or sending an order, the conversation by finishing.

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

use super::args::ServeArgs;
use super::auth::First;
use super::rate::Bucket;
use super::transport::{Farewell, Incoming, Outgoing, Received};
use super::websocket::PING;
use crate::host::conversation::{Conversation, End, Input, Line, Order, next_order};
use crate::host::outbox::{Output, Room, outbox};
use crate::util::text::shorten;

/// The maximum number of lines read ahead of the conversation; each may be
/// long.
const READ_AHEAD: usize = 8;
/// The time limit for writing the last lines once the conversation is over.
const FLUSHING: Duration = Duration::from_secs(2);
/// The stack size of a conversation's thread, in bytes; the search has its own.
const STACK: usize = 1 << 20;

/// The task's side of a conversation.
pub struct Session {
    lines: Sender<Line>,
    orders: watch::Sender<Order>,
    output: Output,
    /// The way the conversation ended; closed without a value if it panicked.
    ended: oneshot::Receiver<End>,
}

/// Starts a conversation on its own thread.
///
/// # Errors
/// If the system can't start the thread.
pub fn start(number: u64, args: &ServeArgs) -> io::Result<Session> {
    let most = args.max_output as usize;
    let (outbox, output) = outbox(Room {
        soft: most / 4,
        hard: most,
    });
    let (lines, heard) = channel(READ_AHEAD);
    let (orders, ordered) = watch::channel(Order::GoOn);
    let (done, ended) = oneshot::channel();
    let (allowance, terms) = (args.allowance(), args.terms());
    Builder::new()
        .name(format!("batyr-session-{number}"))
        .stack_size(STACK)
        .spawn(move || {
            let input = Input {
                lines: heard,
                orders: ordered,
            };
            let run = || converse(Conversation::new(outbox, allowance, terms), input);
            match catch_unwind(AssertUnwindSafe(run)) {
                // The task may be gone already if the server is shutting down.
                Ok(Ok(end)) => drop(done.send(end)),
                Ok(Err(error)) => log::error!("session {number}: no runtime: {error}"),
                Err(_) => log::error!("session {number}: panicked"),
            }
        })?;
    Ok(Session {
        lines,
        orders,
        output,
        ended,
    })
}

fn converse(mut conversation: Conversation, input: Input) -> io::Result<End> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()?;
    runtime.block_on(async {
        let end = conversation.listen(input).await;
        conversation.settle().await;
        Ok(end)
    })
}

/// The reason why no more lines are read.
enum Reading {
    /// The conversation takes no more lines, or the host sends none.
    Over,
    Lost(String),
    Refused(Farewell),
}

impl Session {
    /// Moves lines until the session ends, and returns the reason.
    pub async fn run<I: Incoming, O: Outgoing>(
        self,
        incoming: &mut I,
        outgoing: &mut O,
        rate: u32,
        mut shutdown: watch::Receiver<Order>,
    ) -> Farewell {
        let Self {
            lines: heard,
            orders,
            mut output,
            mut ended,
        } = self;
        let mut farewell = None;
        let mut end = None;
        {
            let mut reading = pin!(read(incoming, heard, &orders, rate));
            let mut writing = pin!(write(&mut output, outgoing));
            let mut reads = true;
            let mut stays = true;
            loop {
                tokio::select! {
                    over = &mut reading, if reads => {
                        reads = false;
                        match over {
                            Reading::Over => {}
                            Reading::Refused(why) => farewell = Some(why),
                            Reading::Lost(why) => {
                                farewell = Some(Farewell::new(CloseCode::Abnormal, why));
                                break;
                            }
                        }
                    }
                    written = &mut writing => {
                        if let Err(error) = written {
                            farewell = Some(Farewell::new(CloseCode::Abnormal, error.to_string()));
                        }
                        break;
                    }
                    _ = next_order(&mut shutdown), if stays => {
                        stays = false;
                        let why = "the server is shutting down";
                        orders.send_replace(Order::EndSaying(Reply::text(why)));
                        farewell = Some(Farewell::new(CloseCode::Away, why));
                    }
                    result = &mut ended, if end.is_none() => {
                        end = Some(result.ok());
                        // Only the last lines remain to be written.
                        if let Ok(Err(error)) = timeout(FLUSHING, &mut writing).await {
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
        farewell.unwrap_or_else(|| parting(end))
    }
}

/// Passes lines to the conversation within the rate limit. An order that ends
/// the conversation is sent before its input is closed.
async fn read<I: Incoming>(
    incoming: &mut I,
    heard: Sender<Line>,
    orders: &watch::Sender<Order>,
    rate: u32,
) -> Reading {
    let mut bucket = Bucket::new(rate);
    let mut may_auth = true;
    let refused = loop {
        let (line, cost) = match incoming.receive().await {
            Received::Line(line, cost) => (Some(line), cost),
            Received::Piece(cost) => (None, cost),
            Received::End => return Reading::Over,
            Received::Lost(why) => return Reading::Lost(why),
            Received::Refused(why) => break why,
        };
        if let Err(limit) = bucket.pay(cost).await {
            break limit.into();
        }
        let Some(line) = line else {
            continue;
        };
        // A host may send a token that is not required, so that it need not
        // know whether one is.
        if may_auth {
            let first = First::of(&line);
            may_auth = first == First::Nothing;
            if first != First::Other {
                continue;
            }
        }
        if heard.send(line).await.is_err() {
            return Reading::Over;
        }
    };
    orders.send_replace(Order::EndSaying(refused.refusal()));
    Reading::Refused(refused)
}

/// Writes the conversation's output, and pings the host, until the conversation
/// is over.
async fn write<O: Outgoing>(output: &mut Output, outgoing: &mut O) -> io::Result<()> {
    let mut batch = Vec::new();
    let mut ping = interval(PING);
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

/// Returns the farewell to a host whose conversation is over.
fn parting(end: Option<End>) -> Farewell {
    match end {
        Some(End::Refused(limit)) => limit.into(),
        Some(End::Quit | End::InputEnded) => Farewell::new(CloseCode::Normal, "the end"),
        Some(End::Ordered) => Farewell::new(CloseCode::Away, "ended by the server"),
        Some(End::Gone) => Farewell::new(CloseCode::Abnormal, "the host is gone"),
        None => Farewell::new(CloseCode::Error, "the session failed"),
    }
}
