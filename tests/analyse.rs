//! `batyr analyse` as its users meet it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // test code

#[path = "analyse/command.rs"]
mod command;
#[path = "analyse/files.rs"]
mod files;
#[path = "analyse/games.rs"]
mod games;
#[path = "analyse/memory.rs"]
mod memory;
#[path = "analyse/planting.rs"]
mod planting;
#[path = "analyse/positions.rs"]
mod positions;
#[path = "analyse/schema.rs"]
mod schema;
