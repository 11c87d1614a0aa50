//! Tests of the server over TCP and WebSocket.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // test code

#[path = "../common/host/mod.rs"]
mod host;
#[path = "../common/net/mod.rs"]
mod net;

mod access;
mod console;
mod load;
mod sessions;
