//! The subcommands except `match` and `serve`, on the command line and in a terminal.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // test code

#[path = "../common/program.rs"]
mod program;

mod analyse;
mod book_command;
mod conflicts;
mod convert;
mod datagen_queue;
mod hangup;
mod match_keys;
mod match_samples;
mod output;
mod outputs;
mod perft_command;
mod play;
mod progress;
mod pty;
mod puzzles_command;
mod solve_command;
mod spsa;
mod suite_command;
mod tables_command;
mod training;
mod usage;
