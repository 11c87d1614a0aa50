//! The record of an engine's program: its files, and the name that it reported (`id name`).

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::file_record::FileRecord;
use super::parts::is_argument;
use crate::util::text::shorten;

/// The record of an engine's program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProgramRecord {
    /// The name of the engine in the tournament.
    pub engine: String,
    /// The name in the engine's own `id name`; `None` if it is not known.
    #[serde(default)]
    pub id: Option<String>,
    /// The files, the program first.
    pub files: Vec<UsedFile>,
}

/// A file that an engine uses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UsedFile {
    /// What it is used for: `program`, `argument 1`, or the name of an option.
    pub role: String,
    /// The file.
    #[serde(flatten)]
    pub file: FileRecord,
}

impl ProgramRecord {
    /// Reads the files of an engine, given with their roles; omits files that can't be read.
    pub fn read(engine: &str, files: &[(String, PathBuf)]) -> Self {
        let files = files.iter().filter_map(|(role, path)| {
            let (role, file) = (role.clone(), FileRecord::read(path).ok()?);
            Some(UsedFile { role, file })
        });
        Self {
            engine: engine.to_owned(),
            id: None,
            files: files.collect(),
        }
    }

    fn file(&self, role: &str) -> Option<&FileRecord> {
        let mut files = self.files.iter();
        files.find(|used| used.role == role).map(|used| &used.file)
    }

    /// Returns how another record differs, with the old and the new state; `None` if both are of
    /// the same program. Paths and modification times are ignored. So is a file that an
    /// argument names but that did not exist at first: presumably the engine writes it.
    pub fn difference(&self, now: &Self) -> Option<String> {
        let added = now.files.iter().map(|used| &used.role);
        let added = added.filter(|role| !is_argument(role) && self.file(role).is_none());
        for role in self.files.iter().map(|used| &used.role).chain(added) {
            let (old, new) = (self.file(role), now.file(role));
            let is_same = match (old, new) {
                (Some(old), Some(new)) => old.has_same_content(new),
                // A record leaves out files that the engine writes.
                (Some(_), None) => is_argument(role),
                _ => false,
            };
            if !is_same {
                let text = |file: Option<&FileRecord>| {
                    file.map_or_else(|| "no file".to_owned(), ToString::to_string)
                };
                let hint = if is_argument(role) {
                    " (if the engine itself writes this file, name it in an option instead of an \
                     argument)"
                } else {
                    ""
                };
                let (role, old, new) = (shorten(role), text(old), text(new));
                return Some(format!("its {role} was {old} and is {new}{hint}"));
            }
        }
        self.id_difference(now.id.as_deref())
    }

    /// Returns the files that arguments name whose contents differ in another record.
    pub fn changed_arguments(&self, now: &Self) -> Vec<UsedFile> {
        let is_changed = |used: &&UsedFile| {
            let new = now.file(&used.role);
            is_argument(&used.role) && new.is_some_and(|new| !used.file.has_same_content(new))
        };
        self.files.iter().filter(is_changed).cloned().collect()
    }

    /// Returns how the engine's own name differs; `None` if it is the same or if
    /// either is unknown.
    pub fn id_difference(&self, now: Option<&str>) -> Option<String> {
        let (old, new) = (self.id.as_deref()?, now?);
        (old != new).then(|| {
            let (old, new) = (shorten(old), shorten(new));
            format!("its 'id name' was \"{old}\" and is \"{new}\"")
        })
    }
}
