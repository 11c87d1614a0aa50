//! The results of the search and the solver, and the strength of the engine.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // test code

#[path = "../common/host/mod.rs"]
mod host;
#[path = "../slow/mod.rs"]
mod slow;
#[path = "../common/support/mod.rs"]
mod support;

mod contest;
mod levels;
mod material;
mod relatives;
mod solver;
mod strength;
mod wins;
