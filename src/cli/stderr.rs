//! Prints messages on stderr.
//!
//! The printing macros of the standard library panic if a write fails, for example
//! because the reader of the pipe has gone or the disk is full; the macro of this module
//! ignores such errors. Clippy denies the macros of the standard library.
//!
//! Messages contain file names and other external text, which can contain terminal escape
//! sequences, so each line is escaped.

use std::fmt::Arguments;
use std::io::Write;

use crate::util::text::printable_lines;

/// Writes a line to stderr, as `eprintln!` does, but escapes it and ignores errors.
macro_rules! eprint_line {
    ($($arguments:tt)*) => {
        $crate::cli::stderr::write_line(format_args!($($arguments)*))
    };
}

/// Writes a message of one or more lines to stderr.
pub fn write_line(message: Arguments<'_>) {
    let message = printable_lines(&message.to_string());
    // There is nowhere to report that stderr can't be written to.
    let _ = writeln!(std::io::stderr().lock(), "{message}");
}

pub(crate) use eprint_line;
