//! `batyr book verify`: verifies books and logs.

use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

use super::args::VerifyArgs;
use super::file::read_book;
use super::grow::program_signature;
use crate::cli::bar::bar;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::stderr::eprint_line;
use crate::cli::stdout;
use crate::files::open_regular;
use crate::training::book::{
    BookLog, GrowLimits, GrowingBook, LeafSearch, is_book_log, verify_book,
};
use crate::util::rng::Rng;

/// The template of the progress bar, which counts positions.
const BAR: &str = "{wide_bar} {pos}/{len} positions, {eta} left";

/// Verifies the files. Exit status 1 without an error means that faults were reported.
pub fn verify(args: &VerifyArgs) -> Result<ExitCode, CliError> {
    let mut status = ExitCode::SUCCESS;
    for path in &args.files {
        let verified = match is_log(path)? {
            true => verify_log(path, args.search),
            false => verify_file(path),
        };
        match verified {
            Ok(summary) => stdout::write(format_args!("{}: {summary}\n", path.display()))?,
            Err(error @ (CliError::Interrupted(_) | CliError::ClosedPipe)) => return Err(error),
            Err(error) => {
                if let Some(message) = error.message() {
                    eprint_line!("batyr book: {message}");
                }
                status = ExitCode::FAILURE;
            }
        }
    }
    Ok(status)
}

/// Returns whether a file begins as a log does.
fn is_log(path: &Path) -> Result<bool, CliError> {
    let mut start = Vec::new();
    let file = open_regular(path).map_err(CliError::in_file(path))?;
    let read = file.take(64).read_to_end(&mut start);
    read.map_err(CliError::in_file(path))?;
    Ok(is_book_log(&start))
}

fn verify_file(path: &Path) -> Result<String, CliError> {
    let book = read_book(path)?;
    verify_book(&book).map_err(CliError::in_file(path))?;
    let expanded = book.records().filter(|record| record.is_expanded).count();
    let positions = book.len();
    let variant = book.header().variant;
    Ok(format!(
        "a book of {variant}, {positions} positions, {expanded} of them expanded"
    ))
}

fn verify_log(path: &Path, searches: usize) -> Result<String, CliError> {
    let mut book = GrowingBook::new(BookLog::open(path)?);
    let interrupt = Interrupt::listen();
    let should_stop = || interrupt.is_raised();
    let limits = GrowLimits {
        leaves: 0,
        jobs: 1,
        should_stop: &should_stop,
        advance: &|_| {},
    };
    let constants = book.constants().clone();
    book.grow(&limits, || {
        let mut search = LeafSearch::default();
        move |position, nodes| search.search(position, nodes, &should_stop)
    })?;
    let again = search_again(&book, path, searches, &interrupt)?;
    let (variant, positions) = (constants.variant, book.positions().len());
    Ok(format!(
        "the log of a book of {variant}, {positions} positions{again}"
    ))
}

/// Searches positions drawn at random again; returns what to say of it.
fn search_again(
    book: &GrowingBook,
    path: &Path,
    count: usize,
    interrupt: &Interrupt,
) -> Result<String, CliError> {
    if count == 0 {
        return Ok(String::new());
    }
    let signature = program_signature(book.constants().variant)?;
    let by = &book.constants().program;
    if signature != *by {
        let message = format!(
            "it was begun by the program {by}, whose searches differ from those of {signature}"
        );
        return Err(CliError::in_file(path)(message));
    }
    let drawn = Rng::new(1, 0).permutation(book.positions().len());
    let bar = bar(count as u64, BAR);
    let mut search = LeafSearch::default();
    let nodes = book.constants().nodes;
    let mut searched = 0;
    let mut differing = Vec::new();
    for index in drawn {
        let (Some(node), Some(position)) =
            (book.graph().nodes().get(index), book.positions().get(index))
        else {
            continue;
        };
        if node.is_ended || searched == count {
            continue;
        }
        let Some(found) = search.search(position, nodes, &|| interrupt.is_raised())? else {
            bar.finish_and_clear();
            return Err(CliError::Interrupted(None));
        };
        searched += 1;
        bar.inc(1);
        if (found.score, found.depth) != (node.own, node.depth) {
            differing.push(position.text());
        }
    }
    bar.finish_and_clear();
    match differing.first() {
        None => Ok(format!(", {searched} searched again with the same results")),
        Some(first) => Err(CliError::in_file(path)(format!(
            "{} of {searched} positions have another score now, the first {first}",
            differing.len()
        ))),
    }
}
