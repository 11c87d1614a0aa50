//! Tests of the rules: themes shown on boards, perft counts, agreement with the slow reference
//! implementation, and the notation of positions and turns.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // test code

#[path = "../common/support/board8_games.rs"]
mod board8_games;
#[path = "../common/support/board8_slow.rs"]
mod board8_slow;
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
mod random_games;
mod reference;
mod steps;
mod texts;
mod themes;
