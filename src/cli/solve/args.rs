//! The command line of `batyr solve`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::batch::jobs_parser;
use crate::cli::error::CliError;
use crate::cli::variant::variant_parser;
use crate::game::Variant;
use crate::solver::{MAX_MOVES, ProofLimits};
use crate::tables::{OpenTables, TableSource};

const DETAILS: &str = "\
'Win in 3' means that the side to move wins by the rules of the game within
three of its own moves, whatever its opponent plays: in Shatra, it captures the
biy or leaves no legal turn; in the other games, it mates or bares the king. The
search examines every legal turn, so each result is a proof, also that there is
no shorter win. The line shown is the shortest win against the longest
resistance. Repetitions of earlier positions are not taken into account.

Where the endgame tables have the position, they give the answer at once,
however far the win is, and say whether there is a draw or a loss instead.

In Shatra, hunts come next: chains of turns that force captures, up to that of
the biy. A hunt proves a win however long it is; 'win in at most 9, no win in 6'
means that none of the wins in 7 to 9 moves is proved to be the shortest.

An INPUT is a position (SPN, FEN or 'startpos'), a file with one position on
each line, or - for stdin. Turns may follow a position, after the word 'moves'.
Without inputs, stdin is read. In files, a line that begins with '#' is a
comment, and the text after a ';' is ignored. The results are in the order of
the input.

--collect makes a file of wins by searching backwards from the ends of games
that the engine plays against itself. A line is 'position ; n ; turns that win
in n'. The file depends only on the options and on how the engine plays.

docs/cli.md describes the JSON.

Exit status: 0, whatever was proved; 1 if a position can't be read (the rest is
still solved), if a file can't be read or written, or if the games contain too
few wins; 2 for bad usage; 130 after a signal such as Ctrl-C.

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

    /// Variant of the positions [default: shatra, or the first that accepts the position]
    #[arg(long, value_name = "ID", ignore_case = true, value_parser = variant_parser())]
    pub variant: Option<Variant>,

    /// Search for wins within this many moves of the winner
    #[arg(long, value_name = "N", default_value_t = 6,
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_MOVES)))]
    pub moves: u32,

    /// Search at most this many nodes for each position
    #[arg(long, value_name = "N", default_value_t = 20_000_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,

    /// Also list all first turns that win as fast, which may take as many nodes again
    #[arg(long)]
    pub all: bool,

    /// Folder of endgame tables, or none [default: those that come with the program]
    #[arg(long, value_name = "DIR", conflicts_with = "collect")]
    pub tables: Option<PathBuf>,

    /// Size of the hash table of each job in MB
    #[arg(long, value_name = "MB", default_value_t = 64,
          value_parser = clap::value_parser!(u32).range(1..=1 << 25))]
    pub hash: u32,

    /// Number of positions to solve, or of games to play, at a time
    #[arg(long, short, value_name = "N", alias = "threads", default_value_t = 1,
          value_parser = jobs_parser())]
    pub jobs: u16,

    /// Write one JSON object on each line
    #[arg(long)]
    pub json: bool,

    /// Write to this file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Make a file of N wins from self-play instead of solving inputs
    #[arg(long, value_name = "N", conflicts_with_all = ["inputs", "json", "all"],
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub collect: Option<u32>,

    /// Seed of the games of --collect
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        requires = "collect",
        conflicts_with = "inputs"
    )]
    pub seed: u64,

    /// Number of nodes for each turn in the games of --collect
    #[arg(long, value_name = "N", default_value_t = 2_000,
          requires = "collect", conflicts_with = "inputs",
          value_parser = clap::value_parser!(u64).range(1..))]
    pub play: u64,
}

impl SolveArgs {
    /// Returns the endgame tables.
    ///
    /// # Errors
    /// Returns an error if the folder can't be read.
    pub fn open_tables(&self) -> Result<OpenTables, CliError> {
        let source = match &self.tables {
            None => TableSource::Shipped,
            Some(folder) if folder.as_os_str() == TableSource::NONE => TableSource::None,
            Some(folder) => {
                let error = |error| {
                    let folder = folder.display();
                    CliError::failure(format_args!("--tables {folder}: {error}"))
                };
                std::fs::read_dir(folder).map_err(error)?;
                TableSource::Folder(folder.clone())
            }
        };
        Ok(OpenTables::new(source))
    }

    /// Returns the limits of the search.
    pub const fn limits(&self) -> ProofLimits {
        ProofLimits {
            moves: self.moves,
            nodes: self.nodes,
        }
    }
}
