//! Results on stdout.
//!
//! **The decision:** whoever reads may leave when there is enough (`| head`),
//! which is no fault; a full disk is one.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

/// Prints a text as it stands.
///
/// # Errors
/// If it can't be written, unless nobody reads it any more.
pub fn print(text: impl Display) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match write!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}
