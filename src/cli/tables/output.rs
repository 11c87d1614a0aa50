//! How results are printed, and where the tables are.

use serde::Serialize;

use super::args::TablesOutput;
use crate::cli::error::CliError;
use crate::cli::stdout;
use crate::tables::{FolderError, TableFolder};
use crate::util::text::printable_json;

impl TablesOutput {
    /// Returns the folder of the tables.
    pub fn folder(&self) -> TableFolder {
        TableFolder::new(&self.dir)
    }

    /// Prints a record as JSON, or as the text that people read.
    pub fn print(
        &self,
        record: &impl Serialize,
        text: impl FnOnce() -> String,
    ) -> Result<(), CliError> {
        let line = match self.json {
            true => printable_json(&serde_json::to_string(record)?),
            false => text(),
        };
        stdout::write(format_args!("{line}\n"))
    }

    /// Returns the error for a folder without tables.
    pub fn no_tables(&self, variant: &str, errors: &[FolderError]) -> CliError {
        if let Some(error) = errors.first() {
            return CliError::failure(error);
        }
        CliError::failure(format_args!(
            "{} has no tables of {variant}; 'batyr tables make --variant {variant} --dir {}' makes them",
            self.dir.display(),
            self.dir.display()
        ))
    }
}
