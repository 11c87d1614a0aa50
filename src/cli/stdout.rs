//! Prints text on stdout.
//!
//! It is not an error if the reader closes the pipe early (`| head`), but it is an
//! error if the disk is full.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

/// Writes text to stdout and flushes it.
///
/// # Errors
/// Returns an error if stdout can't be written to, unless the reader has closed the
/// pipe.
pub fn print(text: impl Display) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match write!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}
