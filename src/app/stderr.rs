//! Messages on stderr that never end the program.
//!
//! **The decision:** the printing macros of the standard library panic where
//! nobody reads, or the disk is full. Nothing that is said on the side is worth
//! that, so a message that can't be written is lost. Clippy denies the others.

/// Writes a line to stderr, as `eprintln!` does, but loses it where that fails.
macro_rules! complain {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        // There is nowhere to report that stderr can't be written to.
        let _ = writeln!(std::io::stderr().lock(), $($words)*);
    }};
}

pub(crate) use complain;
