//! PROTOCOL.md is true: its conversations are held with the engine, its
//! grammars read, its tables compared; and so is BROWSERS.md.

mod browsers;
mod chapters;
mod grammar;
mod next_jump;
mod notations;
mod options;
mod talks;
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
