//! The conversation on standard input and output.
//!
//! A plain thread reads stdin into a channel (an async read of stdin could not
//! be cancelled); the loop below takes lines and the engine's events as they
//! come, and never waits for anything else.

use std::collections::VecDeque;
use std::io::Read;
use std::thread::Builder;

use batyr_protocol::{Event, Flow, LineError, LineSplitter, SearchId, Session, banner};
use tokio::sync::mpsc::{Receiver, Sender, UnboundedReceiver, channel, unbounded_channel};

use super::backend::HostedEngine;
use super::writer::Writer;
use crate::engine::{Engine, EngineError};

/// Lines read ahead of the conversation.
const READ_AHEAD: usize = 256;
/// How a refused command is answered.
const REFUSAL: &str = "info string error";
/// Bytes read at once.
const CHUNK: usize = 1 << 16;

type Line = Result<String, LineError>;

/// Speaks with the host until it quits or its input ends. With `script` the
/// commands come from there, each after the one before is done. Tells whether
/// all commands of a script were accepted.
///
/// # Errors
/// If the system refuses memory or threads at the start.
pub fn run(script: Option<Vec<String>>) -> Result<bool, EngineError> {
    let (events_in, events) = unbounded_channel();
    let backend = HostedEngine::new(Engine::new(), events_in);
    let session = match script {
        Some(_) => Session::in_uci(backend),
        None => Session::new(backend),
    };
    let writer = Writer::start()?;
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let conversation = Conversation {
        session,
        writer,
        out: Vec::new(),
    };
    runtime.block_on(async {
        match script {
            Some(lines) => Ok(conversation.follow(lines.into(), events).await),
            None => {
                let (lines_in, lines) = channel(READ_AHEAD);
                read_stdin(lines_in)?;
                conversation.listen(lines, events).await;
                Ok(true)
            }
        }
    })
}

struct Conversation {
    session: Session<HostedEngine>,
    writer: Writer,
    out: Vec<String>,
}

impl Conversation {
    /// Speaks with a host.
    async fn listen(
        mut self,
        mut lines: Receiver<Line>,
        mut events: UnboundedReceiver<(SearchId, Event)>,
    ) {
        self.out
            .extend(banner(concat!("Batyr ", env!("CARGO_PKG_VERSION"))));
        self.writer.send(&mut self.out);
        let mut open = true;
        loop {
            let flow = tokio::select! {
                biased;
                line = lines.recv(), if open => match line {
                    Some(line) => self.line(line),
                    None => {
                        open = false;
                        self.session.end_of_input(&mut self.out)
                    }
                },
                Some((id, event)) = events.recv() => {
                    self.session.event(id, event, &mut self.out)
                }
            };
            self.writer.send(&mut self.out);
            if flow == Flow::Exit {
                break;
            }
        }
        if open {
            self.writer.finish_soon();
        } else {
            self.writer.finish();
        }
    }

    /// Runs commands one after the other and ends when the last is done. Tells
    /// whether all were accepted.
    async fn follow(
        mut self,
        mut script: VecDeque<String>,
        mut events: UnboundedReceiver<(SearchId, Event)>,
    ) -> bool {
        let mut accepted = true;
        loop {
            // A search without end is for the next command to end; behind the
            // last one it is the person's to interrupt.
            let ends_it = self.session.waits_for_host() && !script.is_empty();
            let flow = if self.session.is_busy() && !ends_it {
                match events.recv().await {
                    // Which turn is looked at is for a host that shows it.
                    Some((_, Event::Info(info))) if info.currmove.is_some() => continue,
                    Some((id, event)) => self.session.event(id, event, &mut self.out),
                    None => Flow::Exit,
                }
            } else {
                match script.pop_front() {
                    Some(line) => self.line(Ok(line)),
                    None => self.session.end_of_input(&mut self.out),
                }
            };
            accepted &= !self.out.iter().any(|line| line.starts_with(REFUSAL));
            self.writer.send(&mut self.out);
            if flow == Flow::Exit {
                break;
            }
        }
        self.writer.finish();
        accepted
    }

    fn line(&mut self, line: Line) -> Flow {
        match line {
            Ok(line) => self.session.line(&line, &mut self.out),
            Err(error) => self.session.bad_line(error, &mut self.out),
        }
    }
}

/// Starts the thread that reads stdin. The channel closes at the end of input.
fn read_stdin(lines: Sender<Line>) -> std::io::Result<()> {
    Builder::new()
        .name("batyr-stdin".to_owned())
        .spawn(move || {
            let mut stdin = std::io::stdin().lock();
            let mut splitter = LineSplitter::new();
            let mut chunk = vec![0; CHUNK];
            let mut found = Vec::new();
            loop {
                let read = match stdin.read(&mut chunk) {
                    Ok(read) => read,
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
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
    Ok(())
}
