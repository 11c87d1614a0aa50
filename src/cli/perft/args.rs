//! The command line of `batyr perft`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::batch::threads_parser;
use crate::cli::variant::variant_parser;
use crate::game::Variant;

const DETAILS: &str = "\
Each line of a --verify file contains a position, then a ';' and the numbers of
leaves at some depths, as DEPTH:LEAVES, then optionally another ';' and any
text. A line that begins with '#' is a comment:

  9/1/K6/5s1/4S1R/7/7/k6/1/9 b - - 22 ; 1:1 2:14 3:91 ; en passant

All depths are counted, or only those up to DEPTH if it is given.

Exit status: 0 if all counts agree; 1 if a count differs, a position can't be
read, or a file can't be read or written; 2 for bad usage; 130 after a signal
such as Ctrl-C, with the counts so far.

Examples:
  batyr perft 4
  batyr perft 3 --variant shatra-original --divide
  batyr perft 5 --position '9/1/K6/5s1/4S1R/7/7/k6/1/9 b' --json
  batyr perft --verify tests/data/perft/shatra.perft 3";

/// Count the leaves of the game tree
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct PerftArgs {
    /// Number of turns from the position to the leaves
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=64))]
    pub depth: Option<u32>,

    /// Position (SPN, FEN or 'startpos'), optionally followed by 'moves' and turns [default: start
    /// position]
    #[arg(long, value_name = "POSITION", conflicts_with = "verify")]
    pub position: Option<String>,

    /// Variant of the positions [default: shatra, or the first that accepts the position]
    #[arg(long, value_name = "ID", ignore_case = true, value_parser = variant_parser())]
    pub variant: Option<Variant>,

    /// Print the number of leaves after each turn
    #[arg(long, conflicts_with = "verify")]
    pub divide: bool,

    /// Number of threads [default: number of processors]
    #[arg(long, value_name = "N", value_parser = threads_parser())]
    pub threads: Option<u16>,

    /// Write JSON: one object, or with --verify one object for each count
    #[arg(long)]
    pub json: bool,

    /// Verify the counts in this file
    #[arg(long, value_name = "FILE")]
    pub verify: Option<PathBuf>,
}
