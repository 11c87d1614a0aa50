//! Joins a shared tournament, or begins it.
//!
//! Everything that the shares have in common is written exclusively: the first one to write a file
//! decides, and the others compare. So any number of shares can be started at once, by the same
//! command.

use jiff::Timestamp;

use super::error::ClusterError;
use super::machine::{host_name, processor_name};
use super::names;
use super::part::{Benchmark, Part};
use super::settings::{QueueSettings, write_new};
use super::share::Membership;
use super::watch::check_part;
use crate::tournament::Spec;
use crate::tournament::folder::Folder;
use crate::tournament::programs::ProgramRecord;
use crate::util::sync::processors;
use crate::util::version::version_and_commit;

/// The maximum number of names tried for a worker.
const MAX_NAMES: u32 = 100_000;

impl Part {
    /// Describes this process, before it has a name.
    pub fn of_this_process(benchmark: Benchmark, engines: Vec<ProgramRecord>) -> Self {
        Self {
            worker: String::new(),
            program: version_and_commit(),
            benchmark,
            host: host_name(),
            processor: processor_name(),
            processors: processors(),
            engines,
            started: format!("{:.0}", Timestamp::now()),
        }
    }
}

impl Membership {
    /// Joins the tournament in a folder as this process; begins it if there is none. `chunk` and
    /// `beat_seconds` apply only then. `accepts_changes` says whether the engines' files may differ
    /// from those of the first worker.
    ///
    /// # Errors
    /// Returns an error if the folder contains a different tournament or one that is not shared,
    /// if this process may not take part, or if a file can't be written.
    pub fn join(
        folder: &Folder,
        spec: &Spec,
        part: Part,
        (chunk, beat_seconds): (u32, u32),
        accepts_changes: bool,
    ) -> Result<Self, ClusterError> {
        if folder.holds_tournament() && !QueueSettings::are_in(folder) {
            return Err(ClusterError::NotShared(folder.path().to_owned()));
        }
        for name in [names::CLAIMS, names::WORK, names::CHUNKS, names::WORKERS] {
            folder.create_folder(name)?;
        }
        let part = register(folder, part)?;
        let settings = QueueSettings::new(chunk, beat_seconds, part.clone()).offer(folder)?;
        folder.offer_spec(spec)?;
        folder.expect_spec(spec)?;
        check_part(&settings, &part, accepts_changes)?;
        Ok(Self {
            folder: folder.path().to_owned(),
            worker: part.worker,
            settings,
        })
    }
}

/// Gives a process a name that no other has, and records it.
pub(super) fn register(folder: &Folder, part: Part) -> Result<Part, ClusterError> {
    let stem = format!("{}-{}", part.host, std::process::id());
    for number in 1..=MAX_NAMES {
        // Containers on one machine may have the same name and number of the process.
        let worker = match number {
            1 => stem.clone(),
            _ => format!("{stem}-{number}"),
        };
        let part = Part {
            worker,
            ..part.clone()
        };
        if write_new(&folder.join(&names::worker_file(&part.worker)), &part)? {
            return Ok(part);
        }
    }
    Err(ClusterError::Io {
        path: folder.join(names::WORKERS),
        error: std::io::Error::other("too many workers have the same name"),
    })
}
