//! Prints text on stdout.
//!
//! It is not an error if the reader closes the pipe early (`| head`), but it is an
//! error if the disk is full.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

use super::error::CliError;

/// Writes the text of a command that ends when the reader closes the pipe.
pub fn write(text: impl Display) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    let written = write!(out, "{text}").and_then(|()| out.flush());
    written.map_err(write_error)
}

/// Returns the error for a failed write to stdout.
pub fn write_error(error: io::Error) -> CliError {
    match error.kind() {
        ErrorKind::BrokenPipe => CliError::ClosedPipe,
        _ => named(error).into(),
    }
}

/// Writes the text of a command that continues when the reader closes the pipe.
///
/// # Errors
/// Returns an error if stdout can't be written to, unless the reader has closed the
/// pipe.
pub fn print(text: impl Display) -> io::Result<()> {
    finish(write!(io::stdout().lock(), "{text}"))
}

/// Flushes stdout after a write whose result is `written`; a full disk may be reported only
/// then.
///
/// # Errors
/// Returns an error if stdout can't be written to, unless the reader has closed the
/// pipe. The message names stdout.
pub fn finish(written: io::Result<()>) -> io::Result<()> {
    match written.and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(named),
    }
}

/// Returns the error with a message that names stdout.
fn named(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("can't write to stdout: {error}"))
}
