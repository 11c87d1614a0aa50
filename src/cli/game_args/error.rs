//! Errors in the options of games between engines.

use crate::tournament::EngineSpecError;

/// The reason that the options are invalid.
#[derive(Debug, thiserror::Error)]
pub enum GameArgsError {
    /// The description of an engine is invalid.
    #[error("--engine number {number}: {error}")]
    Engine {
        /// The number of the engine, from 1.
        number: usize,
        /// What is wrong with its words.
        error: EngineSpecError,
    },
    /// A word in the value of an option is invalid.
    #[error("{option}: {word:?}, expected {expected}")]
    Word {
        /// The option.
        option: &'static str,
        /// The invalid word.
        word: String,
        /// What was expected instead.
        expected: &'static str,
    },
    /// The file of openings can't be read.
    #[error("--openings {path}: {error}")]
    File {
        /// The path of the file.
        path: String,
        /// The error that the system reports.
        error: std::io::Error,
    },
}
