//! `batyr match`, `batyr compliance`, `batyr keep` and the statistics, with good and faulty
//! engines.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // test code

#[path = "../common/program.rs"]
mod program;
#[path = "../common/support/mod.rs"]
mod support;

mod compliance;
mod copies;
mod keeper;
mod match_breakdowns;
mod match_command;
mod match_delays;
mod match_faults;
mod match_games;
mod match_long;
mod match_obstacles;
mod match_options;
mod match_queue;
mod match_resume;
mod match_shards;
mod match_trouble;
mod match_untrusted;
mod match_variations;
mod programs;
mod report;
mod scratch;
mod sprt_simulation;
mod test_game;
