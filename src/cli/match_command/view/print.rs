//! Prints lines of a tournament on stdout.

use std::fmt::Display;
use std::io::{Write, stdout};

use crate::util::text::printable_lines;

/// Prints a line on stdout, made safe for a terminal, because it may contain text from an
/// engine or from a journal written elsewhere. A tournament continues even if stdout has been
/// closed.
pub fn print_line(line: impl Display) {
    let _ = writeln!(stdout(), "{}", printable_lines(&line.to_string()));
}
