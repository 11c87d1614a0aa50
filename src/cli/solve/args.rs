//! The command line of `batyr solve`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::analyse::threads;
use crate::cli::variant::variant_parser;
use crate::game::Variant;
use crate::solver::{MAX_MOVES, ProofLimits};

const DETAILS: &str = "\
'Win in 3' means: within three moves of its own the side to move wins by the
rules of the game, whatever its opponent plays: in Shatra it captures the biy or
leaves no legal turn, in the other games it mates, or bares the king. Every
legal turn is looked at, so each answer is a proof, also that there is no
shorter win. The line shown is the shortest win against the longest resistance.
The position stands for itself: what was repeated before it is not known.

An INPUT is a position (SPN, FEN or 'startpos'), a file with a position a line,
or - for stdin; without any, stdin is read. In files '#' begins a comment, and
what stands behind a ';' is not read. The answers come in the order of the
input.

--collect makes a file of wins from games of the engine against itself, which
are walked back from their ends: 'position ; n ; turns that win in n' a line.
It follows from the options alone, as long as the engine plays the same.

docs/cli.md describes the JSON.

Exit status: 0, whatever was found; 1 if a position can't be read, while the
others are still solved, if a file fails or games have too few wins to collect;
2 for bad usage; 130 after Ctrl-C.

Examples:
  batyr solve '9/1/5QK/7/7/3S3/k4S1/7/1/4S4 w'
  batyr solve '9/1/4q1r/7/7/4s1S/7/1K3k1/1/9 b' --moves 8 --all
  batyr solve positions.txt --nodes 100000 --json -o solved.jsonl
  batyr solve --collect 100 --variant shatra-kurin --seed 7 -o kurin.wins";

/// Prove in how many moves a position is won
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct SolveArgs {
    /// Positions, files of positions, or - for stdin
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<String>,

    /// The game [default: shatra, or the first that has the position]
    #[arg(long, value_name = "ID", ignore_case = true, value_parser = variant_parser())]
    pub variant: Option<Variant>,

    /// Look for wins in so many moves of the winner
    #[arg(long, value_name = "N", default_value_t = 6,
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_MOVES)))]
    pub moves: u32,

    /// Make so many turns on the board for each position
    #[arg(long, value_name = "N", default_value_t = 20_000_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// Tell all first turns that win so soon, with as many nodes once more
    #[arg(long)]
    pub all: bool,

    /// The hash table of each thread in MB
    #[arg(long, value_name = "MB", default_value_t = 64,
          value_parser = clap::value_parser!(u32).range(1..=1 << 25))]
    pub hash: u32,

    /// Positions to solve at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads())]
    pub threads: u16,

    /// Write a JSON object a line
    #[arg(long)]
    pub json: bool,

    /// Write to this file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Make a file of N wins from self-play instead
    #[arg(long, value_name = "N", conflicts_with_all = ["inputs", "json", "all"],
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub collect: Option<u32>,

    /// Decides the games of --collect
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        requires = "collect",
        conflicts_with = "inputs"
    )]
    pub seed: u64,

    /// Nodes for each turn of these games
    #[arg(long, value_name = "N", default_value_t = 2_000,
          requires = "collect", conflicts_with = "inputs",
          value_parser = clap::value_parser!(u64).range(1..))]
    pub play: u64,
}

impl SolveArgs {
    /// Returns the variant of a position.
    pub fn game_of(&self, text: &str) -> Variant {
        self.variant.unwrap_or_else(|| Variant::of_text(text))
    }

    /// Returns the limits of the search.
    pub const fn limits(&self) -> ProofLimits {
        ProofLimits {
            moves: self.moves,
            nodes: self.nodes,
        }
    }
}
