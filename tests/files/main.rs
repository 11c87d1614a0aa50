//! Tests of game files, openings and books.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // test code

#[path = "../slow/mod.rs"]
mod slow;
#[path = "../common/support/mod.rs"]
mod support;

mod book;
mod openings;
mod sgn;
mod strict_sgn;
