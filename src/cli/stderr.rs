//! Messages on stderr.
//!
//! The printing macros of the standard library panic if stderr
//! is closed or the disk is full. A message that can't be written is lost
//! instead. Clippy denies those macros.

/// Writes a line to stderr, as `eprintln!` does, but ignores failures.
macro_rules! eprint_line {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        // There is nowhere to report that stderr can't be written to.
        let _ = writeln!(std::io::stderr().lock(), $($words)*);
    }};
}

pub(crate) use eprint_line;
