//! Batyr, an engine for Shatra, the chess-and-draughts of the Altai.

pub mod base;
pub mod eval;
pub mod search;
