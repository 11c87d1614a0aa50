//! Errors in providing openings.

use super::book::BookError;
use crate::engine::EngineError;
use crate::game::Variant;

/// An error in providing an opening.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// The book can't be used.
    #[error(transparent)]
    Book(#[from] BookError),
    /// No book of the game ships with the program.
    #[error("no book of {} ships with the program, expected the source start, random:PLIES or a file", .0.id())]
    NoBook(Variant),
    /// A search can't be started.
    #[error("can't search for openings: {0}")]
    Engine(#[from] EngineError),
    /// A search returned no answer.
    #[error("a search for openings failed: {0}")]
    Search(String),
    /// No attempt yielded a random position within the bound.
    #[error(
        "random opening {number}: no position in {attempts} attempts was balanced within {bound} cp"
    )]
    NoneBalanced {
        /// The number of the opening.
        number: u32,
        /// The number of attempts.
        attempts: u32,
        /// The bound, in centipawns.
        bound: i32,
    },
    /// The caller asked to stop.
    #[error("interrupted")]
    Interrupted,
}
