//! `batyr tables pack`: joins the tables of a variant in one file.

use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;

use super::args::ChosenTables;
use crate::cli::batch::conflict::check_not_input;
use crate::cli::batch::output::cannot_write;
use crate::cli::error::CliError;
use crate::files::OutputFile;
use crate::game::Variant;
use crate::tables::{Class, TableGame, pack};

/// The JSON record of a pack (docs/cli.md).
#[derive(Serialize)]
struct PackRecord {
    variant: Variant,
    tables: usize,
    bytes: usize,
    file: String,
}

/// Writes the pack of the tables.
pub fn pack_all<P: TableGame>(chosen: &ChosenTables, path: &Path) -> Result<ExitCode, CliError> {
    let folder = chosen.output.folder();
    let classes = Class::<P>::all(chosen.men.into()).into_iter();
    check_not_input(path, classes.map(|class| folder.path_of(class)))?;
    let (tables, errors) = folder.read_all::<P>(chosen.men.into());
    if tables.is_empty() || !errors.is_empty() {
        return Err(chosen.output.no_tables(chosen.variant, &errors));
    }
    let pack = pack(&tables, chosen.men.into());
    OutputFile::write_whole(path, &pack).map_err(cannot_write(path))?;
    let record = PackRecord {
        variant: chosen.variant,
        tables: tables.tables().count(),
        bytes: pack.len(),
        file: path.display().to_string(),
    };
    let text = || {
        let PackRecord {
            tables,
            bytes,
            file,
            ..
        } = &record;
        format!("{file}: {tables} tables, {bytes} bytes")
    };
    chosen.output.print(&record, text)?;
    Ok(ExitCode::SUCCESS)
}
