//! The command line of `batyr analyse`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{ArgGroup, Args};

use crate::analysis::AnalysisSettings;
use crate::cli::variant::variant_parser;
use crate::game::Variant;
use crate::host::allowance::Allowance;
use crate::search::Limits;

/// The node limit of a search when no limit is given.
const DEFAULT_NODES: u64 = 500_000;

const DETAILS: &str = "\
An INPUT is a position (SPN, FEN or 'startpos'), a file, or - for stdin; without
any, stdin is read. A file holds a position a line ('#' begins a comment; what
stands behind a ';' is not read) or games (SGN), told by the ending .sgn or a
'[' as first letter. Limits may be given together; the first one reached ends a
search. Without any it is --nodes 500000. With nodes or depth and one thread the
result is the same each time.

Of a game every turn is scored. A turn that gives away 5 % of the chances is an
inaccuracy ($6), 10 % a mistake ($2), 16 % a blunder ($4); a proved win missed
or allowed, and the loss of 4.5 shatras, is an inaccuracy at least; turns of
Batyr's own books of openings are not marked. In tables of
positions and in JSON scores are for the side to move, in tables, files and
pages of games for White; '#3' is an end in three own moves.

docs/analysis.schema.json describes the JSON, docs/cli.md the columns of the
CSV. Results appear as soon as they exist. Ctrl-C ends the running search, and
what it has found is still written.

Exit status: 0; 1 if a line or a game can't be read, while the others are still
analysed, or if a search fails; 2 for bad usage; 130 after Ctrl-C.

Examples:
  batyr analyse '9/1/K6/5s1/4S1R/7/7/k6/1/9 b' --depth 12 --multipv 3
  batyr analyse positions.txt --movetime 1000 --json > positions.jsonl
  batyr analyse games.sgn --nodes 100000 -o annotated.sgn --html games.html
  batyr analyse --games - --sgn < games.sgn | less";

/// Analyse positions or games
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
#[command(group = ArgGroup::new("format").args(["json", "csv", "sgn"]))]
pub struct AnalyseArgs {
    /// Positions, files of positions or games, or - for stdin
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<String>,

    /// A file with a position a line; may be given more than once
    #[arg(long, value_name = "FILE")]
    pub file: Vec<PathBuf>,

    /// A file with games (SGN), - for stdin; may be given more than once
    #[arg(long, value_name = "FILE")]
    pub games: Vec<PathBuf>,

    /// The game; of game files, instead of what their tags say [default: shatra,
    /// or the first that has the position]
    #[arg(long, value_name = "ID", ignore_case = true, value_parser = variant_parser())]
    pub variant: Option<Variant>,

    /// Search so many plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..))]
    pub depth: Option<u16>,

    /// Search so many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Search for so many milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: Option<u64>,

    /// Lines for each position
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    pub multipv: u16,

    /// Search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads())]
    pub threads: u16,

    /// The hash table in MB
    #[arg(long, value_name = "MB", default_value_t = 64,
          value_parser = clap::value_parser!(u32).range(1..=1 << 25))]
    pub hash: u32,

    /// Write a JSON object a line
    #[arg(long)]
    pub json: bool,

    /// Write CSV: a row for each line of a position, or each turn of a game
    #[arg(long)]
    pub csv: bool,

    /// Write games with scores, marks and better lines
    #[arg(long)]
    pub sgn: bool,

    /// Write to this file instead of stdout; games as SGN unless told otherwise
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Write a page with all games, too
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Write the graph of a game's scores, too; those of further games get a
    /// number: graph.svg, graph-2.svg, …
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// Returns the parser of a thread count, for this and other commands: from 1 to
/// the owner's allowance.
pub fn threads() -> impl clap::builder::TypedValueParser<Value = u16> {
    let most = i64::try_from(Allowance::owner().max_threads).unwrap_or(i64::MAX);
    clap::value_parser!(u16).range(1..=most.min(u16::MAX.into()))
}

impl AnalyseArgs {
    /// Returns the paths of the output files.
    pub fn written(&self) -> Vec<&Path> {
        let all = [&self.output, &self.html, &self.svg];
        all.into_iter().flatten().map(PathBuf::as_path).collect()
    }

    /// Returns the settings of each search.
    pub fn settings(&self) -> AnalysisSettings {
        let is_free = self.depth.is_none() && self.nodes.is_none() && self.movetime.is_none();
        AnalysisSettings {
            limits: Limits {
                depth: self.depth.map(usize::from),
                nodes: self.nodes.or(is_free.then_some(DEFAULT_NODES)),
                movetime: self.movetime.map(Duration::from_millis),
                ..Limits::default()
            },
            multipv: self.multipv.into(),
            threads: self.threads.into(),
            hash_megabytes: self.hash as usize,
        }
    }
}
