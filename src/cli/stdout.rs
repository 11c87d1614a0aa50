//! Results on stdout.
//!
//! **The decision:** a reader that has enough may close the pipe (`| head`),
//! which is no error; a full disk is one.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

/// Prints a text on stdout, adding nothing to it.
pub fn print(text: impl Display) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match write!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}
