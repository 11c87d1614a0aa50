//! A conversation over standard input and output.
//!
//! One thread reads standard input into a channel, because an asynchronous read of it could
//! not be cancelled; another thread writes standard output.

use std::io::{self, Read};
use std::thread::Builder;
use std::time::Duration;

use batyr_protocol::{InputLine, LineSplitter, Session};
use tokio::sync::mpsc::{Receiver, channel};
use tokio::sync::watch;
use tokio::time::timeout;

mod hangup;
mod writer;

use super::channels::ConversationLoop;
use super::conversation::ConversationEnd;
use super::limits::{ConversationLimits, HostLimits};
use super::output_queue::output_queue;
use super::shutdown::{Shutdown, shutdown_requested};
use super::signals;
use super::stdout_pipe::StdoutPipe;
use writer::StdoutWriter;

/// The maximum number of lines read ahead of the conversation.
const READ_AHEAD: usize = 256;
/// The maximum number of bytes read at once.
const CHUNK_BYTES: usize = 1 << 16;
/// The time that the host has after `quit` or a signal to read the last lines.
const EXIT_GRACE: Duration = Duration::from_millis(25);

/// Serves the host until it quits, its input ends or a signal arrives. With a `script`, runs
/// the commands of the script instead, each when the previous one is done, and returns `false`
/// if a command is not accepted.
///
/// # Errors
/// Returns an error if the system can't start the threads, or if standard output can't be
/// written to although the host has not closed it.
pub fn run(script: Option<Vec<String>>) -> io::Result<bool> {
    let mut shutdown = signals::listen(|| ());
    let (owner, unlimited) = (HostLimits::owner(), ConversationLimits::default());
    let (mut output, receiver) = output_queue(unlimited.output);
    output.pipe = StdoutPipe::open();
    output.hangup = Some(hangup::watch_stdout());
    let mut writer = StdoutWriter::start(receiver)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()?;
    let new_session = match script {
        Some(_) => Session::in_uci,
        None => Session::new,
    };
    let mut conversation = ConversationLoop::new(new_session, output, owner, unlimited);
    runtime.block_on(async {
        let (end, accepted) = match script {
            Some(script) => conversation.run_script(script, shutdown.clone()).await,
            None => (
                conversation.serve(read_stdin()?, shutdown.clone()).await,
                true,
            ),
        };
        // The writer ends once the conversation, which sends to its queue, is dropped.
        drop(conversation);
        finish(&mut writer, end, &mut shutdown).await?;
        Ok(accepted)
    })
}

/// Waits for the last lines to be written: not at all if nobody reads them, otherwise at most
/// [`EXIT_GRACE`]; if the input has ended, that time begins only when a signal arrives.
async fn finish(
    writer: &mut StdoutWriter,
    end: ConversationEnd,
    shutdown: &mut watch::Receiver<Shutdown>,
) -> io::Result<()> {
    match end {
        ConversationEnd::Disconnected => return writer.result_so_far(),
        ConversationEnd::InputEnded => tokio::select! {
            written = writer.finish() => return written,
            _ = shutdown_requested(shutdown) => {}
        },
        ConversationEnd::Quit | ConversationEnd::Shutdown | ConversationEnd::LimitReached(_) => {}
    }
    match timeout(EXIT_GRACE, writer.finish()).await {
        Ok(written) => written,
        Err(_) => {
            log::warn!("the host did not read the last lines");
            Ok(())
        }
    }
}

/// Starts the thread that reads standard input. The channel closes at the end of the input.
fn read_stdin() -> io::Result<Receiver<InputLine>> {
    let (sender, lines) = channel(READ_AHEAD);
    Builder::new()
        .name("batyr-stdin".to_owned())
        .spawn(move || {
            let mut stdin = io::stdin().lock();
            let mut splitter = LineSplitter::new();
            let mut chunk = vec![0; CHUNK_BYTES];
            let mut new_lines = Vec::new();
            loop {
                let read = match stdin.read(&mut chunk) {
                    Ok(read) => read,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => {
                        log::error!("can't read standard input: {error}");
                        0
                    }
                };
                match chunk.get(..read) {
                    Some(bytes) if read > 0 => splitter.push(bytes, &mut new_lines),
                    _ => new_lines.extend(splitter.finish()),
                }
                for line in new_lines.drain(..) {
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
