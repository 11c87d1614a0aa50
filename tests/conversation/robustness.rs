//! What can go wrong between a host and the engine: the tests of the items of a list (`list.rs`) that
//! the checks of `batyr compliance` do not cover, in every dialect that has the command.
//!
//! Every test checks what holds for all answers: each `go` is answered once, with a legal move,
//! and a strict host can read all lines before the answer.

mod boards;
mod deaf;
mod dialect;
mod list;
mod machine;
mod talk;

mod last_line;
mod limits;
mod options;
mod ponder;
mod positions;
mod process;
mod stop_and_go;
mod synchronisation;
mod transport;
