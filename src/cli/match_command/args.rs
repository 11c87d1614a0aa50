//! The command line of `batyr match`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::engines::{ENGINE, EngineWords};
use crate::cli::variant::variant_parser;
use crate::game::Variant;
use crate::tournament::Shard;

const DETAILS: &str = "\
An engine is told by words KEY=VALUE behind --engine; words behind --each hold
for all:
  cmd=PROGRAM           path, or a name that is looked for in PATH (needed)
  name=NAME             in tables; by default the file name
  args=TEXT  dir=FOLDER its command line, the folder in which it runs
  proto=uci|ucci|ushi   what it speaks (uci)
  option.NAME=VALUE     an option to set
  tc=10+0.1  tc=40/60+0.5  tc=1:30+2
                        a clock in [MOVES/][MINUTES:]SECONDS[+INCREMENT]
  st=SECONDS  depth=N  nodes=N
                        limits for each move
  timemargin=MS         so far past its time it is forgiven (50 with st= alone)
  ponder                thinks on the opponent's time
  restart=on|auto       a new process for each game, or only after a fault

DIR holds all there is of a tournament: match.json (what was asked for),
games.jsonl (the games, a line each), games.sgn, report.md and report.html.
A run that was broken off by whatever goes on with --resume: games that were
done are not played again, games that were under way are. --resume with the
same command line starts a tournament or goes on with it, as the case may be.

With --shard I/N only the I-th of N shares is played; 'batyr match merge' adds
shares up. Shares of a round-robin or gauntlet can be played on many machines
at a time.

Examples:
  batyr match --engine cmd=batyr name=new --engine cmd=old/batyr name=old \\
      --each tc=5+0.05 --rounds 500 --concurrency 2 --sprt elo0=0,elo1=10
  batyr match --resume --out batyr-match
  batyr match merge part1 part2 --out whole

Each engine is started once before the first game, to see that it gets through
the handshake and has the options that are set; what is wrong is a warning on
stderr at once.

Exit status:
  0    the tournament is done, or its test decided
  1    it can't go on
  2    bad usage
  3    an engine can't be started, or broke down --max-faults times in a row;
       --resume goes on, and plays those games again
  4    --strict met a warning or a fault; --resume goes on
  130  broken off by Ctrl-C; --resume goes on";

/// Play a tournament between engines
#[derive(Args, Debug, Clone)]
#[command(
    after_help = DETAILS,
    max_term_width = 80,
    args_conflicts_with_subcommands = true,
    subcommand_value_name = "SUBCOMMAND",
    subcommand_help_heading = "Subcommands",
    disable_help_subcommand = true
)]
pub struct MatchArgs {
    /// Something to do with games that are done.
    #[command(subcommand)]
    pub action: Option<Action>,

    /// What is asked for.
    #[command(flatten)]
    pub play: PlayArgs,
}

/// What is done with games that are done.
#[derive(Subcommand, Debug, Clone)]
pub enum Action {
    /// Add up shares of a tournament, or parts of one
    Merge {
        /// The folders of the parts
        #[arg(required = true, value_name = "DIR")]
        parts: Vec<PathBuf>,

        /// The folder of the whole
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
    /// Write the game file and the reports of a tournament again
    Report {
        /// The folder of the tournament
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

/// A tournament to play.
#[derive(Args, Debug, Clone)]
pub struct PlayArgs {
    /// The words behind each `--engine`.
    #[command(flatten)]
    pub engines: EngineWords,

    /// Words that hold for all engines
    #[arg(long, requires = ENGINE, num_args = 1.., value_name = "KEY=VALUE")]
    pub each: Vec<String>,

    // The options that decide the games require --engine: --resume alone takes
    // them from the folder, and would have no use for them.
    /// The game
    #[arg(long, requires = ENGINE, value_name = "ID", default_value = "shatra",
          ignore_case = true, value_parser = variant_parser())]
    pub variant: Variant,

    /// Who plays whom
    #[arg(long, requires = ENGINE, value_enum, default_value_t = Format::RoundRobin)]
    pub format: Format,

    /// Encounters of each two engines; in a Swiss, rounds
    #[arg(long, requires = ENGINE, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: u32,

    /// Further encounters of two that tie in a knockout; after that the one
    /// that was named first goes on
    #[arg(long, requires = ENGINE, value_name = "N", default_value_t = 4)]
    pub replays: u32,

    /// Games in an encounter, on one opening with colours changed
    #[arg(long, requires = ENGINE, value_name = "N", default_value_t = 2,
          value_parser = clap::value_parser!(u32).range(1..=500))]
    pub games: u32,

    /// How games begin: start, book (the program's own), random:PLIES, or a
    /// file with a position or a list of moves a line
    #[arg(long, requires = ENGINE, value_name = "SOURCE", default_value = "book")]
    pub openings: String,

    /// In which order openings are taken
    #[arg(long, requires = ENGINE, value_enum, default_value_t = Order::Random)]
    pub order: Order,

    /// Decides all lots
    #[arg(long, requires = ENGINE, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Games at a time
    #[arg(long, short = 'j', value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=512))]
    pub concurrency: u16,

    /// Give each game that runs at a time processors of its own: a list such
    /// as 0-3,6, or all
    #[arg(long, value_name = "CPUS", num_args = 0..=1, default_missing_value = "all")]
    pub affinity: Option<String>,

    /// Give a game up for lost, in words such as score=800,count=4; both
    /// engines must see it, unless one-sided is among the words
    #[arg(long, requires = ENGINE, value_name = "WORDS")]
    pub resign: Option<String>,

    /// Agree to draws, in words such as move=60,score=10,count=8
    #[arg(long, requires = ENGINE, value_name = "WORDS")]
    pub draw: Option<String>,

    /// A game of so many turns of both sides is drawn
    #[arg(long, requires = ENGINE, value_name = "N", default_value_t = 600,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub max_plies: u32,

    /// A game is drawn after so many turns in a row without a capture or
    /// promotion; 0: never
    #[arg(long, requires = ENGINE, value_name = "N", default_value_t = 200)]
    pub no_progress: u32,

    /// Test whether the first engine is stronger than the second, in words
    /// such as elo0=0,elo1=10,alpha=0.05,beta=0.05,model=normalized|logistic
    #[arg(long, requires = ENGINE, value_name = "WORDS")]
    pub sprt: Option<String>,

    /// Play a game that a crash, a stall or a failed start has broken up to N
    /// times again, before it counts as lost
    #[arg(long, requires = ENGINE, value_name = "N", default_value_t = 0, num_args = 0..=1,
          default_missing_value = "3")]
    pub recover: u32,

    /// Stop when an engine has lost N games in a row by a failed start, a crash
    /// or a stall; those games don't count, --resume plays them again; 0: go on,
    /// and count them as lost
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub max_faults: u16,

    /// Stop at the first warning or fault of an engine
    #[arg(long)]
    pub strict: bool,

    /// Play the I-th of N shares of the tournament
    #[arg(long, requires = ENGINE, value_name = "I/N")]
    pub shard: Option<Shard>,

    /// The folder that holds all there is of the tournament
    #[arg(long, value_name = "DIR", default_value = "batyr-match")]
    pub out: PathBuf,

    /// Go on with the tournament in that folder; without engines it is taken
    /// from there
    #[arg(long)]
    pub resume: bool,

    /// Write the conversations with the engines into the folder
    #[arg(long)]
    pub logs: bool,

    /// Size in megabytes at which the log of an engine ends; what follows is
    /// left out
    #[arg(long, requires = "logs", value_name = "MB", default_value_t = 200,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub logs_limit: u32,

    /// The name of the tournament in game files
    #[arg(long, requires = ENGINE, value_name = "TEXT", default_value = "Engine tournament")]
    pub event: String,

    /// Tell a line for each game even on a terminal, no table
    #[arg(long)]
    pub plain: bool,
}

/// See [`crate::tournament::FormatSpec`].
#[derive(ValueEnum, Copy, Clone, PartialEq, Eq, Debug)]
pub enum Format {
    /// Everybody against everybody
    RoundRobin,
    /// The first engine against all others
    Gauntlet,
    /// Whoever loses is out
    Knockout,
    /// Engines with like scores meet
    Swiss,
}

/// In which order openings are taken.
#[derive(ValueEnum, Copy, Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// By lot
    Random,
    /// From the first
    Sequential,
}
