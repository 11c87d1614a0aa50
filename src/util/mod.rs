//! Helpers that do not depend on games: text for messages, random numbers, linear
//! algebra, spelling.

pub mod matrix;
pub mod rng;
pub mod spelling;
pub mod text;
