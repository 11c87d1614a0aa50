//! Helpers that do not depend on games: escaping of text, random numbers, hashes,
//! linear algebra, spelling suggestions, words, locks, threads, the clock.

pub mod clock;
pub mod fnv;
pub mod in_order;
pub mod matrix;
pub mod rng;
pub mod spelling;
pub mod sync;
pub mod text;
pub mod threads;
pub mod version;
pub mod words;
