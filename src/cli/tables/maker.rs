//! Makes one table: what `batyr tables make` does with each class, alone or with other processes.

use std::time::Instant;

use indicatif::ProgressBar;
use rayon::ThreadPool;
use serde::Serialize;

use super::args::ChosenTables;
use crate::cli::error::CliError;
use crate::cli::stderr::eprint_line;
use crate::game::Variant;
use crate::tables::{
    Class, Layout, Progress, SolveError, Table, TableGame, TableSet, memory, solve,
};

/// The template of the progress bar, which counts entries.
pub const BAR: &str = "{msg} {wide_bar} {percent}%, {eta} left";

/// The JSON record of a table (docs/cli.md).
#[derive(Serialize)]
struct MadeRecord {
    variant: Variant,
    table: String,
    entries: usize,
    bytes: usize,
    seconds: f64,
}

/// What making a table needs.
pub struct Maker<'a> {
    /// Which tables, and how they are printed.
    pub chosen: &'a ChosenTables,
    /// The threads that solve.
    pub pool: ThreadPool,
    /// The greatest amount of memory, in megabytes.
    pub megabytes: u64,
}

impl Maker<'_> {
    /// Reads the table of a class if it was made before. One that can't be read is named, and counts
    /// as missing.
    pub fn made_before<P: TableGame>(
        &self,
        class: Class<P>,
        bar: &ProgressBar,
    ) -> Option<Table<P>> {
        match self.chosen.output.folder().read(class) {
            Ok(table) => table,
            Err(error) => {
                bar.suspend(|| eprint_line!("batyr tables: {error}; the table is made again"));
                None
            }
        }
    }

    /// Solves a class, writes its table, and prints a record of it. Returns `None` if it was
    /// stopped.
    pub fn make<P: TableGame>(
        &self,
        class: Class<P>,
        tables: &TableSet<P>,
        progress: &Progress<'_>,
        bar: &ProgressBar,
    ) -> Result<Option<Table<P>>, CliError> {
        check_memory(class, tables, self.megabytes)?;
        let start = Instant::now();
        let solved = self.pool.install(|| solve(class, tables, progress));
        let table = match solved {
            Ok(table) => table,
            Err(SolveError::Stopped) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let folder = self.chosen.output.folder();
        let bytes = self.pool.install(|| folder.write(&table))?;
        let record = MadeRecord {
            variant: self.chosen.variant,
            table: class.to_string(),
            entries: table.layout().entries(),
            bytes,
            seconds: start.elapsed().as_secs_f64(),
        };
        let text = || {
            let MadeRecord {
                entries, seconds, ..
            } = record;
            format!("{class}: {entries} entries, {bytes} bytes, {seconds:.1} s")
        };
        bar.suspend(|| self.chosen.output.print(&record, text))?;
        Ok(Some(table))
    }
}

/// Returns an error if solving a class would take more memory than allowed.
fn check_memory<P: TableGame>(
    class: Class<P>,
    tables: &TableSet<P>,
    megabytes: u64,
) -> Result<(), CliError> {
    let earlier: usize = tables.tables().map(|table| table.layout().entries()).sum();
    let needed = (memory(&Layout::new(class)) + earlier) as u64;
    let needed = needed.div_ceil(1_000_000);
    if needed <= megabytes {
        return Ok(());
    }
    Err(CliError::failure(format_args!(
        "{class} takes {needed} MB of memory, expected at most the {megabytes} MB of --memory"
    )))
}
