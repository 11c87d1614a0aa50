//! `batyr suite`: searches positions whose best turns are known, and counts those it solves.
//!
//! A suite measures a search in minutes where a match takes hours, but it measures something else:
//! a program may solve more and play worse. So the results are counts and times, and no claim of
//! strength.

mod entry;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use super::batch::threads_parser;
use super::error::CliError;
use super::eval_file::EvalFileArg;
use super::interrupt::Interrupt;
use super::stderr::eprint_line;
use super::stdout::write;
use super::variant::variant_parser;
use crate::engine::{Engine, Handicap, Limits, RootFilter, Strength};
use crate::files::{MEGABYTE, read_text};
use crate::game::Variant;
use crate::host::engine::FULL_LEVEL;
use crate::util::text::printable_lines;
use entry::Entry;

/// The maximum size of a suite, in bytes.
const MAX_SUITE_BYTES: u64 = 64 * MEGABYTE;
/// The default number of nodes of a search.
const DEFAULT_NODES: u64 = 100_000;

const DETAILS: &str = "\
Each line of the FILE is a position (SPN, FEN or 'startpos', perhaps with the
word 'moves' and turns) and operations as in EPD, each followed by a semicolon:
  bm TURN...            the best turns; one of them solves the position
  am TURN...            turns to avoid
  c0 \"TURN=POINTS...\"   points of turns; otherwise a solution is worth one
  id \"NAME\"             the name of the position
Others are ignored, and so are empty lines and lines that begin with '#'.

The time of a solution is that of the first line of the search from which on
every line began with a solution.

Exit status: 0, however many positions are solved; 1 if a line can't be read
(the rest is still searched); 2 for bad usage; 130 after a signal.

Examples:
  batyr suite suite.epd --nodes 20000";

/// Search positions whose best turns are known
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct SuiteArgs {
    /// File of positions
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Variant of the positions [default: the first that accepts the position]
    #[arg(long, value_name = "ID", ignore_case = true, value_parser = variant_parser())]
    variant: Option<Variant>,

    /// Number of nodes of each search [default: 100000, unless another limit is given]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Time of each search, in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,

    /// Depth of each search, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=200))]
    depth: Option<u16>,

    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads_parser())]
    threads: u16,

    /// Strength, from 0 to 20 [default: 20]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=FULL_LEVEL))]
    level: Option<u8>,

    /// The network.
    #[command(flatten)]
    eval_file: EvalFileArg,
}

/// The totals of a suite.
#[derive(Default)]
struct Totals {
    positions: usize,
    solved: usize,
    points: u64,
    max_points: u64,
    nodes: u64,
    time: Duration,
}

/// Searches the positions of a suite. Exit status 1 without an error means that lines could not be
/// read.
pub fn run(args: SuiteArgs) -> Result<ExitCode, CliError> {
    let text = read_text(&args.file, MAX_SUITE_BYTES).map_err(CliError::in_file(&args.file))?;
    let interrupt = Interrupt::listen();
    let mut engine = Engine::new();
    engine.set_networks(args.eval_file.networks(args.variant)?);
    engine.set_threads(args.threads.into())?;
    let (mut totals, mut has_faults) = (Totals::default(), false);
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        match Entry::parse(args.variant, line) {
            Ok(entry) => {
                let result = search(&args, &mut engine, &entry, &interrupt, &mut totals)?;
                if interrupt.is_raised() {
                    return Err(CliError::Interrupted(None));
                }
                let id = if entry.id.is_empty() {
                    format!("line {number}")
                } else {
                    entry.id
                };
                write(printable_lines(&format!("{id}: {result}")) + "\n")?;
            }
            Err(error) => {
                has_faults = true;
                eprint_line!("batyr suite: {}:{number}: {error}", args.file.display());
            }
        }
    }
    write(totals.text())?;
    Ok(ExitCode::from(u8::from(has_faults)))
}

/// Searches a position, adds the result to the totals, and returns it as text.
fn search(
    args: &SuiteArgs,
    engine: &mut Engine,
    entry: &Entry,
    interrupt: &Interrupt,
    totals: &mut Totals,
) -> Result<String, CliError> {
    engine.clear();
    engine.set_game(&entry.game)?;
    // Lower levels draw their turns; the seed makes a suite give the same result again.
    let handicap = args
        .level
        .and_then(|level| Handicap::of_level(level.into(), entry.game.key()));
    engine.set_strength(handicap.map_or(Strength::Full, Strength::Seeded));
    // The time and the depth of the first line from which on all begin with a solution.
    let mut found = None;
    let (mut nodes, mut time) = (0, Duration::ZERO);
    let stop = || interrupt.is_raised();
    let answer =
        engine.search_and_wait(limits(args), RootFilter::default(), &stop, &mut |line| {
            (nodes, time) = (line.nodes, line.time);
            let is_solution = line.pv.first().is_some_and(|turn| entry.points(turn).0);
            found = match is_solution {
                true => found.or(Some((line.time, line.depth))),
                false => None,
            };
        })?;
    let turn = answer.turn.unwrap_or_default();
    let (is_solved, points) = entry.points(&turn);
    totals.positions += 1;
    totals.solved += usize::from(is_solved);
    totals.points += u64::from(points);
    totals.max_points += u64::from(entry.max_points());
    totals.nodes += nodes;
    totals.time += time;
    Ok(match found {
        Some((time, depth)) if is_solved => format!(
            "solved by {turn} after {:.3} s, depth {depth}",
            time.as_secs_f64()
        ),
        _ if is_solved => format!("solved by {turn}"),
        _ => format!("not solved: {turn}"),
    })
}

fn limits(args: &SuiteArgs) -> Limits {
    let is_limited = args.movetime.is_some() || args.depth.is_some();
    let nodes = args.nodes.or((!is_limited).then_some(DEFAULT_NODES));
    Limits {
        nodes,
        movetime: args.movetime.map(Duration::from_millis),
        depth: args.depth.map(usize::from),
        ..Limits::default()
    }
}

impl Totals {
    fn text(&self) -> String {
        format!(
            "solved {} of {}, points {} of {}, {} nodes in {:.3} s\n",
            self.solved,
            self.positions,
            self.points,
            self.max_points,
            self.nodes,
            self.time.as_secs_f64()
        )
    }
}
