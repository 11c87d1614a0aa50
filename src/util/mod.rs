//! Helpers that do not depend on games: escaping of text, spans of texts, random numbers,
//! linear algebra, spelling.

pub mod matrix;
pub mod rng;
pub mod span;
pub mod spelling;
pub mod text;
