//! The conversation on standard input and output.
//!
//! A plain thread reads stdin into a channel (an async read of stdin could not
//! be cancelled), and another writes stdout.

use std::io::{self, Read};
use std::thread::Builder;
use std::time::Duration;

use batyr_protocol::LineSplitter;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::sync::watch;
use tokio::time::timeout;

use super::allowance::Allowance;
use super::at_once::Pipe;
use super::conversation::{Conversation, End, Input, Line, Order, next_order};
use super::outbox::{Room, outbox};
use super::terms::Terms;
use super::writer::Writer;
use super::{hangup, signals};

/// The maximum number of lines read ahead of the conversation.
const READ_AHEAD: usize = 256;
/// The maximum number of bytes read at once.
const CHUNK: usize = 1 << 16;
/// The limits on the output that waits for the host; above the hard one its
/// lines are not read.
const ROOM: Room = Room {
    soft: 1 << 20,
    hard: 16 << 20,
};
/// How long the program waits, after `quit` or a signal, for the host to read
/// the last lines.
const PATIENCE: Duration = Duration::from_millis(25);

/// Serves the host until it quits, its input ends or a signal arrives. With
/// `script` the commands come from there, each run after the one before is
/// done. Returns whether all commands of a script were accepted.
///
/// # Errors
/// If the system can't start the threads.
pub fn run(script: Option<Vec<String>>) -> io::Result<bool> {
    let mut orders = signals::listen();
    let (outbox, output) = outbox(ROOM);
    let outbox = outbox
        .past_the_queue(Pipe::of_stdout())
        .until(hangup::of_stdout());
    let mut writer = Writer::start(output)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()?;
    runtime.block_on(async {
        let heard = orders.clone();
        let (end, accepted) = match script {
            Some(script) => {
                let mut conversation = Conversation::scripted(outbox);
                conversation.follow(script, heard).await
            }
            None => {
                let lines = read_stdin()?;
                let terms = Terms::default();
                let mut conversation = Conversation::new(outbox, Allowance::owner(), terms);
                let orders = heard;
                (conversation.listen(Input { lines, orders }).await, true)
            }
        };
        finish(&mut writer, end, &mut orders).await;
        Ok(accepted)
    })
}

/// Waits for the last lines to be written: until a signal if the input has
/// ended, otherwise only for a moment, and not at all if nobody reads them.
async fn finish(writer: &mut Writer, end: End, orders: &mut watch::Receiver<Order>) {
    match end {
        End::Gone => return,
        End::InputEnded => tokio::select! {
            () = writer.finish() => return,
            _ = next_order(orders) => {}
        },
        End::Quit | End::Ordered | End::Refused(_) => {}
    }
    if timeout(PATIENCE, writer.finish()).await.is_err() {
        log::warn!("the host did not read the last lines");
    }
}

/// Starts the thread that reads stdin. The channel closes at the end of input.
fn read_stdin() -> io::Result<Receiver<Line>> {
    let (lines, heard) = channel(READ_AHEAD);
    Builder::new()
        .name("batyr-stdin".to_owned())
        .spawn(move || {
            let mut stdin = io::stdin().lock();
            let mut splitter = LineSplitter::new();
            let mut chunk = vec![0; CHUNK];
            let mut found = Vec::new();
            loop {
                let read = match stdin.read(&mut chunk) {
                    Ok(read) => read,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => {
                        log::error!("reading stdin: {error}");
                        0
                    }
                };
                match chunk.get(..read) {
                    Some(bytes) if read > 0 => splitter.push(bytes, &mut found),
                    _ => found.extend(splitter.finish()),
                }
                for line in found.drain(..) {
                    if lines.blocking_send(line).is_err() {
                        return;
                    }
                }
                if read == 0 {
                    return;
                }
            }
        })?;
    Ok(heard)
}
