//! Tests conversations with the engine over pipes, in every dialect, and runs the fuzzer's checks
//! on its corpus.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // test code

#[path = "../fuzzing/mod.rs"]
mod fuzzing;
#[path = "../common/host/mod.rs"]
mod host;
#[path = "../common/program.rs"]
mod program;
#[path = "../common/referee/mod.rs"]
mod referee;
#[path = "../slow/mod.rs"]
mod slow;
#[path = "../common/support/mod.rs"]
mod support;

mod book;
mod command_sequences;
mod draw_options;
mod endgame_tables;
mod eval_file;
mod facts;
mod fuzz_mirror;
mod game_files;
mod late_reader;
mod robustness;
mod stages;
mod ucci_games;
mod uci_commands;
mod uci_errors;
mod uci_games;
mod uci_results;
mod ushi_games;
mod ushi_replay;
