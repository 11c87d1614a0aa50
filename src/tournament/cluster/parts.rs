//! The records of the processes that have played in a folder, one after another: the file
//! `parts.json` of a shard and of merged shards.

use super::error::ClusterError;
use super::names;
use super::part::Part;
use super::settings::QueueSettings;
use super::store::{DiskStore, Store};
use crate::tournament::Shard;
use crate::tournament::folder::{Folder, LockedFolder, PARTS};

/// The records of some processes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PartList {
    /// The records, in the order in which they were added.
    pub parts: Vec<Part>,
}

impl PartList {
    /// Reads the records in a folder; of a tournament that processes share, those of all that have
    /// joined. There are none in a folder in which one process has played a whole tournament.
    ///
    /// # Errors
    /// Returns an error if a file can't be read.
    pub fn read(folder: &Folder) -> Result<Self, ClusterError> {
        if let Some(parts) = folder.read_file(PARTS)? {
            return Ok(Self { parts });
        }
        let mut parts = Vec::new();
        if QueueSettings::are_in(folder) {
            let store = DiskStore::new(folder.path().to_owned());
            let listed = store.list(names::WORKERS);
            let path = || folder.join(names::WORKERS);
            let files = listed.map_err(|error| ClusterError::Io {
                path: path(),
                error,
            })?;
            for name in files.iter().filter_map(|name| name.strip_suffix(".json")) {
                parts.extend(folder.read_file::<Part>(&names::worker_file(name))?);
            }
        }
        parts.sort_by(|a, b| a.worker.cmp(&b.worker));
        Ok(Self { parts })
    }

    /// Writes the records.
    ///
    /// # Errors
    /// Returns an error if the file can't be written.
    pub fn write(&self, folder: &LockedFolder) -> Result<(), ClusterError> {
        let text = serde_json::to_string_pretty(&self.parts).map_err(|error| ClusterError::Io {
            path: folder.join(PARTS),
            error: error.into(),
        })?;
        Ok(folder.write(PARTS, &(text + "\n"))?)
    }

    /// Adds the record of a process that plays a shard, and returns the name that it gets: that of
    /// its machine and of the shard. A process that differs from an earlier one of the same name in
    /// more than its speed and the time at which it began gets another name.
    pub fn add_player(&mut self, part: Part, shard: Shard) -> String {
        let stem = format!("{}-shard{}", part.host, shard.number);
        let mut worker = stem.clone();
        let mut number = 1_u32;
        while let Some(known) = self.parts.iter().find(|known| known.worker == worker) {
            if known.is_like(&part) {
                return worker;
            }
            number += 1;
            worker = format!("{stem}-{number}");
        }
        self.parts.push(Part {
            worker: worker.clone(),
            ..part
        });
        worker
    }

    /// Adds the records of another list that this one lacks.
    pub fn extend(&mut self, other: Self) {
        for part in other.parts {
            if !self.parts.contains(&part) {
                self.parts.push(part);
            }
        }
    }

    /// Returns what distinguishes the first record from one with another benchmark signature or
    /// other networks, with the names of both workers. Engines are compared by
    /// [`merge_programs`](crate::tournament::merge::merge_programs).
    pub fn differences(&self) -> impl Iterator<Item = String> {
        let first = self.parts.first();
        self.parts.iter().filter_map(move |part| {
            let (first, difference) = (first?, first?.difference(part, true)?);
            Some(format!(
                "worker {} differs from worker {}: {difference}",
                part.worker, first.worker
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::part::tests::part;
    use super::*;

    #[test]
    fn a_process_that_goes_on_with_its_shard_keeps_its_name() {
        let mut list = PartList::default();
        let shard: Shard = "2/3".parse().unwrap();
        let mut add = |part| list.add_player(part, shard);
        assert_eq!(add(part("", 1, 100, "aa")), "host-shard2");
        let later = Part {
            started: "later".to_owned(),
            ..part("", 1, 90, "aa")
        };
        assert_eq!(add(later), "host-shard2");
        assert_eq!(add(part("", 2, 100, "aa")), "host-shard2-2");
        assert_eq!(add(part("", 1, 100, "bb")), "host-shard2-3");
        assert_eq!(list.parts.len(), 3);
    }

    #[test]
    fn another_signature_is_a_difference_and_another_speed_is_none() {
        let mut list = PartList::default();
        list.extend(PartList {
            parts: vec![part("a", 1, 100, "aa"), part("b", 1, 10, "aa")],
        });
        assert_eq!(list.differences().count(), 0);
        let again = list.clone();
        list.extend(again);
        assert_eq!(list.parts.len(), 2);
        list.parts.push(part("c", 5, 100, "aa"));
        let found: Vec<String> = list.differences().collect();
        assert_eq!(found.len(), 1);
        assert!(
            found[0].contains("worker c") && found[0].contains("5 nodes"),
            "{found:?}"
        );
    }
}
