//! The rules of each game, exact and single-threaded.

pub mod perft;
pub mod shatra;
