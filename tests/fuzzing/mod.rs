//! Checks that must hold for any bytes, with one module for each entry point of the program.
//!
//! A check is a plain function of bytes that panics if something is wrong. The
//! fuzzer in `fuzz/` calls it with the inputs it generates, and
//! `tests/conversation/fuzz_mirror.rs` with the same corpus and with random bytes, so both run the
//! same checks.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // test code
#![allow(dead_code)] // each program that includes this uses a part of it

mod any;
#[path = "../common/support/board8_games.rs"]
mod board8_games;
pub mod fen;
pub mod inputs;
mod ledger;
pub mod line;
pub mod move_text;
pub mod session;
pub mod spn;
mod stub;

/// A check of arbitrary bytes, which panics if something is wrong.
type Check = fn(&[u8]);

/// The checks, by the names of the fuzz targets.
pub const TARGETS: [(&str, Check); 5] = [
    ("line", line::check),
    ("spn", spn::check),
    ("fen", fen::check),
    ("move_text", move_text::check),
    ("session", session::check),
];

/// The maximum length, in characters, of the message for an invalid input of any length.
const MAX_MESSAGE_LENGTH: usize = 4_000;

/// Checks that a message is neither empty nor too long.
fn check_message(message: &str, input: &str) {
    assert!(!message.trim().is_empty(), "an empty message for {input:?}");
    let length = message.chars().count();
    assert!(
        length <= MAX_MESSAGE_LENGTH,
        "{length} characters: {message}"
    );
}
