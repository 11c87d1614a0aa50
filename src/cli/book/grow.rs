//! `batyr book grow`: grows a book in its log.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use super::args::GrowArgs;
use super::queue::SharedRounds;
use crate::cli::bar::bar;
use crate::cli::batch::conflict::check_outputs;
use crate::cli::error::CliError;
use crate::cli::interrupt::Interrupt;
use crate::cli::stdout;
use crate::engine::measure;
use crate::eval::{EvaluationFamily, Networks};
use crate::files::OutputFile;
use crate::game::Variant;
use crate::training::book::{BookLog, Constants, GrowLimits, GrowingBook, LeafSearch, Selection};
use crate::util::version::VERSION;

/// The template of the progress bar, whose end is not known.
const BAR: &str = "{spinner} {pos} positions searched in {elapsed}";

/// The depth of the benchmark whose number of nodes distinguishes programs.
const SIGNATURE_DEPTH: usize = 4;

/// Returns what distinguishes this program from those that search differently.
pub fn program_signature(variant: Variant) -> Result<String, CliError> {
    let networks = Networks::default();
    let nodes = measure(variant, &networks, SIGNATURE_DEPTH)?.nodes;
    let network = networks.get(EvaluationFamily::of_variant(variant)).name();
    Ok(format!("{VERSION} network {network} bench {nodes}"))
}

/// Grows the book.
pub fn grow(args: &GrowArgs) -> Result<ExitCode, CliError> {
    let written = [Some(&args.log), args.book.as_ref()];
    let written: Vec<&Path> = written
        .into_iter()
        .flatten()
        .map(PathBuf::as_path)
        .collect();
    check_outputs(&written)?;
    let interrupt = Interrupt::listen();
    let constants = Constants {
        variant: args.variant,
        nodes: args.nodes,
        round: args.round,
        ply_cost: args.ply,
        selection: args.keep.map(|keep| Selection {
            keep,
            glance: args.glance,
        }),
        program: program_signature(args.variant)?,
    };
    let networks = Networks::default();
    let work = format!("book in chunks of {}: {constants}", args.chunk);
    let work = work.trim_end().replace('\n', ", ");
    let shared = args.queue.join(&work, args.variant, &networks)?;
    let log = BookLog::open_or_create(&args.log, &constants, args.any_program)?;
    let mut book = GrowingBook::new(log);
    let end = args
        .minutes
        .map(|minutes| Instant::now() + Duration::from_secs(60 * minutes));
    let should_stop = || interrupt.is_raised() || end.is_some_and(|end| Instant::now() >= end);
    let jobs = args
        .jobs
        .map_or_else(rayon::current_num_threads, usize::from);
    let bar = bar(0, BAR);
    let limits = GrowLimits {
        leaves: args.leaves.unwrap_or(u64::MAX),
        jobs,
        should_stop: &should_stop,
        advance: &|positions| bar.inc(positions),
    };
    let grown = match &shared {
        None => book.grow(&limits, || {
            let mut search = LeafSearch::default();
            move |position, nodes| search.search(position, nodes, &should_stop)
        }),
        Some(work) => {
            let rounds = SharedRounds {
                work,
                chunk: args.chunk,
                limits: &limits,
            };
            book.grow_with(&limits, &mut |round, append| rounds.search(round, append))
        }
    };
    let searched = bar.position();
    bar.finish_and_clear();
    grown?;
    let nodes = book.graph().nodes();
    let expanded = nodes
        .iter()
        .filter(|node| node.successors.is_some())
        .count();
    let positions = nodes.len();
    if let Some(path) = &args.book {
        let written = OutputFile::write_whole(path, book.to_bytes());
        written.map_err(CliError::in_file(path))?;
    }
    let summary =
        format!("{positions} positions, {expanded} of them expanded; {searched} searched now");
    if interrupt.is_raised() {
        return Err(CliError::Interrupted(Some(format!(
            "interrupted with {summary}"
        ))));
    }
    stdout::write(format_args!("{summary}\n"))?;
    Ok(ExitCode::SUCCESS)
}
