//! How results are printed, and where the tables are.

use serde::Serialize;

use super::args::TablesOutput;
use crate::cli::error::CliError;
use crate::cli::stdout;
use crate::game::{Variant, for_variant};
use crate::tables::{AnyTables, FolderError, TableFolder, TableSource};
use crate::util::text::printable_json;

impl TablesOutput {
    /// Returns the folder of the tables.
    pub fn folder(&self) -> TableFolder {
        TableFolder::new(&self.dir)
    }

    /// Returns the tables of the folder or, if it has none of the variant, those of the program;
    /// `None` if there are none.
    pub fn tables_or_shipped(&self, variant: Variant) -> Option<AnyTables> {
        let folder = for_variant!(variant, P => self.folder().of_game::<P>());
        let source = match folder.is_dir() {
            true => TableSource::Folder(self.dir.clone()),
            false => TableSource::Shipped,
        };
        source.open_any(variant)
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
    pub fn no_tables(&self, variant: Variant, errors: &[FolderError]) -> CliError {
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
