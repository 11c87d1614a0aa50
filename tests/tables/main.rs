//! Tests of the endgame tables: their values against a second solver that uses the slow rules
//! alone, endings that a person can reason out, symmetry, files.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // test code

#[path = "../slow/mod.rs"]
mod slow;
#[path = "../common/support/mod.rs"]
mod support;

mod drawn_by_lot;
mod files;
mod missed_wins;
mod reasoned;
mod second_solver;
mod solved;
mod symmetry;
