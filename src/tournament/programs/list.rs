//! The programs with which the games of a tournament were played: the file `programs.json`.
//!
//! The programs are not stored in `match.json`, because that file contains only what was requested,
//! which is the same for all shards on all machines.

use serde::{Deserialize, Serialize};

use super::guard::ProgramGuard;
use super::record::ProgramRecord;

/// The programs of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProgramList {
    /// The version of the file format.
    version: u32,
    /// Whether some games were played before programs were recorded.
    #[serde(default)]
    pub has_unrecorded: bool,
    /// The programs. An engine has more than one if the user accepted a change.
    #[serde(rename = "programs")]
    pub records: Vec<ProgramRecord>,
}

/// A change of an engine's program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramChange {
    /// The name of the engine.
    pub engine: String,
    /// What differs.
    pub difference: String,
}

impl Default for ProgramList {
    fn default() -> Self {
        Self {
            version: Self::VERSION,
            has_unrecorded: false,
            records: Vec::new(),
        }
    }
}

impl ProgramList {
    /// The version of the file format that this program writes.
    pub const VERSION: u32 = 1;

    /// Returns the version of the file format.
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// Adds the programs that are not in the list. Returns how they differ from the last program of
    /// the same engine that was in the list before.
    ///
    /// # Errors
    /// Returns the first change if changes are not accepted. The list then stays as it was.
    pub fn admit<'p>(
        &mut self,
        programs: impl IntoIterator<Item = &'p ProgramRecord> + Clone,
        accepts_changes: bool,
    ) -> Result<Vec<ProgramChange>, ProgramChange> {
        let change = |program: &ProgramRecord| {
            Some(ProgramChange {
                engine: program.engine.clone(),
                difference: self.difference(program)?,
            })
        };
        let mut changes: Vec<ProgramChange> =
            programs.clone().into_iter().filter_map(change).collect();
        if !accepts_changes && !changes.is_empty() {
            return Err(changes.swap_remove(0));
        }
        for program in programs {
            self.add(program);
        }
        Ok(changes)
    }

    /// Removes the files that an engine has written during the run. Returns whether one of them
    /// was in the list.
    pub fn leave_out_written(&mut self, guard: &ProgramGuard) -> bool {
        let (engine, written) = (&guard.record().engine, guard.written());
        let mut is_found = false;
        let records = self.records.iter_mut();
        for record in records.filter(|record| record.engine == *engine) {
            let count = record.files.len();
            record.files.retain(|used| !written.contains(&used.role));
            is_found |= record.files.len() < count;
        }
        is_found
    }

    /// Returns how a program differs from the last one of its engine in the list; `None` if it is
    /// in the list, or if the engine is not.
    fn difference(&self, now: &ProgramRecord) -> Option<String> {
        let of_engine = self.of_engine(&now.engine);
        let differences: Option<Vec<String>> =
            of_engine.map(|record| record.difference(now)).collect();
        differences?.pop()
    }

    /// Adds a program. If it is in the list, only sets the `id` of its record if that is missing.
    fn add(&mut self, program: &ProgramRecord) {
        let mut of_engine = self.records.iter_mut();
        let known = of_engine
            .find(|record| record.engine == program.engine && record.difference(program).is_none());
        match known {
            Some(known) => known.id = known.id.take().or_else(|| program.id.clone()),
            None => self.records.push(program.clone()),
        }
    }

    /// Returns the engines with more than one program.
    pub fn mixed_engines(&self) -> Vec<&str> {
        let mut mixed: Vec<&str> = Vec::new();
        for (index, record) in self.records.iter().enumerate() {
            let mut before = self.records.iter().take(index);
            let engine = record.engine.as_str();
            if before.any(|other| other.engine == engine) && !mixed.contains(&engine) {
                mixed.push(engine);
            }
        }
        mixed
    }

    fn of_engine(&self, engine: &str) -> impl Iterator<Item = &ProgramRecord> {
        self.records
            .iter()
            .filter(move |record| record.engine == engine)
    }
}
