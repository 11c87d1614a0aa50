//! Messages on stderr that never end the program.
//!
//! **The decision:** the printing macros of the standard library panic if
//! nobody reads, or the disk is full. No message on stderr is worth that, so
//! one that can't be written is lost. Clippy denies those macros.

/// Writes a line to stderr, as `eprintln!` does, but discards it if that fails.
macro_rules! complain {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        // There is nowhere to report that stderr can't be written to.
        let _ = writeln!(std::io::stderr().lock(), $($words)*);
    }};
}

pub(crate) use complain;
