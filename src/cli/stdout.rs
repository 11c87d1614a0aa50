//! Text on stdout.
//!
//! A pipe that its reader closes early (`| head`) is not an
//! error; a full disk is.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

/// Writes a text to stdout and flushes it.
///
/// # Errors
/// If stdout can't be written, unless its reader has closed the pipe.
pub fn print(text: impl Display) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match write!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}
