//! `batyr solve`: proves in how many moves positions are won.
//!
//! Each position has its own proof table, so a result depends neither on other positions nor
//! on the number of jobs.

mod answer;
mod args;
mod collect;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

pub use args::SolveArgs;

use super::batch::input::{self, BatchInput, Content};
use super::batch::items::{Item, PositionItem};
use super::batch::run::BatchRun;
use super::error::CliError;
use crate::files::game_file::ReadOptions;
use crate::util::text::printable_lines;
use answer::{SolvedPosition, solve};

/// Solves the positions of the inputs or, with `--collect`, collects wins. Exit status 1
/// without an error means that faults were reported.
pub fn run(args: SolveArgs) -> Result<ExitCode, CliError> {
    let inputs = match args.collect {
        Some(_) => Vec::new(),
        None => {
            let named = args.inputs.iter().map(|text| input::parse_argument(text));
            input::default_to_stdin("solve", named.collect())?
        }
    };
    let written: Vec<&Path> = args.output.iter().map(PathBuf::as_path).collect();
    let mut run = BatchRun::start("solve", &inputs, &written, args.output.as_deref())?;
    let result = match args.collect {
        Some(count) => collect::collect(&args, count as usize, &mut run),
        None => solve_all(&args, inputs, &mut run),
    };
    run.end(result, None)
}

/// Solves the positions of all inputs.
fn solve_all(
    args: &SolveArgs,
    inputs: Vec<BatchInput>,
    run: &mut BatchRun,
) -> Result<(), CliError> {
    let options = ReadOptions {
        variant: args.variant,
        ..ReadOptions::default()
    };
    let mut items = run.items(inputs, options);
    items.refuse(Content::Games, "contains games, expected positions");
    let interrupt = Arc::clone(&run.interrupt);
    let tables = args.open_tables()?;
    let tables = &tables;
    let worker = |item| -> Result<_, CliError> {
        // Games are refused.
        let Item::Position(item) = item else {
            return Ok(None);
        };
        let solved = solve(args, tables, &item.game, &|| interrupt.is_over())?;
        Ok(Some((item, solved)))
    };
    run.work(
        &mut items,
        vec![worker; args.jobs.into()],
        |run, solved| match solved {
            Some((item, solved)) => run.write(&result_line(args, &item, &solved)?),
            None => Ok(()),
        },
    )
}

/// Returns the line of the output for a solved position.
fn result_line(
    args: &SolveArgs,
    item: &PositionItem,
    solved: &SolvedPosition,
) -> Result<String, CliError> {
    let PositionItem { source, line, .. } = item;
    let text = if args.json {
        solved.json(source, *line)?
    } else {
        let place = match &**source {
            input::COMMAND_LINE => String::new(),
            file => format!("{file}:{line}: "),
        };
        printable_lines(&format!("{place}{solved}"))
    };
    Ok(text + "\n")
}
