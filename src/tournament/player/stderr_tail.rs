//! The last lines that an engine wrote to stderr in a game.
//!
//! The lines explain a crash, so they are kept for the report of the game. The summary of a crash
//! has room for one of them. The last line is often not the one that says what happened: after a
//! panic in Rust it is a note on backtraces.

use std::collections::VecDeque;

use crate::util::text::excerpt;

/// The number of lines that are kept.
const MAX_LINES: usize = 20;
/// The number of characters to which a line is shortened.
const MAX_LINE_CHARS: usize = 400;
/// Texts that mark the cause of a crash in the output of Rust, Go, C, C++ and the sanitizers.
const CAUSES: [&str; 5] = [
    "panicked at",
    "panic: ",
    "terminate called",
    "ssertion ",
    "Sanitizer: ",
];
/// The start of a line that says nothing about a crash.
const NOTE: &str = "note: ";

/// The last lines of stderr, without blank ones. Control characters are escaped.
#[derive(Clone, Debug, Default)]
pub struct StderrTail {
    lines: VecDeque<String>,
    /// The last line that named a cause, with the line after it if the text continues there.
    cause: Option<String>,
    /// Whether the text of the cause continues on the next line.
    cause_continues: bool,
}

impl StderrTail {
    /// Adds a line unless it is blank, and drops the oldest line if there are too many.
    pub fn add(&mut self, line: &str) {
        let line = excerpt(line.trim_end(), MAX_LINE_CHARS);
        if line.trim().is_empty() {
            return;
        }
        if std::mem::take(&mut self.cause_continues)
            && let Some(cause) = &mut self.cause
        {
            *cause = format!("{cause} {}", line.trim());
        } else if CAUSES.iter().any(|part| line.contains(part)) {
            self.cause_continues = line.ends_with(':') || line.starts_with("terminate called");
            self.cause = Some(line.trim().to_owned());
        }
        if self.lines.len() == MAX_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }

    /// Returns the lines, oldest first.
    pub fn lines(&self) -> Vec<String> {
        self.lines.iter().cloned().collect()
    }

    /// Returns the line that says most about a crash: the last one that names a cause, or else
    /// the last one that is not a note.
    pub fn summary(&self) -> Option<&str> {
        let mut lines = self.lines.iter().rev().map(|line| line.trim());
        let last = lines.find(|line| !line.starts_with(NOTE));
        self.cause.as_deref().or(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tail(text: &str) -> StderrTail {
        let mut tail = StderrTail::default();
        text.lines().for_each(|line| tail.add(line));
        tail
    }

    #[test]
    fn the_summary_is_the_line_that_names_the_cause() {
        for (text, summary) in [
            (
                "ready\n\nthread 'main' (7) panicked at src/main.rs:3:5:\nindex out of bounds\n\
                 note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace",
                "thread 'main' (7) panicked at src/main.rs:3:5: index out of bounds",
            ),
            (
                "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  x\nbye",
                "terminate called after throwing an instance of 'std::bad_alloc' what():  x",
            ),
            ("panic: nil map\n\ngoroutine 1 [running]:", "panic: nil map"),
            (
                "a: b.c:3: main: Assertion `0' failed.\nAborted",
                "a: b.c:3: main: Assertion `0' failed.",
            ),
            ("Traceback:\n  File x\nValueError: bad", "ValueError: bad"),
            ("out of cheese\nnote: redo from start", "out of cheese"),
        ] {
            assert_eq!(tail(text).summary(), Some(summary));
        }
        assert_eq!(tail(" \n").summary(), None);
    }

    #[test]
    fn the_last_lines_are_kept_short_and_escaped() {
        let mut text: String = (1..=30).map(|n| format!("line {n}\n")).collect();
        text += "a\u{1b}[31mb\n";
        text += &"x".repeat(100_000);
        let lines = tail(&text).lines();
        assert_eq!(lines.len(), MAX_LINES);
        assert_eq!(
            (lines[0].as_str(), lines[18].as_str()),
            ("line 13", "a\\u{1b}[31mb")
        );
        assert!(lines[19].len() < 500, "{}", lines[19].len());
    }

    #[test]
    fn a_cause_is_remembered_when_its_line_has_been_dropped() {
        let text = format!(
            "ERROR: AddressSanitizer: overflow\n{}",
            "#1 frame\n".repeat(40)
        );
        let tail = tail(&text);
        assert!(!tail.lines()[0].contains("Sanitizer"));
        assert_eq!(tail.summary(), Some("ERROR: AddressSanitizer: overflow"));
    }
}
