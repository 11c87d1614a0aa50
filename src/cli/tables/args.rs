//! The command line of `batyr tables`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::cli::batch::jobs_parser;
use crate::cli::shared_work::QueueArgs;
use crate::cli::variant::variant_parser;
use crate::game::Variant;
use crate::tables::MAX_TABLE_MEN;

const DETAILS: &str = "\
An endgame table contains the value of every position with certain men: who
wins, and in how many turns. KQvK is the table of biy and batyr against biy, and
of the same with the colours exchanged. The distance is exact: the winner wins
as soon as it can, the loser resists as long as it can.

Tables take the rules of their variant as they are, with compulsory captures, en
passant, bare kings and series of checks. A position with a temdek on is in no
table, except in shatra-online. Repetition is a draw. The limit of Shatranj and
Shatar on turns without a capture is left out; 'probe' says when it may matter.

A folder of tables has a folder for each variant, with a file for each table.

Examples:
  batyr tables make --variant shatra-original --men 3
  batyr tables probe --variant shatra-original '9/1/K6/7/3Q3/7/7/k6/1/9 w'
  batyr tables verify --variant shatra-original
  batyr tables facts --variant shatra-original --json
  batyr tables pack --variant shatra-original -o original.tables
  batyr tables list";

const MAKE_DETAILS: &str = "\
Tables that are in the folder are not made again, unless they are damaged, so a
run that was interrupted goes on where it stopped, and ends with the same files.
Each table is written when it is complete.

With --queue, any number of processes make the tables of one --dir, which all of
them see: each solves classes that the others leave. The folder of --queue may
be inside --dir.";

const VERIFY_DETAILS: &str = "\
The value of every entry is compared with those of the positions after each
legal turn, which is all that the rules say of it. The exit status is 1 if a
table is damaged, or a value is wrong.";

const PROBE_DETAILS: &str = "\
'win 5' means that the side to move wins with its fifth turn, 'loss 5' that it
has lost after five more turns of its own. The turns are listed with their
values for the side that plays them, the best first.";

const FACTS_DETAILS: &str = "\
For each table: how many positions the side with the stronger men wins, draws
and loses, with each side to move; the number of mutual zugzwangs, in which
whichever side is to move gets less than if it were not; and the longest wins of
both sides, as positions. Each position counts once up to the colours and,
where the rules have this symmetry, the mirror in the middle of the board.";

/// Make and use tables of endings with few men
#[derive(Args, Debug, Clone)]
#[command(
    after_help = DETAILS,
    max_term_width = 80,
    subcommand_value_name = "SUBCOMMAND",
    subcommand_help_heading = "Subcommands",
    disable_help_subcommand = true
)]
pub struct TablesArgs {
    /// What to do
    #[command(subcommand)]
    pub subcommand: TablesSubcommand,
}

/// What to do with tables.
#[derive(Subcommand, Debug, Clone)]
pub enum TablesSubcommand {
    /// Make the tables of all endings with few men
    #[command(after_help = MAKE_DETAILS)]
    Make {
        /// Which tables
        #[command(flatten)]
        chosen: ChosenTables,

        /// Number of threads [default: number of processors]
        #[arg(long, short, value_name = "N", alias = "threads", value_parser = jobs_parser())]
        jobs: Option<u16>,

        /// Use at most this much memory, in MB
        #[arg(long, value_name = "MB", default_value_t = 2048,
              value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
        memory: u64,

        /// The other processes, if there are any; all have the same --dir
        #[command(flatten)]
        queue: QueueArgs,
    },
    /// Verify that each value follows from those after each turn
    #[command(after_help = VERIFY_DETAILS)]
    Verify {
        /// Which tables
        #[command(flatten)]
        chosen: ChosenTables,

        /// Number of threads [default: number of processors]
        #[arg(long, short, value_name = "N", alias = "threads", value_parser = jobs_parser())]
        jobs: Option<u16>,
    },
    /// Look up a position and its turns
    #[command(after_help = PROBE_DETAILS)]
    Probe {
        /// Position: SPN or FEN, possibly with 'moves' and turns
        #[arg(value_name = "POSITION")]
        position: String,

        /// Variant of the position [default: shatra, or the first that accepts the position]
        #[arg(long, value_name = "ID", ignore_case = true, value_parser = variant_parser())]
        variant: Option<Variant>,

        /// How to print
        #[command(flatten)]
        output: TablesOutput,
    },
    /// Join the tables of a variant in one file, for a program or a page
    Pack {
        /// Which tables
        #[command(flatten)]
        chosen: ChosenTables,

        /// Write to this file
        #[arg(short = 'o', long = "output", value_name = "FILE")]
        file: PathBuf,
    },
    /// List the tables in a folder
    List {
        /// How to print
        #[command(flatten)]
        output: TablesOutput,
    },
    /// Print how often each side wins, and the longest wins
    #[command(after_help = FACTS_DETAILS)]
    Facts {
        /// Which tables
        #[command(flatten)]
        chosen: ChosenTables,
    },
}

/// Tables of a variant.
#[derive(Args, Debug, Clone)]
pub struct ChosenTables {
    /// Variant of the tables
    #[arg(long, value_name = "ID", default_value = "shatra", ignore_case = true,
          value_parser = variant_parser())]
    pub variant: Variant,

    /// Greatest number of men, biys or kings included
    #[arg(long, value_name = "N", default_value_t = 3,
          value_parser = clap::value_parser!(u8).range(2..=MAX_TABLE_MEN as i64))]
    pub men: u8,

    /// How to print
    #[command(flatten)]
    pub output: TablesOutput,
}

/// Where tables are, and how results are printed.
#[derive(Args, Debug, Clone)]
pub struct TablesOutput {
    /// Folder of the tables
    #[arg(long, value_name = "DIR", default_value = "tables")]
    pub dir: PathBuf,

    /// Print one JSON object on each line
    #[arg(long)]
    pub json: bool,
}
