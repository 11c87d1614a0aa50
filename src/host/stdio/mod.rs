//! The conversation over standard input and output.
//!
//! A plain thread reads stdin into a channel (an async read
//! of stdin could not be cancelled), and another writes stdout.

use std::io::{self, Read};
use std::thread::Builder;
use std::time::Duration;

use batyr_protocol::LineSplitter;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::sync::watch;
use tokio::time::timeout;

mod hangup;
mod writer;

use super::conversation::{Conversation, ConversationEnd, InputChannels, Line};
use super::limits::{ConversationLimits, HostLimits};
use super::output_queue::{OutputLimits, output_queue};
use super::shutdown::{Shutdown, shutdown_requested};
use super::signals;
use super::stdout_pipe::StdoutPipe;
use writer::Writer;

/// The maximum number of lines read ahead of the conversation.
const READ_AHEAD: usize = 256;
/// The maximum number of bytes read at once.
const CHUNK: usize = 1 << 16;
/// The limits on the output that waits for the host; above the hard one its
/// lines are not read.
const OUTPUT_LIMITS: OutputLimits = OutputLimits {
    soft: 1 << 20,
    hard: 16 << 20,
};
/// The time limit, after `quit` or a signal, for the host to read the last lines.
const EXIT_GRACE: Duration = Duration::from_millis(25);

/// Serves the host until it quits, its input ends or a signal arrives. With
/// `script` the commands come from there, each run after the previous one is
/// done. Returns whether all commands of a script were accepted.
///
/// # Errors
/// If the system can't start the threads.
pub fn run(script: Option<Vec<String>>) -> io::Result<bool> {
    let mut shutdown = signals::listen();
    let (output, receiver) = output_queue(OUTPUT_LIMITS);
    let output = output
        .with_pipe(StdoutPipe::open())
        .with_hangup(hangup::of_stdout());
    let mut writer = Writer::start(receiver)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()?;
    runtime.block_on(async {
        let (end, accepted) = match script {
            Some(script) => {
                let mut conversation = Conversation::scripted(output);
                conversation.run_script(script, shutdown.clone()).await
            }
            None => {
                let lines = read_stdin()?;
                let limits = ConversationLimits::default();
                let mut conversation = Conversation::new(output, HostLimits::owner(), limits);
                let channels = InputChannels {
                    lines,
                    shutdown: shutdown.clone(),
                };
                (conversation.serve(channels).await, true)
            }
        };
        finish(&mut writer, end, &mut shutdown).await;
        Ok(accepted)
    })
}

/// Waits for the last lines to be written: until a signal if the input has
/// ended, otherwise only for a moment, and not at all if nobody reads them.
async fn finish(
    writer: &mut Writer,
    end: ConversationEnd,
    shutdown: &mut watch::Receiver<Shutdown>,
) {
    match end {
        ConversationEnd::Disconnected => return,
        ConversationEnd::InputEnded => tokio::select! {
            () = writer.finish() => return,
            _ = shutdown_requested(shutdown) => {}
        },
        ConversationEnd::Quit | ConversationEnd::Shutdown | ConversationEnd::LimitReached(_) => {}
    }
    if timeout(EXIT_GRACE, writer.finish()).await.is_err() {
        log::warn!("the host did not read the last lines");
    }
}

/// Starts the thread that reads stdin. The channel closes at the end of input.
fn read_stdin() -> io::Result<Receiver<Line>> {
    let (sender, lines) = channel(READ_AHEAD);
    Builder::new()
        .name("batyr-stdin".to_owned())
        .spawn(move || {
            let mut stdin = io::stdin().lock();
            let mut splitter = LineSplitter::new();
            let mut chunk = vec![0; CHUNK];
            let mut ready = Vec::new();
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
                    Some(bytes) if read > 0 => splitter.push(bytes, &mut ready),
                    _ => ready.extend(splitter.finish()),
                }
                for line in ready.drain(..) {
                    if sender.blocking_send(line).is_err() {
                        return;
                    }
                }
                if read == 0 {
                    return;
                }
            }
        })?;
    Ok(lines)
}
