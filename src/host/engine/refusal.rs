//! The refusal of a host's request.

use std::io;

use crate::engine::EngineError;

/// The reason why a request was refused. Nothing has changed.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The engine refused the request.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The file can't be written to.
    #[error("can't write to '{path}': {source}")]
    File {
        /// The path, as the host sent it.
        path: String,
        /// The error of the system.
        source: io::Error,
    },
    /// The request is not available to hosts of this kind.
    #[error("{0} is not offered over the network")]
    NotOffered(&'static str),
}
