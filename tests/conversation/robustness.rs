//! Tests the engine's robustness in a conversation, in every dialect that has the command
//! concerned. The requirements are in a list (`list.rs`); the tests cover what the checks of
//! `batyr compliance` do not.
//!
//! Every test with a refereed engine also checks all answers: each `go` is answered once, with a
//! legal move, and even a strict host can parse all lines before the answer.

mod dialect;
mod examples;
mod list;
mod machine;
mod refereed_engine;
mod unread_engine;

mod last_line;
mod limits;
mod options;
mod ponder;
mod positions;
mod process;
mod stop_and_go;
mod synchronisation;
mod transport;
