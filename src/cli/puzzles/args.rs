//! The command line of `batyr puzzles`.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use crate::cli::batch::input::{self, BatchInput};
use crate::cli::batch::jobs_parser;
use crate::cli::error::CliError;
use crate::cli::variant::variant_parser;
use crate::game::Variant;
use crate::puzzles::Effort;

const DETAILS: &str = "\
A puzzle is a position of a game in which one turn alone wins or saves. An INPUT
is a file of games (SGN) or of positions, a position, or - for stdin, as in
'batyr analyse'; of a position, only the position itself is tried. The output is
one puzzle on each line, in JSON, in the order of the input; docs/puzzles.md
says how puzzles are found, proved and graded, and docs/puzzle.schema.json
describes the JSON. No two puzzles are alike under mirror and exchange of the
sides. The same games give the same puzzles for any number of jobs.

Exit status: 0, also without a puzzle; 1 if an input has faults (the rest is
still used); 2 for bad usage; 130 after a signal such as Ctrl-C: the puzzles so
far are in the output.

Examples:
  batyr puzzles games.sgn --jobs 2 -o puzzles.jsonl
  batyr puzzles games.sgn --nodes 5000 --check 50000 --proof 50000 --sgn
  batyr puzzles pick docs/examples/puzzles.jsonl --count 2
  batyr puzzles verify docs/examples/puzzles.jsonl --nodes 100000
  batyr puzzles show docs/examples/puzzles.jsonl";

const VERIFY_DETAILS: &str = "\
Wherever the solver has to find a turn, the other turns are searched. One that
keeps the result as well is a second solution: it is worth at least 0.85 points
where the goal is to win, 0.35 where it is to save the game. With a tenth of
--nodes, the turn itself is searched: it must be worth as much. With a
hundredth, at most 100,000, each wrong first turn is searched after the answer
that refutes it. Positions, lines and lists of turns are compared with the
rules.

Exit status: 0 if all puzzles are sound, otherwise 1; 130 after a signal
such as Ctrl-C.

Examples:
  batyr puzzles verify docs/examples/puzzles.jsonl --nodes 100000 --jobs 2
  batyr puzzles verify docs/examples/puzzles.jsonl --sound sound.jsonl";

const SHOW_DETAILS: &str = "\
A turn in brackets is forced. Turns joined by | count as one.

Examples:
  batyr puzzles show docs/examples/puzzles.jsonl";

const PICK_DETAILS: &str = "\
Puzzles are taken one after the other; the next is the one whose themes and
rating are rarest so far, and proved ones are preferred. The output is sorted by
rating. Themes are found anew, but for zugzwang, which takes a search.

Examples:
  batyr puzzles pick docs/examples/puzzles.jsonl --count 2 -o best.jsonl";

/// Extract puzzles from games
#[derive(Args, Debug, Clone)]
#[command(
    after_help = DETAILS,
    max_term_width = 80,
    args_conflicts_with_subcommands = true,
    subcommand_value_name = "SUBCOMMAND",
    subcommand_help_heading = "Subcommands",
    disable_help_subcommand = true
)]
pub struct PuzzlesArgs {
    /// What to do with stored puzzles, if that is asked for.
    #[command(subcommand)]
    pub subcommand: Option<PuzzlesSubcommand>,

    /// The puzzles to make without a subcommand.
    #[command(flatten)]
    pub make: MakeArgs,
}

/// What to do with stored puzzles.
#[derive(Subcommand, Debug, Clone)]
pub enum PuzzlesSubcommand {
    /// Search stored puzzles for second solutions and other faults
    #[command(after_help = VERIFY_DETAILS, max_term_width = 80)]
    Verify {
        /// File of puzzles
        #[arg(value_name = "FILE")]
        file: PathBuf,

        /// Number of nodes for each turn to find
        #[arg(long, value_name = "N", default_value_t = 1_000_000,
              value_parser = clap::value_parser!(u64).range(10..))]
        nodes: u64,

        /// Number of puzzles to verify at a time
        #[arg(long, short, value_name = "N", alias = "threads", default_value_t = 1,
              value_parser = jobs_parser())]
        jobs: u16,

        /// Write the puzzles without faults to this file
        #[arg(long, value_name = "FILE")]
        sound: Option<PathBuf>,
    },
    /// Show puzzles with their solutions
    #[command(after_help = SHOW_DETAILS, max_term_width = 80)]
    Show {
        /// File of puzzles
        #[arg(value_name = "FILE")]
        file: PathBuf,

        /// Id of the only puzzle to show [default: all]
        #[arg(value_name = "ID")]
        id: Option<String>,
    },
    /// Choose a collection with all ratings and themes
    #[command(after_help = PICK_DETAILS, max_term_width = 80)]
    Pick {
        /// Files of puzzles
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,

        /// Number of puzzles to choose
        #[arg(long, value_name = "N", default_value_t = 200,
              value_parser = clap::value_parser!(u32).range(1..))]
        count: u32,

        /// Write to this file instead of stdout
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Count puzzles by theme and proof
    Count {
        /// Files of puzzles
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

/// How puzzles are made.
#[derive(Args, Debug, Clone)]
pub struct MakeArgs {
    /// Files of games or positions, positions, or - for stdin
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<String>,

    /// Variant of all inputs, whatever the tags of games say [default: shatra, or the
    /// first that accepts the position]
    #[arg(long, value_name = "ID", ignore_case = true, value_parser = variant_parser())]
    pub variant: Option<Variant>,

    /// Search candidates with this many nodes
    #[arg(long, value_name = "N", default_value_t = 50_000,
          value_parser = clap::value_parser!(u64).range(10..))]
    pub nodes: u64,

    /// Search for second solutions with this many nodes
    #[arg(long, value_name = "N", default_value_t = 1_000_000,
          value_parser = clap::value_parser!(u64).range(10..))]
    pub check: u64,

    /// Search for each proof with this many nodes
    #[arg(long, value_name = "N", default_value_t = 1_000_000,
          value_parser = clap::value_parser!(u64).range(10..))]
    pub proof: u64,

    /// Folder of endgame tables, which prove what they hold
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,

    /// Number of games to work on at a time
    #[arg(long, short, value_name = "N", alias = "threads", default_value_t = 1,
          value_parser = jobs_parser())]
    pub jobs: u16,

    /// Write puzzles as games (SGN)
    #[arg(long)]
    pub sgn: bool,

    /// Write to this file instead of stdout
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

impl MakeArgs {
    /// Returns the inputs, or stdin if there are none.
    ///
    /// # Errors
    /// Returns an error if stdin would be read but is a terminal.
    pub fn inputs(&self) -> Result<Vec<BatchInput>, CliError> {
        let named = self.inputs.iter().map(|text| input::parse_argument(text));
        input::default_to_stdin("search for puzzles", named.collect())
    }

    /// Returns the path of the output file, if there is one.
    pub fn outputs(&self) -> Vec<&Path> {
        self.output.iter().map(PathBuf::as_path).collect()
    }

    /// Returns how many nodes are spent.
    pub const fn effort(&self) -> Effort {
        Effort {
            candidate: self.nodes,
            check: self.check,
            proof: self.proof,
        }
    }
}
