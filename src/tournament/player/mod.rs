//! An engine that plays games in a separate process.
//!
//! A [`Player`] exchanges typed commands and replies with its engine, independently of the rules
//! of the games. Every wait has a time limit; exceeding it is an [`EngineFault`] or a
//! [`StartError`] that names the expected reply. After a fault the player can no longer be used and
//! must be dropped, which kills its process.

mod fault;
mod handshake;
mod io_log;
mod launcher;
mod line_queue;
mod location;
mod process;
mod search_report;
mod stderr_tail;
mod thinking;
mod timed_input;

use std::sync::Arc;
use std::time::{Duration, Instant};

use batyr_protocol::{Command, Dialect, OptionSpec};

pub use fault::{EngineFault, StartError};
pub use io_log::LogFile;
pub use launcher::{KEEP_SUBCOMMAND, KEEPER_NAME, Launcher, SHORTAGE_STATUS, Shortage};
pub use line_queue::{NextLine, OutputLine};
pub use location::ProgramLocation;
pub use process::Process;
pub use search_report::{SearchAnswer, SearchReport};

use crate::game::Variant;
use crate::tournament::heartbeat::{Deadline, Heartbeat};
use crate::tournament::warnings::EngineWarnings;
use crate::tournament::{EngineSpec, RunControl, Timeouts, Warning};
use crate::util::text::shorten;
use io_log::{IoLog, LogSource};
use search_report::InfoLines;
use stderr_tail::StderrTail;

/// The interval at which a wait checks whether the run has been stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The time within which an engine's process is expected to end after closing its
/// output; if it does not, the fault mentions only the closed output.
const EXIT_GRACE: Duration = Duration::from_millis(300);
/// The maximum number of lines read after an engine has closed its output, because the engine
/// may write to stderr without end.
const MAX_REST_LINES: usize = 100_000;

/// A running engine that has completed the handshake.
#[derive(Debug)]
pub struct Player {
    dialect: Dialect,
    process: Process,
    log: IoLog,
    timeouts: Timeouts,
    /// The name that the engine reported.
    id: Option<String>,
    options: Vec<OptionSpec>,
    /// Whether clock times are in milliseconds (in UCCI they may be in seconds).
    counts_milliseconds: bool,
    /// The variant that the engine was last set up to play.
    variant: Option<Variant>,
    /// Whether the engine replied that it does not support the requested version (USHI).
    refuses_version: bool,
    /// Whether the engine is pondering now.
    is_pondering: bool,
    info_lines: InfoLines,
    warnings: EngineWarnings,
    stderr_tail: StderrTail,
    heartbeat: Arc<Heartbeat>,
}

impl Player {
    /// Starts an engine, completes the handshake and sets the options; no variant is chosen yet.
    /// `log` is a file to which the communication is appended.
    ///
    /// # Errors
    /// Returns an error if the engine can't be started, ends, or does not
    /// answer in time, or if the run was stopped.
    pub fn start(
        spec: &EngineSpec,
        launcher: &Launcher,
        timeouts: Timeouts,
        log: Option<&LogFile>,
        control: &RunControl,
    ) -> Result<Self, StartError> {
        let (log, log_error) = match log.map(IoLog::open) {
            None => (IoLog::disabled(), None),
            Some(Ok(log)) => (log, None),
            Some(Err(error)) => (IoLog::disabled(), Some(error.to_string())),
        };
        let mut player = Self {
            dialect: spec.dialect,
            process: launcher.start(spec)?,
            log,
            timeouts,
            id: None,
            options: Vec::new(),
            counts_milliseconds: true,
            variant: None,
            refuses_version: false,
            is_pondering: false,
            info_lines: InfoLines::default(),
            warnings: EngineWarnings::new(&spec.name),
            stderr_tail: StderrTail::default(),
            heartbeat: Arc::clone(&control.heartbeat),
        };
        let title = format!("{}: {}", spec.name, spec.command.display());
        player.log.add(Instant::now(), LogSource::Remark, &title);
        // A log that can't be opened is the runner's fault and must not cost the engine a game.
        if let Some(reason) = log_error {
            player.warn("the log can't be opened", Some(&reason));
        }
        match player.shake_hands(spec, control) {
            Ok(()) => Ok(player),
            Err(error) => Err(player.shortage_of_keeper().unwrap_or(error)),
        }
    }

    /// Returns the error of a keeper that could not start the engine for lack of resources, if that
    /// is why the process has ended.
    fn shortage_of_keeper(&self) -> Option<StartError> {
        let code = self.process.status()?.code()?;
        let lines = self.stderr_lines();
        // An engine may exit with the same status.
        let reason = lines.last().filter(|line| line.starts_with(KEEPER_NAME))?;
        (code == i32::from(SHORTAGE_STATUS)).then(|| StartError::Shortage(shorten(reason)))
    }

    /// Returns the name that the engine reported.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// Returns the options that the engine has declared.
    pub fn options(&self) -> &[OptionSpec] {
        &self.options
    }

    /// Returns whether clock times for the engine are in milliseconds rather than seconds.
    pub const fn counts_milliseconds(&self) -> bool {
        self.counts_milliseconds
    }

    /// Records a warning about the engine. Only the first example of each kind is
    /// kept.
    pub fn warn(&mut self, kind: &str, example: Option<&str>) {
        self.warnings.add(kind, example);
    }

    /// Removes and returns the warnings recorded since the last call.
    pub fn take_warnings(&mut self) -> Vec<Warning> {
        self.warnings.take()
    }

    /// Returns the last lines that the engine wrote to stderr, escaped.
    pub fn stderr_lines(&self) -> Vec<String> {
        self.stderr_tail.lines()
    }

    /// Writes the log to its file; must be called only while no clock is running.
    pub fn flush_log(&mut self) {
        self.log.flush();
    }

    /// Terminates the engine: sends `quit`, and kills the process if it does not end in time.
    pub fn quit(mut self) {
        if self.send(&[Command::Quit]).is_ok() {
            self.process
                .wait_for_exit(Duration::from_millis(self.timeouts.quit_ms));
        }
        self.process.kill();
    }

    /// Sends several commands in a single write.
    fn send(&mut self, commands: &[Command]) -> Result<(), EngineFault> {
        let mut text = String::new();
        let at = Instant::now();
        let mut last_command = String::new();
        for command in commands {
            let line = command.to_line(self.dialect);
            self.log.add(at, LogSource::Runner, &line);
            text.push_str(&line);
            text.push('\n');
            last_command = line;
        }
        let timeout = Duration::from_millis(self.timeouts.ready_ms);
        match self.process.write(text.as_bytes(), timeout) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == std::io::ErrorKind::TimedOut => {
                let (command, expected) = (shorten(&last_command), "free space in its input pipe");
                Err(EngineFault::stall(&command, expected, timeout))
            }
            Err(_) => Err(self.disconnected()),
        }
    }

    /// Returns the next line from the engine with its time of arrival; `None` if none arrives
    /// before the deadline.
    fn next_line(&mut self, deadline: Instant) -> Result<Option<(Instant, String)>, EngineFault> {
        loop {
            let entry = match self.process.next_line(deadline) {
                NextLine::Line(entry) => entry,
                NextLine::Timeout => return Ok(None),
                NextLine::Closed => return Err(self.disconnected()),
            };
            match entry.output {
                OutputLine::Stdout(line) => {
                    self.log.add(entry.at, LogSource::Engine, &line);
                    return Ok(Some((entry.at, line)));
                }
                OutputLine::Unreadable { reason, text } => {
                    self.log.add(entry.at, LogSource::Remark, &reason);
                    self.warn("an unreadable line", Some(&reason));
                    // An answer that contains bad bytes is still an answer.
                    if text.split_ascii_whitespace().next() == Some("bestmove") {
                        self.log.add(entry.at, LogSource::Engine, &text);
                        return Ok(Some((entry.at, text)));
                    }
                }
                OutputLine::Stderr(text) => self.add_stderr_line(entry.at, text),
            }
            if Instant::now() >= deadline {
                return Ok(None);
            }
        }
    }

    /// Returns the next line from the engine; `None` if none arrives within `limit` after `since`.
    /// Long pauses of the runner do not count. With a `control`, a stop of the run is an error.
    fn wait_for_line(
        &mut self,
        since: Instant,
        limit: Duration,
        control: Option<&RunControl>,
    ) -> Result<Option<(Instant, String)>, EngineFault> {
        let deadline = Deadline::new(since, limit);
        while !deadline.is_over(&self.heartbeat) {
            if control.is_some_and(RunControl::is_stopped) {
                return Err(EngineFault::Interrupted);
            }
            let wait_end = deadline
                .end(&self.heartbeat)
                .min(Instant::now() + POLL_INTERVAL);
            if let Some(line) = self.next_line(wait_end)? {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    fn add_stderr_line(&mut self, at: Instant, text: String) {
        self.log.add(at, LogSource::Stderr, &text);
        log::debug!("an engine wrote to stderr: {}", shorten(&text));
        self.stderr_tail.add(&text);
    }

    /// Returns a fault that describes how the engine's process ended or closed its output.
    fn disconnected(&mut self) -> EngineFault {
        let mut text = "it closed its output".to_owned();
        let deadline = Instant::now() + EXIT_GRACE;
        if self.process.wait_for_exit(EXIT_GRACE) {
            let status = self.process.status();
            text = format!("its process ended ({})", exit_text(status));
        }
        for _ in 0..MAX_REST_LINES {
            let NextLine::Line(entry) = self.process.next_line_of_rest(deadline) else {
                break;
            };
            if let OutputLine::Stderr(text) = entry.output {
                self.add_stderr_line(entry.at, text);
            }
        }
        if let Some(summary) = self.stderr_tail.summary() {
            text = format!("{text}; on stderr: {}", shorten(summary));
        }
        EngineFault::Disconnect {
            how: text,
            stderr: self.stderr_lines(),
        }
    }
}

/// Describes an exit status. Like shells, the keeper reports signal N as status 128 + N.
fn exit_text(status: Option<std::process::ExitStatus>) -> String {
    let Some(status) = status else {
        return "exit status unknown".to_owned();
    };
    match status.code() {
        Some(code @ 129..=192) if cfg!(unix) => format!("signal {}", code - 128),
        Some(code) => format!("exit status {code}"),
        None => status.to_string(),
    }
}
