//! `batyr tables make`: solves the classes that are not in the folder.

use std::process::ExitCode;

use super::args::ChosenTables;
use super::maker::{BAR, Maker};
use super::pool::thread_pool;
use super::queue::make_shared;
use crate::cli::bar::bar;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::shared_work::QueueArgs;
use crate::eval::Networks;
use crate::tables::{Class, Layout, Progress, TableGame, TableSet};

/// Makes the tables, the smallest first; with `queue`, together with other processes.
pub fn make<P: TableGame>(
    chosen: &ChosenTables,
    jobs: Option<u16>,
    megabytes: u64,
    queue: &QueueArgs,
) -> Result<ExitCode, CliError> {
    let interrupt = Interrupt::listen();
    let maker = Maker {
        chosen,
        pool: thread_pool(jobs)?,
        megabytes,
    };
    let work = format!("tables {}, {} men", chosen.variant.id(), chosen.men);
    if let Some(work) = queue.join(&work, chosen.variant, &Networks::default())? {
        return make_shared::<P>(chosen, &maker, &work, &interrupt);
    }
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
        if let Some(table) = maker.made_before(class, &bar) {
            bar.inc(entries(&class));
            tables.add(table);
            continue;
        }
        let Some(table) = maker.make(class, &tables, &progress, &bar)? else {
            bar.finish_and_clear();
            let message = format!("interrupted; {class} and later tables are missing");
            return Err(CliError::Interrupted(Some(message)));
        };
        tables.add(table);
    }
    bar.finish_and_clear();
    Ok(ExitCode::SUCCESS)
}
