//! The programs with which the games of a tournament were played: the file `programs.json`.
//!
//! The file stands beside `match.json` rather than in it, because the settings are what was asked
//! for, and are the same for all shards on all machines.

use serde::{Deserialize, Serialize};

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
    pub programs: Vec<ProgramRecord>,
}

impl Default for ProgramList {
    fn default() -> Self {
        Self {
            version: Self::VERSION,
            has_unrecorded: false,
            programs: Vec::new(),
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

    /// Returns how a program differs from the last one of its engine in the list; `None` if it is
    /// in the list, or if the engine is not.
    pub fn difference(&self, now: &ProgramRecord) -> Option<String> {
        let of_engine = self.of_engine(&now.engine);
        let differences: Option<Vec<String>> =
            of_engine.map(|record| record.difference(now)).collect();
        differences?.pop()
    }

    /// Adds a program, unless it is in the list.
    pub fn add(&mut self, program: &ProgramRecord) {
        let mut of_engine = self.programs.iter_mut();
        let known = of_engine
            .find(|record| record.engine == program.engine && record.difference(program).is_none());
        match known {
            Some(known) => known.id = known.id.take().or_else(|| program.id.clone()),
            None => self.programs.push(program.clone()),
        }
    }

    /// Returns the engines with more than one program.
    pub fn mixed_engines(&self) -> Vec<&str> {
        let mut mixed: Vec<&str> = Vec::new();
        for (index, record) in self.programs.iter().enumerate() {
            let mut before = self.programs.iter().take(index);
            let engine = record.engine.as_str();
            if before.any(|other| other.engine == engine) && !mixed.contains(&engine) {
                mixed.push(engine);
            }
        }
        mixed
    }

    fn of_engine(&self, engine: &str) -> impl Iterator<Item = &ProgramRecord> {
        self.programs
            .iter()
            .filter(move |record| record.engine == engine)
    }
}
