//! Robustness of the engine in a conversation: the tests of the items of a list (`list.rs`) that
//! the checks of `batyr compliance` do not cover, in every dialect that has the command.
//!
//! Every test also checks all answers: each `go` is answered once, with a legal move, and a strict
//! host can read all lines before the answer.

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
