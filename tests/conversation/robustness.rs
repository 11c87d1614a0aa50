//! What can go wrong between a host and the engine, a test for each numbered line of a list of
//! such things, in every dialect that has the command.
//!
//! What holds for all answers is looked at in every test: each `go` is answered once, with a legal
//! move, and all lines before the answer can be read by a strict host.

mod boards;
mod deaf;
mod dialect;
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
