//! Helpers that know nothing of games: text for people, random numbers, linear
//! equations, spelling.

pub mod matrix;
pub mod rng;
pub mod spelling;
pub mod text;
