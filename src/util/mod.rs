//! Helpers that know nothing of games: text for people, spans of texts, random
//! numbers, linear equations, spelling.

pub mod matrix;
pub mod rng;
pub mod span;
pub mod spelling;
pub mod text;
