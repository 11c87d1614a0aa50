//! `batyr tables verify`: verifies every entry of the tables in a folder.

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
use crate::tables::{Class, Progress, TableGame, verify};

/// The template of the progress bar, which counts entries.
const BAR: &str = "{msg} {wide_bar} {percent}%, {eta} left";

/// The JSON record of a verified table (docs/cli.md).
#[derive(Serialize)]
struct VerifiedRecord {
    variant: Variant,
    table: String,
    verified: u64,
    wrong: Vec<String>,
    seconds: f64,
}

/// Verifies the tables. Exit status 1 without an error means that faults were reported.
pub fn verify_all<P: TableGame>(
    chosen: &ChosenTables,
    jobs: Option<u16>,
) -> Result<ExitCode, CliError> {
    let interrupt = Interrupt::listen();
    let pool = thread_pool(jobs)?;
    let (tables, errors) = chosen.output.folder().read_all::<P>(chosen.men.into());
    if tables.tables().next().is_none() {
        return Err(chosen.output.no_tables(chosen.variant, &errors));
    }
    for error in &errors {
        eprint_line!("batyr tables: {error}");
    }
    let mut is_sound = errors.is_empty();
    let entries = tables.tables().map(|table| table.layout().entries() as u64);
    let bar = bar(entries.sum(), BAR);
    let progress = Progress {
        is_stopped: &|| interrupt.is_raised(),
        advance: &|entries| bar.inc(entries),
    };
    for class in Class::<P>::all(chosen.men.into()) {
        let Some(table) = tables.table(class) else {
            continue;
        };
        bar.set_message(class.to_string());
        let start = Instant::now();
        let (verified, wrong) = pool.install(|| verify(table, &tables, &progress))?;
        if interrupt.is_raised() {
            bar.finish_and_clear();
            let message = format!("interrupted while {class} was verified");
            return Err(CliError::Interrupted(Some(message)));
        }
        is_sound &= wrong.is_empty();
        let record = VerifiedRecord {
            variant: chosen.variant,
            table: class.to_string(),
            verified,
            wrong: wrong.iter().map(ToString::to_string).collect(),
            seconds: start.elapsed().as_secs_f64(),
        };
        let text = || {
            let faults = record.wrong.iter().map(|wrong| format!("\n  {wrong}"));
            let faults: String = faults.collect();
            format!("{class}: {verified} entries are right{faults}")
        };
        bar.suspend(|| chosen.output.print(&record, text))?;
    }
    bar.finish_and_clear();
    Ok(match is_sound {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}
