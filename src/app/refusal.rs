//! Why a host's request is refused.

use std::io;

use crate::engine::EngineError;

/// A request that was refused; nothing has changed.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// By the engine.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The file can't be written to.
    #[error("can't write to '{path}': {source}")]
    File {
        /// Its path as it was sent.
        path: String,
        /// The error of the system.
        source: io::Error,
    },
    /// Hosts of this kind may not ask for it.
    #[error("{0} is not offered over the network")]
    NotOffered(&'static str),
}
