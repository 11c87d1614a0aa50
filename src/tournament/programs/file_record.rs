//! The record of an engine's file, by which the file is recognized later and on other machines.

use std::fs::Metadata;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::files::open_regular;
use crate::util::text::printable;

/// The number of bytes that are hashed at a time.
const CHUNK: usize = 1 << 16;
/// The number of hexadecimal digits of a hash in messages and tables.
const SHOWN_DIGITS: usize = 16;

/// The record of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileRecord {
    /// The absolute path, for information only: whatever is not UTF-8 is replaced.
    pub path: String,
    /// The size in bytes.
    pub bytes: u64,
    /// The time of the last modification (RFC 3339, UTC); empty if it is unknown.
    #[serde(default)]
    pub modified: String,
    /// The SHA-256 hash in hexadecimal digits; `None` if the file can't be read, for example
    /// because it may only be executed.
    #[serde(default)]
    pub sha256: Option<String>,
}

impl FileRecord {
    /// Records a file: reads its metadata and hashes its contents.
    ///
    /// # Errors
    /// Returns an error if the file does not exist or its metadata can't be read.
    pub fn read(path: &Path) -> io::Result<Self> {
        let found = path.metadata()?;
        let modified = found.modified().ok();
        let modified = modified.and_then(|time| Timestamp::try_from(time).ok());
        Ok(Self {
            path: path.display().to_string(),
            bytes: found.len(),
            modified: modified.map_or_else(String::new, |time| format!("{time:.0}")),
            sha256: hash(path).ok(),
        })
    }

    /// Returns whether the contents are the same, judged by size and time if a hash is missing.
    pub fn has_same_content(&self, other: &Self) -> bool {
        match (&self.sha256, &other.sha256) {
            (Some(one), Some(two)) => one == two,
            _ => (self.bytes, &self.modified) == (other.bytes, &other.modified),
        }
    }

    /// Returns the first digits of the hash, if it is known.
    pub fn short_hash(&self) -> Option<&str> {
        let hash = self.sha256.as_deref()?;
        Some(hash.get(..SHOWN_DIGITS).unwrap_or(hash))
    }
}

impl std::fmt::Display for FileRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({} bytes", printable(&self.path), self.bytes)?;
        if !self.modified.is_empty() {
            write!(f, ", modified {}", printable(&self.modified))?;
        }
        match self.short_hash() {
            Some(hash) => write!(f, ", SHA-256 {}…)", printable(hash)),
            None => write!(f, ", unreadable)"),
        }
    }
}

fn hash(path: &Path) -> io::Result<String> {
    let mut file = open_regular(path)?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; CHUNK];
    loop {
        let count = match file.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        hasher.update(buffer.get(..count).unwrap_or_default());
    }
    let digits = hasher
        .finalize()
        .into_iter()
        .map(|byte| format!("{byte:02x}"));
    Ok(digits.collect())
}

/// The metadata of a file. While they are unchanged, the content is taken to be unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileStamp {
    /// The absolute path.
    pub path: PathBuf,
    bytes: u64,
    modified: Option<SystemTime>,
    /// The inode number and the change time (ctime, in seconds and nanoseconds), on Unix.
    identity: Option<(u64, i64, i64)>,
}

impl FileStamp {
    /// Reads the stamp of a file; `None` if the file does not exist or its metadata can't be read.
    pub fn read(path: &Path) -> Option<Self> {
        let found = path.metadata().ok()?;
        Some(Self {
            path: path.to_owned(),
            bytes: found.len(),
            modified: found.modified().ok(),
            identity: identity(&found),
        })
    }
}

#[cfg(unix)]
fn identity(found: &Metadata) -> Option<(u64, i64, i64)> {
    use std::os::unix::fs::MetadataExt;
    Some((found.ino(), found.ctime(), found.ctime_nsec()))
}

#[cfg(not(unix))]
const fn identity(_: &Metadata) -> Option<(u64, i64, i64)> {
    None
}
