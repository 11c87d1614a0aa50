//! Tests the search, the solver, the playing strength, and the variants Shatranj and Shatar.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // test code

#[path = "../common/host/mod.rs"]
mod host;
#[path = "../common/program.rs"]
mod program;
#[path = "../slow/mod.rs"]
mod slow;
#[path = "../common/support/mod.rs"]
mod support;

mod contest;
mod hunt_suite;
mod hunts;
mod levels;
mod material;
mod proofs;
mod puzzles;
mod shatranj_shatar;
mod solver;
mod strength;
mod wins;
