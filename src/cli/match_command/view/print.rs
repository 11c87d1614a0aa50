//! Prints lines of a tournament on stdout.

use std::fmt::Display;
use std::io::{Write, stdout};

use crate::util::text::printable;

/// Prints a line on stdout. A tournament continues even if stdout has been closed.
pub fn print_line(line: impl Display) {
    let _ = writeln!(stdout(), "{}", printable_lines(&line.to_string()));
}

/// Makes lines safe for a terminal, because they may contain text from an engine or
/// from a journal written elsewhere.
pub fn printable_lines(lines: &str) -> String {
    let lines: Vec<String> = lines.split('\n').map(printable).collect();
    lines.join("\n")
}
