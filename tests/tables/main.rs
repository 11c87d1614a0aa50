//! Tests of the endgame tables: their values against a second solver that uses the slow rules
//! alone, endings that a person can reason out, symmetry, files.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // test code

#[path = "../common/support/board8_games.rs"]
mod board8_games;
#[path = "../common/support/board8_slow.rs"]
mod board8_slow;
#[path = "../slow/mod.rs"]
mod slow;
#[path = "../common/support/mod.rs"]
mod support;

mod board8;
mod cost;
mod drawn_at_random;
mod files;
mod missed_wins;
mod reasoned;
mod second_solver;
mod solved;
mod symmetry;
