//! The settings of the queue, which all shares have in common: the file `queue.json`.

use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::error::ClusterError;
use super::names;
use super::part::Part;
use crate::files::OutputFile;
use crate::tournament::folder::Folder;

/// The default number of encounters in a chunk.
pub const DEFAULT_CHUNK: u32 = 8;
/// The default time between the stamps of a claim, in seconds. Three of them exceed the minute for
/// which clients of NFS may show old attributes.
pub const DEFAULT_BEAT: u32 = 30;

/// The settings of the queue.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct QueueSettings {
    /// The version of the file format.
    pub version: u32,
    /// The number of encounters in a chunk, from 1.
    pub chunk: u32,
    /// The time between the stamps of a claim, in seconds, from 1.
    pub beat_seconds: u32,
    /// The first worker, with which the others are compared.
    pub first: Part,
}

impl QueueSettings {
    /// The version of the file format that this program writes.
    pub const VERSION: u32 = 1;

    /// Returns whether a folder contains a shared tournament.
    pub fn are_in(folder: &Folder) -> bool {
        folder.join(names::QUEUE).exists()
    }

    /// Returns the settings of a queue that begins with this worker.
    pub const fn new(chunk: u32, beat_seconds: u32, first: Part) -> Self {
        Self {
            version: Self::VERSION,
            chunk,
            beat_seconds,
            first,
        }
    }

    /// Writes these settings into a folder, unless it has some; returns those that it has then.
    ///
    /// # Errors
    /// Returns an error if the file can't be written or read.
    pub fn offer(&self, folder: &Folder) -> Result<Self, ClusterError> {
        let path = folder.join(names::QUEUE);
        if !path.exists() {
            write_new(&path, self)?;
        }
        Self::read(folder)
    }

    /// Reads the settings in a folder.
    ///
    /// # Errors
    /// Returns an error if there are none, or if they can't be read.
    pub fn read(folder: &Folder) -> Result<Self, ClusterError> {
        let settings: Option<Self> = folder.read_file(names::QUEUE)?;
        let settings = settings.ok_or_else(|| ClusterError::NotShared(folder.path().to_owned()))?;
        folder.expect_version(names::QUEUE, settings.version, Self::VERSION)?;
        Ok(Self {
            chunk: settings.chunk.max(1),
            beat_seconds: settings.beat_seconds.max(1),
            ..settings
        })
    }

    /// Returns the time between the stamps of a claim.
    pub fn beat(&self) -> Duration {
        Duration::from_secs(self.beat_seconds.into())
    }
}

/// Writes a file of JSON that does not exist. Returns `false` if it does.
pub(super) fn write_new(path: &Path, value: &impl Serialize) -> Result<bool, ClusterError> {
    let text = serde_json::to_string_pretty(value).map_err(std::io::Error::from);
    match text.and_then(|text| OutputFile::write_new(path, text + "\n")) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(ClusterError::Io {
            path: path.to_owned(),
            error,
        }),
    }
}
