//! `batyr tables make --queue`: solves the classes that other processes leave.
//!
//! The classes are shared level by level: those of a level depend on lower levels alone. A table
//! depends only on its class, so it does not matter which process writes its file.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::args::ChosenTables;
use super::maker::{BAR, Maker};
use crate::cli::bar::bar;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::tables::{Class, Layout, Progress, Table, TableFolder, TableGame, TableSet};
use crate::tournament::cluster::SharedWork;

/// How long a table that another process has written may be missing, because this client of a
/// network file system has old names.
const SIGHT: Duration = Duration::from_secs(120);
/// The time between two looks at such a table.
const LOOK: Duration = Duration::from_millis(300);

/// A table in the folder of the queue.
#[derive(Serialize, Deserialize)]
struct TableLine {
    table: String,
}

/// Makes the tables together with other processes. Ends when all are complete.
pub fn make_shared<P: TableGame>(
    chosen: &ChosenTables,
    maker: &Maker<'_>,
    work: &SharedWork,
    interrupt: &Interrupt,
) -> Result<ExitCode, CliError> {
    let folder = chosen.output.folder();
    let classes = Class::<P>::all(chosen.men.into());
    let entries = |class: &Class<P>| Layout::new(*class).entries() as u64;
    let bar = bar(classes.iter().map(entries).sum(), BAR);
    let progress = Progress {
        is_stopped: &|| interrupt.is_raised(),
        advance: &|entries| bar.inc(entries),
    };
    let mut tables = TableSet::default();
    let mut done = 0;
    for level in classes.chunk_by(|a, b| a.level() == b.level()) {
        let (men, promoting) = level.first().map(|class| class.level()).unwrap_or_default();
        let count = u32::try_from(level.len()).unwrap_or(u32::MAX);
        let stage = work.stage(&format!("level-{men}-{promoting}"), count)?;
        let worker = |chunk: u32| -> Result<Option<Vec<TableLine>>, CliError> {
            let Some(class) = level.get(chunk as usize - 1).copied() else {
                return Ok(Some(Vec::new()));
            };
            bar.set_message(class.to_string());
            if maker.made_before(class, &bar).is_none()
                && maker.make(class, &tables, &progress, &bar)?.is_none()
            {
                return Ok(None);
            }
            let table = class.to_string();
            Ok(Some(vec![TableLine { table }]))
        };
        let is_complete = stage.run(vec![worker], &|| interrupt.is_raised());
        if !is_complete? {
            bar.finish_and_clear();
            let message = format!("interrupted; tables of {men} men are missing");
            return Err(CliError::Interrupted(Some(message)));
        }
        for class in level {
            tables.add(read_when_seen(&folder, *class)?);
            done += entries(class);
        }
        bar.set_position(done);
    }
    bar.finish_and_clear();
    Ok(ExitCode::SUCCESS)
}

/// Reads a table that exists, perhaps only once this machine sees it.
fn read_when_seen<P: TableGame>(
    folder: &TableFolder,
    class: Class<P>,
) -> Result<Table<P>, CliError> {
    let started = Instant::now();
    loop {
        match folder.read(class) {
            Ok(Some(table)) => return Ok(table),
            _ if started.elapsed() < SIGHT => std::thread::sleep(LOOK),
            Ok(None) => {
                return Err(CliError::failure(format_args!(
                    "{class} is complete, but {} has no such table; expected the same --dir for \
                     all processes",
                    folder.of_game::<P>().display()
                )));
            }
            Err(error) => return Err(error.into()),
        }
    }
}
