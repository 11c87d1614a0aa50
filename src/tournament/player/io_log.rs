//! The log of what was said to an engine and by it.
//!
//! **The decision:** a line is only kept when it passes, with its time, and is
//! written when nobody's clock runs or too many wait. So writing to a slow disk
//! costs no engine its time.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::time::Instant;

use jiff::{SignedDuration, Timestamp};

/// When so many lines wait they are written all the same.
const MOST_WAITING: usize = 10_000;

/// Who said a line.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Speaker {
    /// The runner, to the engine.
    Runner,
    /// The engine.
    Engine,
    /// The engine, on stderr.
    Complaint,
    /// Nobody: a remark of the runner.
    Remark,
}

impl Speaker {
    const fn mark(self) -> char {
        match self {
            Self::Runner => '>',
            Self::Engine => '<',
            Self::Complaint => '!',
            Self::Remark => '#',
        }
    }
}

/// A log; without a file it keeps nothing.
#[derive(Debug)]
pub struct IoLog {
    file: Option<File>,
    waiting: Vec<(Instant, Speaker, String)>,
    /// One moment on both clocks.
    moment: (Instant, Timestamp),
}

impl IoLog {
    /// A log that continues the file at this path, if there is one.
    ///
    /// # Errors
    /// If the file can't be written to.
    pub fn open(path: Option<&Path>) -> io::Result<Self> {
        let open = |path| OpenOptions::new().append(true).create(true).open(path);
        let mut log = Self::none();
        log.file = path.map(open).transpose()?;
        Ok(log)
    }

    /// A log that keeps nothing.
    pub fn none() -> Self {
        Self {
            file: None,
            waiting: Vec::new(),
            moment: (Instant::now(), Timestamp::now()),
        }
    }

    /// Keeps a line.
    pub fn note(&mut self, at: Instant, speaker: Speaker, text: &str) {
        if self.file.is_none() {
            return;
        }
        self.waiting.push((at, speaker, text.to_owned()));
        if self.waiting.len() >= MOST_WAITING {
            self.flush();
        }
    }

    /// Writes what waits. A file that can't be written to is left, with a
    /// message in the program's log.
    pub fn flush(&mut self) {
        let Some(file) = &mut self.file else { return };
        let mut text = String::new();
        for (at, speaker, line) in self.waiting.drain(..) {
            let time = clock_time(self.moment, at);
            // A String takes everything.
            let _ = writeln!(text, "{time} {} {line}", speaker.mark());
        }
        if let Err(error) = file.write_all(text.as_bytes()) {
            log::error!("the log of an engine ends here: {error}");
            self.file = None;
        }
    }
}

impl Drop for IoLog {
    fn drop(&mut self) {
        self.flush();
    }
}

/// `HH:MM:SS.mmm`, UTC.
fn clock_time((instant, timestamp): (Instant, Timestamp), at: Instant) -> String {
    let passed = at.saturating_duration_since(instant);
    let passed = SignedDuration::try_from(passed).unwrap_or_default();
    let time = timestamp.checked_add(passed).unwrap_or(timestamp);
    time.strftime("%H:%M:%S%.3f").to_string()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn lines_are_in_the_file_after_a_flush() {
        let path = std::env::temp_dir().join(format!("batyr-io-log-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let mut log = IoLog::open(Some(&path)).unwrap();
        log.moment.1 = "2026-01-02T23:59:59.5Z".parse().unwrap();
        let start = log.moment.0;
        log.note(start, Speaker::Runner, "uci");
        let later = start + Duration::from_millis(625);
        log.note(later, Speaker::Engine, "uciok");
        log.flush();
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(text, "23:59:59.500 > uci\n00:00:00.125 < uciok\n");
    }
}
