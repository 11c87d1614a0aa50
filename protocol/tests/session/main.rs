//! Conversations in every dialect, and round trips of commands and replies.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // test code

mod options;
mod overtaking;
mod round_trip;
mod strategies;
mod test_session;
mod ucci;
mod ucci_ends;
mod uci;
mod ushi;
mod waiting;
