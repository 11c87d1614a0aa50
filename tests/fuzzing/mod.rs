//! Checks of arbitrary input, with one module for each kind of text that the program parses.
//!
//! A check is a function that takes bytes and panics if something is wrong. The fuzzer in `fuzz/`
//! calls it with the inputs that it generates, and `tests/conversation/fuzz_mirror.rs` with the
//! fuzzer's corpus and with random inputs.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // test code
// Each program uses only part of this module.
#![allow(dead_code, unused_imports, unused_macros)]

mod any;
#[path = "../common/support/board8_games.rs"]
mod board8_games;
pub mod book;
pub mod fen;
pub mod game_file;
pub mod inputs;
mod ledger;
pub mod line;
pub mod move_text;
#[allow(clippy::duplicate_mod)] // a program may use the list elsewhere, too
#[path = "../common/support/rule_sets.rs"]
mod rule_sets;
pub mod session;
pub mod spn;
mod stub;
pub mod table;

/// A check of arbitrary bytes that panics if something is wrong.
type Check = fn(&[u8]);

/// The fuzz targets: their names and checks.
pub const TARGETS: [(&str, Check); 8] = [
    ("line", line::check),
    ("spn", spn::check),
    ("fen", fen::check),
    ("move_text", move_text::check),
    ("session", session::check),
    ("game_file", game_file::check),
    ("book", book::check),
    ("table", table::check),
];

/// The maximum length of an error message in characters, however long the invalid input is.
const MAX_MESSAGE_CHARS: usize = 4_000;

/// Checks that an error message is neither empty nor too long.
fn check_message(message: &str, input: &str) {
    assert!(
        !message.trim().is_empty(),
        "the message for {input:?} is empty"
    );
    let length = message.chars().count();
    assert!(
        length <= MAX_MESSAGE_CHARS,
        "a message of {length} characters: {message}"
    );
}
