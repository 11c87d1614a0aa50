//! `batyr tables make`: solves the classes that are not in the folder.

use std::process::ExitCode;
use std::time::Instant;

use serde::Serialize;

use super::args::ChosenTables;
use super::pool::thread_pool;
use crate::cli::bar::bar;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::stderr::eprint_line;
use crate::game::Variant;
use crate::tables::{Class, Layout, Progress, SolveError, TableGame, TableSet, memory, solve};

/// The template of the progress bar, which counts entries.
const BAR: &str = "{msg} {wide_bar} {percent}%, {eta} left";

/// The JSON record of a table (docs/cli.md).
#[derive(Serialize)]
struct MadeRecord {
    variant: Variant,
    table: String,
    entries: usize,
    bytes: usize,
    seconds: f64,
}

/// Makes the tables, the smallest first.
pub fn make<P: TableGame>(
    chosen: &ChosenTables,
    jobs: Option<u16>,
    megabytes: u64,
) -> Result<ExitCode, CliError> {
    let interrupt = Interrupt::listen();
    let pool = thread_pool(jobs)?;
    let folder = chosen.output.folder();
    let classes = Class::<P>::all(chosen.men.into());
    let entries = |class: &Class<P>| Layout::new(*class).entries() as u64;
    let bar = bar(classes.iter().map(entries).sum(), BAR);
    let progress = Progress {
        is_stopped: &|| interrupt.is_raised(),
        advance: &|entries| bar.inc(entries),
    };
    let mut tables = TableSet::default();
    for class in classes {
        bar.set_message(class.to_string());
        match folder.read(class) {
            Ok(Some(table)) => {
                bar.inc(entries(&class));
                tables.add(table);
                continue;
            }
            Ok(None) => {}
            Err(error) => bar.suspend(|| {
                eprint_line!("batyr tables: {error}; the table is made again");
            }),
        }
        check_memory(class, &tables, megabytes)?;
        let start = Instant::now();
        let solved = pool.install(|| solve(class, &tables, &progress));
        let table = match solved {
            Ok(table) => table,
            Err(SolveError::Stopped) => {
                bar.finish_and_clear();
                let message = format!("interrupted; {class} and later tables are missing");
                return Err(CliError::Interrupted(Some(message)));
            }
            Err(error) => return Err(error.into()),
        };
        let bytes = pool.install(|| folder.write(&table))?;
        let record = MadeRecord {
            variant: chosen.variant,
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
        bar.suspend(|| chosen.output.print(&record, text))?;
        tables.add(table);
    }
    bar.finish_and_clear();
    Ok(ExitCode::SUCCESS)
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
