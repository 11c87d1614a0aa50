//! The record of an engine's program: its files, and the name by which it introduced itself.

use serde::{Deserialize, Serialize};

use super::file_record::FileRecord;
use super::parts;
use crate::tournament::EngineSpec;
use crate::tournament::player::StartError;
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
    /// Reads the files of an engine.
    ///
    /// # Errors
    /// Returns an error if there is no program.
    pub fn read(spec: &EngineSpec) -> Result<Self, StartError> {
        let files = parts::files(spec)?.into_iter();
        let files = files.filter_map(|(role, path)| {
            let file = FileRecord::read(&path).ok()?;
            Some(UsedFile { role, file })
        });
        Ok(Self {
            engine: spec.name.clone(),
            id: None,
            files: files.collect(),
        })
    }

    /// Returns how another record differs, with the old and the new state; `None` if it is one of
    /// the same program. Where files are and when they were written makes no difference. A file
    /// that was only named by an argument later is none that the engine reads.
    pub fn difference(&self, now: &Self) -> Option<String> {
        let file = |record: &Self, role: &str| {
            let mut files = record.files.iter();
            files
                .find(|used| used.role == role)
                .map(|used| used.file.clone())
        };
        let added = now.files.iter().map(|used| &used.role);
        let added = added.filter(|role| !parts::is_argument(role) && file(self, role).is_none());
        for role in self.files.iter().map(|used| &used.role).chain(added) {
            let (old, new) = (file(self, role), file(now, role));
            let is_same = match (&old, &new) {
                (Some(old), Some(new)) => old.has_same_content(new),
                // An argument that became a file the engine writes is left out of a record.
                (Some(_), None) => parts::is_argument(role),
                _ => false,
            };
            if !is_same {
                let text = |file: Option<FileRecord>| {
                    file.map_or_else(|| "no file".to_owned(), |file| file.to_string())
                };
                let (role, old, new) = (shorten(role), text(old), text(new));
                return Some(format!("its {role} was {old} and is {new}"));
            }
        }
        self.id_difference(now.id.as_deref())
    }

    /// Returns how the name by which the engine introduces itself differs, if it does.
    pub fn id_difference(&self, now: Option<&str>) -> Option<String> {
        let (old, new) = (self.id.as_deref()?, now?);
        (old != new).then(|| {
            let (old, new) = (shorten(old), shorten(new));
            format!("its 'id name' was \"{old}\" and is \"{new}\"")
        })
    }
}
