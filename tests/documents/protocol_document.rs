//! PROTOCOL.md agrees with the engine: its conversations are replayed, its
//! grammars are read, and its tables compared. BROWSERS.md is checked likewise.

mod browsers;
mod chapters;
mod conversations;
mod grammar;
mod next_jump;
mod notations;
mod options;
mod words;

/// GUI authors read this document, so it must stay short.
#[test]
fn the_document_is_short() {
    let lines = chapters::TEXT.lines().count();
    assert!(lines <= 500, "PROTOCOL.md has {lines} lines");
}
