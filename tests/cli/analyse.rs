//! `batyr analyse` as its users meet it.

mod command;
mod files;
mod games;
mod memory;
mod planting;
mod positions;
mod schema;
