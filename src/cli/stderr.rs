//! Prints messages on stderr.
//!
//! The printing macros of the standard library panic if a write fails, for example
//! because the reader of the pipe has gone or the disk is full; the macro of this module
//! ignores such errors. Clippy denies the macros of the standard library.

/// Writes a line to stderr, as `eprintln!` does, but ignores errors.
macro_rules! eprint_line {
    ($($arguments:tt)*) => {{
        use std::io::Write as _;
        // There is nowhere to report that stderr can't be written to.
        let _ = writeln!(std::io::stderr().lock(), $($arguments)*);
    }};
}

pub(crate) use eprint_line;
