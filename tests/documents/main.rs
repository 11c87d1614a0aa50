//! Checks that the program agrees with its documents: README.md, the help, PROTOCOL.md, the
//! layers listed in ARCHITECTURE.md, and the catalogs of texts. The versions and scripts of the project
//! agree with each other.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // test code

#[path = "../common/host/mod.rs"]
mod host;
#[path = "../common/net/mod.rs"]
mod net;
#[path = "../common/program.rs"]
mod program;

mod architecture;
mod commands;
mod completions_and_man;
mod example_host;
mod games;
mod hosts;
mod project;
mod protocol_document;
mod strength;
mod terminal_texts;
