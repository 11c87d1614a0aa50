//! The log of the communication with an engine.
//!
//! When a line is sent or received, it is only stored, with its time. Stored lines are written when
//! no clock is running, or when too many are waiting, so a slow disk rarely costs an engine time.
//! Lines from an engine are escaped and truncated, and the file has a maximum size, so that an
//! engine that sends too much fills neither the memory nor the disk.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::Instant;

use jiff::{SignedDuration, Timestamp};

use crate::files::{MEGABYTE, open_regular_to_append};
use crate::util::text::printable;

/// The number of waiting lines at which they are written even while a clock is
/// running.
const MAX_WAITING: usize = 10_000;
/// The length in bytes to which a line from an engine is truncated.
const MAX_LINE_BYTES: usize = 4096;

/// The destination of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogFile {
    /// The file, to which the log is appended.
    pub path: PathBuf,
    /// The size of the file, in bytes, at which the log ends.
    pub limit: u64,
}

/// The source of a line.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum LogSource {
    /// The runner, to the engine.
    Runner,
    /// The engine.
    Engine,
    /// The engine, on stderr.
    Stderr,
    /// The runner, with a remark that was not sent.
    Remark,
}

impl LogSource {
    const fn marker(self) -> char {
        match self {
            Self::Runner => '>',
            Self::Engine => '<',
            Self::Stderr => '!',
            Self::Remark => '#',
        }
    }
}

/// A line that waits to be written.
#[derive(Debug)]
struct LogLine {
    at: Instant,
    source: LogSource,
    text: String,
}

/// A log of the communication with an engine; without a file it stores nothing.
#[derive(Debug)]
pub struct IoLog {
    file: Option<File>,
    /// The length of the file, in bytes; when it reaches `limit`, the log ends.
    length: u64,
    limit: u64,
    waiting: Vec<LogLine>,
    /// The same instant on the monotonic clock and on the wall clock.
    clock_origin: (Instant, Timestamp),
}

impl IoLog {
    /// Opens a log that appends to this file, or that stores nothing if the file
    /// has reached its limit.
    ///
    /// # Errors
    /// Returns an error if the file can't be written to, or is not a regular
    /// file.
    pub fn open(to: &LogFile) -> io::Result<Self> {
        let file = open_regular_to_append(&to.path)?;
        let length = file.metadata()?.len();
        let mut log = Self::disabled();
        log.file = (length < to.limit).then_some(file);
        (log.length, log.limit) = (length, to.limit);
        Ok(log)
    }

    /// Returns a log that stores nothing.
    pub fn disabled() -> Self {
        Self {
            file: None,
            length: 0,
            limit: 0,
            waiting: Vec::new(),
            clock_origin: (Instant::now(), Timestamp::now()),
        }
    }

    /// Stores a line until the next flush.
    pub fn add(&mut self, at: Instant, source: LogSource, text: &str) {
        if self.file.is_none() {
            return;
        }
        let max_bytes = match source {
            // The positions that the runner sends can be long, and are needed
            // to repeat a search.
            LogSource::Runner => text.len(),
            _ => MAX_LINE_BYTES,
        };
        let mut kept = max_bytes.min(text.len());
        while !text.is_char_boundary(kept) {
            kept -= 1;
        }
        let mut line = text.get(..kept).unwrap_or_default().to_owned();
        if kept < text.len() {
            line += &format!("… ({} more bytes)", text.len() - kept);
        }
        self.waiting.push(LogLine {
            at,
            source,
            text: line,
        });
        if self.waiting.len() >= MAX_WAITING {
            self.flush();
        }
    }

    /// Writes the waiting lines. If the file can't be written to, the log ends,
    /// with a message in the program's own log.
    pub fn flush(&mut self) {
        let Some(file) = &mut self.file else { return };
        let mut text = String::new();
        let is_full = |text: &String| self.length + text.len() as u64 >= self.limit;
        for line in self.waiting.drain(..) {
            if is_full(&text) {
                break;
            }
            line.write(&mut text, self.clock_origin);
        }
        let is_full = is_full(&text);
        if is_full {
            let limit = self.limit / MEGABYTE;
            let remark = LogLine {
                at: Instant::now(),
                source: LogSource::Remark,
                text: format!("the limit of {limit} MB is reached; further lines are left out"),
            };
            remark.write(&mut text, self.clock_origin);
        }
        self.length += text.len() as u64;
        if let Err(error) = file.write_all(text.as_bytes()) {
            log::error!("the log of an engine ends here: {error}");
            self.file = None;
        }
        if is_full {
            self.file = None;
        }
    }
}

impl LogLine {
    fn write(&self, text: &mut String, clock_origin: (Instant, Timestamp)) {
        let (time, marker) = (clock_time(clock_origin, self.at), self.source.marker());
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "{time} {marker} {}", printable(&self.text));
    }
}

impl Drop for IoLog {
    fn drop(&mut self) {
        self.flush();
    }
}

/// Formats the time of an instant as `HH:MM:SS.mmm` (UTC).
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

    fn log_file(folder: &tempfile::TempDir, limit: u64) -> LogFile {
        LogFile {
            path: folder.path().join("log"),
            limit,
        }
    }

    #[test]
    fn lines_are_in_the_file_after_a_flush() {
        let folder = tempfile::tempdir().unwrap();
        let to = log_file(&folder, MEGABYTE);
        let mut log = IoLog::open(&to).unwrap();
        log.clock_origin.1 = "2026-01-02T23:59:59.5Z".parse().unwrap();
        let start = log.clock_origin.0;
        log.add(start, LogSource::Runner, "uci");
        let later = start + Duration::from_millis(625);
        log.add(later, LogSource::Engine, "uci\u{1b}ok");
        log.flush();
        let text = std::fs::read_to_string(&to.path).unwrap();
        assert_eq!(text, "23:59:59.500 > uci\n00:00:00.125 < uci\\u{1b}ok\n");
    }

    #[test]
    fn lines_from_the_engine_are_truncated_and_those_from_the_runner_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let to = log_file(&folder, MEGABYTE);
        let mut log = IoLog::open(&to).unwrap();
        // The limit is inside a multi-byte character.
        let long = "x".to_owned() + &"ж".repeat(5000);
        for source in [LogSource::Runner, LogSource::Engine] {
            log.add(log.clock_origin.0, source, &long);
        }
        drop(log);
        let text = std::fs::read_to_string(&to.path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].ends_with(&long));
        assert!(lines[1].ends_with("ж… (5906 more bytes)"), "{}", lines[1]);
        assert!(lines[1].len() < MAX_LINE_BYTES + 60);
    }

    #[test]
    fn a_full_file_ends_with_one_remark() {
        let folder = tempfile::tempdir().unwrap();
        let to = log_file(&folder, 10_000);
        for _ in 0..3 {
            let mut log = IoLog::open(&to).unwrap();
            for _ in 0..1000 {
                log.add(log.clock_origin.0, LogSource::Engine, "info depth 1");
            }
        }
        let text = std::fs::read_to_string(&to.path).unwrap();
        assert!(text.len() < 10_200, "{}", text.len());
        assert_eq!(text.matches("left out").count(), 1);
        assert!(text.lines().last().unwrap().contains("left out"));
    }
}
