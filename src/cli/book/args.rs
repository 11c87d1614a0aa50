//! The command line of `batyr book`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::cli::batch::jobs_parser;
use crate::cli::shared_work::QueueArgs;
use crate::cli::variant::variant_parser;
use crate::game::Variant;

const DETAILS: &str = "\
A book holds positions from the first turns of a game, each with the score of a
search of its own and the value that follows from the positions below it. The
engine plays from it with the option OwnBook; the board and 'show' explore it.

'grow' keeps all it has searched in a log, from which it can go on at any time.
docs/openings.md describes the books that come with the program.

Examples:
  batyr book show e1-g6
  batyr book show --variant shatra-original --json
  batyr book grow my.log --variant shatra --minutes 30 --book my.book
  batyr book verify my.log my.book";

const GROW_DETAILS: &str = "\
The next leaf to be expanded is the one nearest to the start. A turn on the way
counts --ply centipawns, and as many more as it gives away against the best turn
of its position. All positions after the turns of a leaf are searched, each with
--nodes nodes, one thread and an empty table. With --keep, each gets a glance of
--glance nodes first, and only the best turns of a leaf enter the book, and the
one that the leaf's own search found best: where a position has a hundred turns,
a book of the same size is ten times as deep.

LOG is text to which lines are only added. It is created, or continued if it
has the same constants (--variant, --nodes, --round, --ply, --keep, --glance)
and was begun by a program that searches alike. It is the same for any number of
jobs, however often it was interrupted. Without --leaves and --minutes, the book
grows until a signal such as Ctrl-C; what has been searched is kept.

With --queue, any number of processes grow the same book: each has a log of its
own, and all have the same lines after the same round. To go on with a log on
many machines, give each process a copy.";

const SHOW_DETAILS: &str = "\
Without MOVES, the turns of the start position are shown. MOVES are turns from
there, or a position (SPN or FEN), possibly with 'moves' and turns.

Each turn has its value for the side that plays it, the expected score with a
doubt in percent, the depth of the search of the position after it, and the
number of positions of the book below it. 'transposes' means that other orders
of turns lead to the same position.";

const VERIFY_DETAILS: &str = "\
Of a book, all positions are found again by the rules, and all values computed
again. Of a log, every line is checked against the rules, the positions that it
expands and their order; with --search, positions drawn at random are searched
again.";

/// Grow, show and verify books from which the engine plays
#[derive(Args, Debug, Clone)]
#[command(
    after_help = DETAILS,
    max_term_width = 80,
    subcommand_value_name = "SUBCOMMAND",
    subcommand_help_heading = "Subcommands",
    disable_help_subcommand = true
)]
pub struct BookArgs {
    /// What to do
    #[command(subcommand)]
    pub subcommand: BookSubcommand,
}

/// What to do with a book.
#[derive(Subcommand, Debug, Clone)]
pub enum BookSubcommand {
    /// Grow a book by searches of the first turns
    #[command(after_help = GROW_DETAILS)]
    Grow(GrowArgs),
    /// Show what a book says of a position and its turns
    #[command(after_help = SHOW_DETAILS)]
    Show(ShowArgs),
    /// Verify books and logs of books
    #[command(after_help = VERIFY_DETAILS)]
    Verify(VerifyArgs),
}

/// The options of `batyr book grow`.
#[derive(Args, Debug, Clone)]
pub struct GrowArgs {
    /// Log of the book
    #[arg(value_name = "LOG")]
    pub log: PathBuf,

    /// Variant of the book
    #[arg(long, value_name = "ID", default_value = "shatra", ignore_case = true,
          value_parser = variant_parser())]
    pub variant: Variant,

    /// Number of nodes of each search
    #[arg(long, value_name = "N", default_value_t = 100_000,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub nodes: u32,

    /// Number of leaves that are expanded at a time; their order depends on it
    #[arg(long, value_name = "N", default_value_t = 8,
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub round: u32,

    /// What a turn costs on the way to a leaf beside what it gives away, in
    /// centipawns; a lower number gives a deeper and narrower book
    #[arg(long, value_name = "CP", default_value_t = 25,
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub ply: u32,

    /// Number of turns of an expanded position that enter the book, the best
    /// ones by a glance [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub keep: Option<u16>,

    /// Number of nodes of a glance
    #[arg(long, requires = "keep", value_name = "N", default_value_t = 8000,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub glance: u32,

    /// Stop when this many leaves have been expanded; with 0, the log is only
    /// replayed
    #[arg(long, value_name = "N")]
    pub leaves: Option<u64>,

    /// Stop after this many minutes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub minutes: Option<u64>,

    /// Number of positions to search at a time [default: number of processors]
    #[arg(long, short, value_name = "N", alias = "threads", value_parser = jobs_parser())]
    pub jobs: Option<u16>,

    /// Go on with a log that another program has begun, whose searches differ
    #[arg(long, conflicts_with = "queue")]
    pub any_program: bool,

    /// The other processes, if there are any; each has a log of its own
    #[command(flatten)]
    pub queue: QueueArgs,

    /// Number of positions that a process takes at a time from --queue; the same for all
    #[arg(long, requires = "queue", value_name = "N", default_value_t = 8,
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub chunk: u32,

    /// Write the book to this file at the end
    #[arg(long, short, value_name = "FILE")]
    pub book: Option<PathBuf>,
}

/// The options of `batyr book show`.
#[derive(Args, Debug, Clone)]
pub struct ShowArgs {
    /// Turns from the start, or a position, possibly with 'moves' and turns
    #[arg(value_name = "MOVES")]
    pub moves: Vec<String>,

    /// Variant [default: that of --book, else shatra]
    #[arg(long, value_name = "ID", ignore_case = true, value_parser = variant_parser())]
    pub variant: Option<Variant>,

    /// Book [default: the one that comes with the program]
    #[arg(long, short, value_name = "FILE")]
    pub book: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The options of `batyr book verify`.
#[derive(Args, Debug, Clone)]
pub struct VerifyArgs {
    /// Book or log
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Search this many positions of each log again
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub search: usize,
}
