//! PROTOCOL.md is true: its conversations are held with the engine, its
//! grammars read, its tables compared; and so is BROWSERS.md.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // test code

mod host;
mod net;

#[path = "protocol_document/browsers.rs"]
mod browsers;
#[path = "protocol_document/chapters.rs"]
mod chapters;
#[path = "protocol_document/grammar.rs"]
mod grammar;
#[path = "protocol_document/next_jump.rs"]
mod next_jump;
#[path = "protocol_document/notations.rs"]
mod notations;
#[path = "protocol_document/options.rs"]
mod options;
#[path = "protocol_document/talks.rs"]
mod talks;
#[path = "protocol_document/words.rs"]
mod words;

use batyr_protocol::Dialect;

/// The dialects that the engine speaks, with the names of their chapters. What
/// the document tells of another one is not looked at.
const SPOKEN: &[(Dialect, &str)] = &[
    (Dialect::Uci, "UCI"),
    (Dialect::Ushi, "USHI"),
    (Dialect::Ucci, "UCCI"),
];

/// What a GUI author reads must stay readable.
#[test]
fn the_document_is_short() {
    let lines = chapters::TEXT.lines().count();
    assert!(lines <= 500, "PROTOCOL.md has {lines} lines");
}
