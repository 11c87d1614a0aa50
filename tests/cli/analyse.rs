//! `batyr analyse` as its users see it.

mod command;
mod files;
mod games;
mod jobs;
mod memory;
mod planting;
mod positions;
mod schema;
