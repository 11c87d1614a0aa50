//! The rules of play: themes on boards, perft counts, a slow generator that must agree with the
//! fast one, texts of positions and moves.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // test code

#[path = "../common/support/board8_games.rs"]
mod board8_games;
#[path = "../common/referee/mod.rs"]
mod referee;
#[path = "../slow/mod.rs"]
mod slow;
#[path = "../common/support/mod.rs"]
mod support;

mod agreement;
mod board8;
mod board8_ends;
mod perft;
mod properties;
mod reference;
mod slow_reader;
mod steps;
mod texts;
mod themes;
