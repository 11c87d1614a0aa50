//! The log of what was said to an engine and by it.
//!
//! **The decision:** a line is only kept when it passes, with its time, and is
//! written when nobody's clock runs or too many wait. So writing to a slow disk
//! costs no engine its time. What an engine says is escaped and cut, and the
//! file has a limit, so that a flood fills neither memory nor the disk.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::Instant;

use jiff::{SignedDuration, Timestamp};

use crate::files::{MEGABYTE, append_regular};
use crate::text::excerpt;

/// When so many lines wait they are written all the same.
const MOST_WAITING: usize = 10_000;
/// So much of a line of an engine is kept, in bytes.
const LONGEST_LINE: usize = 4096;

/// Where a log is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogFile {
    /// The file, which is continued.
    pub path: PathBuf,
    /// When the file has so many bytes, what follows is left out.
    pub limit: u64,
}

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

/// A line that waits.
#[derive(Debug)]
struct Line {
    at: Instant,
    speaker: Speaker,
    text: String,
    /// So many bytes of it were not kept.
    cut: usize,
}

/// A log; without a file it keeps nothing.
#[derive(Debug)]
pub struct IoLog {
    file: Option<File>,
    /// How long the file is, and may be, in bytes.
    length: u64,
    limit: u64,
    waiting: Vec<Line>,
    /// One moment on both clocks.
    moment: (Instant, Timestamp),
}

impl IoLog {
    /// A log that continues this file, unless that has reached its limit.
    ///
    /// # Errors
    /// If the file can't be written to, or is no regular file.
    pub fn open(to: &LogFile) -> io::Result<Self> {
        let file = append_regular(&to.path)?;
        let length = file.metadata()?.len();
        let mut log = Self::none();
        log.file = (length < to.limit).then_some(file);
        (log.length, log.limit) = (length, to.limit);
        Ok(log)
    }

    /// A log that keeps nothing.
    pub fn none() -> Self {
        Self {
            file: None,
            length: 0,
            limit: 0,
            waiting: Vec::new(),
            moment: (Instant::now(), Timestamp::now()),
        }
    }

    /// Keeps a line.
    pub fn note(&mut self, at: Instant, speaker: Speaker, text: &str) {
        if self.file.is_none() {
            return;
        }
        let longest = match speaker {
            // Its positions can be long, and are needed to repeat a search.
            Speaker::Runner => text.len(),
            _ => LONGEST_LINE,
        };
        let mut kept = longest.min(text.len());
        while !text.is_char_boundary(kept) {
            kept -= 1;
        }
        self.waiting.push(Line {
            at,
            speaker,
            text: text.get(..kept).unwrap_or_default().to_owned(),
            cut: text.len() - kept,
        });
        if self.waiting.len() >= MOST_WAITING {
            self.flush();
        }
    }

    /// Writes what waits. A file that can't be written to is left, with a
    /// message in the program's log.
    pub fn flush(&mut self) {
        let Some(file) = &mut self.file else { return };
        let mut text = String::new();
        let mut is_full = false;
        for line in self.waiting.drain(..) {
            is_full = self.length + text.len() as u64 >= self.limit;
            if is_full {
                break;
            }
            line.write(&mut text, self.moment);
        }
        is_full |= self.length + text.len() as u64 >= self.limit;
        if is_full {
            let limit = self.limit / MEGABYTE;
            let words = format!("the limit of {limit} MB is reached; what follows is left out");
            Line {
                at: Instant::now(),
                speaker: Speaker::Remark,
                text: words,
                cut: 0,
            }
            .write(&mut text, self.moment);
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

impl Line {
    fn write(&self, text: &mut String, moment: (Instant, Timestamp)) {
        let (time, mark) = (clock_time(moment, self.at), self.speaker.mark());
        // A String takes everything.
        let _ = write!(text, "{time} {mark} {}", excerpt(&self.text, usize::MAX));
        if self.cut > 0 {
            let _ = write!(text, "… ({} bytes more)", self.cut);
        }
        text.push('\n');
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
        log.moment.1 = "2026-01-02T23:59:59.5Z".parse().unwrap();
        let start = log.moment.0;
        log.note(start, Speaker::Runner, "uci");
        let later = start + Duration::from_millis(625);
        log.note(later, Speaker::Engine, "uci\u{1b}ok");
        log.flush();
        let text = std::fs::read_to_string(&to.path).unwrap();
        assert_eq!(text, "23:59:59.500 > uci\n00:00:00.125 < uci\\u{1b}ok\n");
    }

    #[test]
    fn lines_of_an_engine_are_cut_and_those_of_the_runner_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let to = log_file(&folder, MEGABYTE);
        let mut log = IoLog::open(&to).unwrap();
        // The limit falls into a letter.
        let long = "x".to_owned() + &"ж".repeat(5000);
        for speaker in [Speaker::Runner, Speaker::Engine] {
            log.note(log.moment.0, speaker, &long);
        }
        drop(log);
        let text = std::fs::read_to_string(&to.path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].ends_with(&long));
        assert!(lines[1].ends_with("ж… (5906 bytes more)"), "{}", lines[1]);
        assert!(lines[1].len() < LONGEST_LINE + 60);
    }

    #[test]
    fn a_full_file_says_so_once_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let to = log_file(&folder, 10_000);
        for _ in 0..3 {
            let mut log = IoLog::open(&to).unwrap();
            for _ in 0..1000 {
                log.note(log.moment.0, Speaker::Engine, "info depth 1");
            }
        }
        let text = std::fs::read_to_string(&to.path).unwrap();
        assert!(text.len() < 10_200, "{}", text.len());
        assert_eq!(text.matches("left out").count(), 1);
        assert!(text.lines().last().unwrap().contains("left out"));
    }
}
