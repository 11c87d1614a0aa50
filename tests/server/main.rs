//! Tests the server over TCP and WebSocket, and the end of conversations on the console.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // test code

#[path = "../common/host/mod.rs"]
mod host;
#[path = "../common/net/mod.rs"]
mod net;
#[path = "../common/program.rs"]
mod program;

mod access;
mod board;
mod board_program;
mod console;
mod load;
mod sessions;
mod token;
