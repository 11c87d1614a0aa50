//! The command line of `batyr analyse`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{ArgGroup, Args};

use crate::analysis::AnalysisSettings;
use crate::cli::batch::input::{self, BatchInput, Content, STDIN};
use crate::cli::batch::{jobs_parser, threads_parser};
use crate::cli::error::CliError;
use crate::cli::eval_file::EvalFileArg;
use crate::cli::variant::variant_parser;
use crate::game::Variant;
use crate::search::Limits;

/// The node limit of a search when no limit is given.
const DEFAULT_NODES: u64 = 500_000;

const DETAILS: &str = "\
An INPUT is a position (SPN, FEN or 'startpos'), a file, or - for stdin. Without
inputs, stdin is read. A file contains games (SGN) if its name ends in .sgn, or
if its first line that is neither empty nor a ';' comment begins with a tag, a
comment in braces, '%', a turn or a result. Otherwise it contains one position
on each line; a line that begins with '#' is a comment, and the text after a ';'
is ignored. If several limits are given, the first one reached ends a search;
the default is --nodes 500000. With --nodes or --depth and one thread, results
are reproducible, and the same for any number of jobs.

Every turn of a game is scored. A turn that gives away 5 % of the expected
points is an inaccuracy ($6), 10 % a mistake ($2), and 16 % a blunder ($4). A
turn that misses or allows a proved win, or loses 4.5 shatras, is at least an
inaccuracy. The accuracy of a side is computed as on lichess
(https://lichess.org/page/accuracy). Scores are for the side to move in JSON and
in tables of positions, and for White in tables, SGN and HTML of games. '+#3' is
a win in three moves, '-#3' a loss in three.

docs/analysis.schema.json describes the JSON, and docs/cli.md the columns of the
CSV. Results are written as they are found. Ctrl-C ends the running search,
whose result is still written.

The legal part of a game with a fault is analysed, unless --strict is given.

Exit status: 0 if everything was analysed; 1 if a search fails, or if a line or
a game can't be read as a whole (the rest is still analysed); 2 for bad usage;
130 after a signal such as Ctrl-C.

Turns may follow a position, as in the engine's command 'position'.

Examples:
  batyr analyse 'startpos moves d1-d6 c10-c8' --depth 12
  batyr analyse '9/1/K6/5s1/4S1R/7/7/k6/1/9 b' --depth 12 --multipv 3
  batyr analyse positions.txt --jobs 4 --json > positions.jsonl
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

    /// File with one position on each line; may be given more than once
    #[arg(long, value_name = "FILE")]
    pub file: Vec<PathBuf>,

    /// File with games (SGN), or - for stdin; may be given more than once
    #[arg(long, value_name = "FILE")]
    pub games: Vec<PathBuf>,

    /// Variant of all inputs, whatever the tags of games say [default: shatra, or the
    /// first that accepts the position]
    #[arg(long, value_name = "ID", ignore_case = true, value_parser = variant_parser())]
    pub variant: Option<Variant>,

    /// Skip games with a fault instead of reading their legal part
    #[arg(long)]
    pub strict: bool,

    /// Search to this depth in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..))]
    pub depth: Option<u16>,

    /// Search this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Search for this many milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: Option<u64>,

    /// Number of lines of play for each position
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    pub multipv: u16,

    /// Number of positions or games to analyse at a time
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = jobs_parser())]
    pub jobs: u16,

    /// Number of search threads of each job
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads_parser())]
    pub threads: u16,

    /// Size of the hash table of each job in MB
    #[arg(long, value_name = "MB", default_value_t = 64,
          value_parser = clap::value_parser!(u32).range(1..=1 << 25))]
    pub hash: u32,

    #[command(flatten)]
    pub eval_file: EvalFileArg,

    /// Write one JSON object on each line
    #[arg(long)]
    pub json: bool,

    /// Write CSV: a row for each line of play, or for each turn of a game
    #[arg(long)]
    pub csv: bool,

    /// Write games (SGN) with scores, marks and better lines of play
    #[arg(long)]
    pub sgn: bool,

    /// Write to this file instead of stdout; games are then written as SGN by default
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Also write an HTML page with all games
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Also write a graph of the scores of each game: graph.svg for the first game,
    /// then graph-2.svg, graph-3.svg, …
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

impl AnalyseArgs {
    /// Returns all inputs in the order in which they are read, or stdin if there are none.
    ///
    /// # Errors
    /// Returns an error if stdin would be read but is a terminal.
    pub fn inputs(&self) -> Result<Vec<BatchInput>, CliError> {
        let named = self.inputs.iter().map(|text| input::parse_argument(text));
        let with_content = |content| {
            move |path: &PathBuf| match path.to_str() {
                Some(STDIN) => BatchInput::Stdin(Some(content)),
                _ => BatchInput::File(path.clone(), Some(content)),
            }
        };
        let positions = self.file.iter().map(with_content(Content::Positions));
        let games = self.games.iter().map(with_content(Content::Games));
        input::default_to_stdin("analyse", named.chain(positions).chain(games).collect())
    }

    /// Returns the paths of the output files.
    pub fn outputs(&self) -> Vec<&Path> {
        let outputs = [&self.output, &self.html, &self.svg];
        outputs
            .into_iter()
            .flatten()
            .map(PathBuf::as_path)
            .collect()
    }

    /// Returns the settings of each search.
    ///
    /// # Errors
    /// Returns an error if the network can't be read.
    pub fn settings(&self) -> Result<AnalysisSettings, CliError> {
        let networks = self.eval_file.networks(self.variant)?;
        let limits = Limits {
            depth: self.depth.map(usize::from),
            nodes: self.nodes,
            movetime: self.movetime.map(Duration::from_millis),
            ..Limits::default()
        };
        Ok(AnalysisSettings {
            limits: limits.or_nodes(DEFAULT_NODES),
            multipv: self.multipv.into(),
            threads: self.threads.into(),
            hash_megabytes: self.hash as usize,
            networks,
        })
    }
}
