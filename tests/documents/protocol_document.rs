//! PROTOCOL.md agrees with the engine: its conversations are replayed, sentences of its grammars
//! are parsed, and its tables are compared. BROWSERS.md is checked in the same way.

mod browsers;
mod chapters;
mod conversations;
mod grammar;
mod next_jump;
mod notations;
mod options;
mod waiting;
mod words;

/// GUI authors read this document, so it must stay short.
#[test]
fn the_document_is_short() {
    let lines = chapters::TEXT.lines().count();
    assert!(lines <= 500, "PROTOCOL.md has {lines} lines");
}
