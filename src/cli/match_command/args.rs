//! The command line of `batyr match`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::cli::game_args::{ENGINE, GameArgs, RunArgs};
use crate::tournament::Shard;
use crate::tournament::cluster::{DEFAULT_BEAT, DEFAULT_CHUNK};

const DETAILS: &str = "\
At least two engines are needed. Each is described by KEY=VALUE words after
--engine; words after --each apply to all engines:
  cmd=PROGRAM           path or name (required); it is looked up in DIR, then in
                        the current folder (a path) or in PATH (a name)
  name=NAME             name in tables [default: file name of PROGRAM]
  args=TEXT             arguments
  dir=DIR               working directory [default: the current folder]
  proto=uci|ucci|ushi   dialect of the protocol [default: uci]
  option.NAME=VALUE     value of an engine option
  tc=10+0.1  tc=40/60+0.5  tc=1:30+2
                        time control [MOVES/][MINUTES:]SECONDS[+INCREMENT];
                        further periods follow in seconds after a colon, as in
                        tc=40/60+0.5:20/30+0:10+0.1; the last one, if it has
                        MOVES, is repeated; tc=60d2 delays the clock by 2 s on
                        each move, tc=60b2 gives back up to 2 s (Bronstein)
  st=SECONDS  depth=N  nodes=N
                        limits for each move
  timeodds=N            divide the times of tc= and st= by N
  timemargin=MS         tolerated overrun [default: 50 with st= alone, else 0]
  starttimeout=SECONDS  limit for the handshake and a new game [default: 10]
  readytimeout=SECONDS  limit for 'readyok' before a search [default: 5]
  movetimeout=SECONDS   limit for an answer with depth= or nodes= alone
                        [default: 100 times the longest so far, within 60..600]
  ponder                let the engine ponder
  restart=on|auto       new process for each game, or only after a fault

The folder of --out contains match.json (the settings), programs.json (the files
of the engines, with their hashes), games.jsonl (one game on each line),
games.sgn, report.md and report.html. --resume continues an interrupted run:
finished games are kept, and games that were in progress are played again. If
the tournament has not been started, --resume starts it.

A folder without match.json is refused if files in it would be overwritten.

With --shard I/N, only the I-th of N shards is played; 'batyr match merge' joins
the shards. The shards of a round-robin or gauntlet can be played on several
machines at once.

With --queue, any number of processes started by the same command share the
tournament through the folder of --out; 'batyr match watch' follows it, decides
its test in the order of the games, and ends the processes.

--sprt without --rounds plays until the test is decided, or until engines that
repeat their games have played every opening with both colours. The test counts
pairs of games, so it needs --games 1 or an even number. A Swiss tournament has
at most as many rounds as an engine has opponents, or one more with an odd
number of engines.

Games are drawn by --max-plies and --no-progress, and adjudicated by --resign
and --draw if they are given; the rules in force are in the report. Only scores
that an engine reports for its own turns count; a turn without a score breaks a
series.

On a terminal, p pauses and resumes the games, and + and - change the number of
concurrent games. Ctrl-Z suspends the program once the engines have finished
their current turns; no clock runs until it is resumed. A game with a time limit
is played again if the runner itself did not run for a while, because it was
stopped or the machine was suspended or overloaded.

Examples:
  batyr match --engine cmd=batyr name=new --engine cmd=old/batyr name=old \\
      --each tc=5+0.05 --rounds 500 --jobs 2 --sprt elo0=0,elo1=10
  batyr match --resume --out batyr-match
  batyr match merge part1 part2 --out whole

Each engine is started once before the first game, to check that it completes
the handshake and has the options that are set. A missing option is reported as
a warning on stderr.

Exit status:
  0    the tournament is complete, or its sequential test has decided
  1    the tournament can't continue, for example because a program changed
  2    bad usage
  3    an engine can't be started, or broke down --max-faults times in a row;
       --resume plays those games again and continues
  4    --strict stopped at a warning or a fault; --resume continues
  130  interrupted by Ctrl-C; --resume continues";

/// The maximum of a count for 'sprt': sums of squares of larger ones are not exact.
const MAX_COUNT: u64 = 1_000_000_000;

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
    /// The subcommand on finished games, if one is given.
    #[command(subcommand)]
    pub subcommand: Option<MatchSubcommand>,

    /// The tournament to play without a subcommand.
    #[command(flatten)]
    pub tournament: TournamentArgs,
}

/// A subcommand on finished games.
#[derive(Subcommand, Debug, Clone)]
pub enum MatchSubcommand {
    /// Merge the shards of a tournament
    Merge {
        /// Folders of the shards
        #[arg(required = true, value_name = "DIR")]
        shards: Vec<PathBuf>,

        /// Folder of the whole tournament
        #[arg(long, value_name = "DIR")]
        out: PathBuf,

        /// Count the games together even if an engine, or the program that played them,
        /// was not the same in all shards, for example because it was built on several
        /// machines
        #[arg(long)]
        accept_changed_programs: bool,

        /// Price of a core-hour, in any currency: print what the games have cost
        #[arg(long, value_name = "PRICE", value_parser = parse_price)]
        price: Option<f64>,
    },
    /// Follow a tournament that several processes share with --queue, and end it when
    /// its sequential test is decided
    Watch(WatchArgs),
    /// Compute Elo and a sequential test from counts of games or pairs
    Sprt {
        /// Counts: games won, drawn and lost, or pairs of games with 0, ½, 1, 1½ and 2
        /// points
        #[arg(required = true, num_args = 3..=5, value_name = "COUNT",
              value_parser = clap::value_parser!(u64).range(..=MAX_COUNT))]
        counts: Vec<u64>,

        /// Parameters of the test, as for a match
        #[arg(long, num_args = 1.., value_name = "WORDS",
              default_value = "elo0=0,elo1=10")]
        sprt: Vec<String>,
    },
    /// Rewrite the game file and the reports of a tournament
    Report {
        /// Folder of the tournament
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

/// Parses a price.
fn parse_price(text: &str) -> Result<f64, &'static str> {
    let price = text.parse().ok();
    let price = price.filter(|price| (0.0..1e9).contains(price));
    price.ok_or("expected a number from 0, such as 0.04")
}

/// The options of `batyr match watch`.
#[derive(Args, Debug, Clone)]
pub struct WatchArgs {
    /// Folder of the tournament
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// Time between two looks at the folder, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 5,
          value_parser = clap::value_parser!(u32).range(1..=3600))]
    pub interval: u32,

    /// Command to run with the shell when the tournament has ended; the environment
    /// variable BATYR_VERDICT is H0, H1 or none, and BATYR_MATCH is the folder
    #[arg(long, value_name = "COMMAND")]
    pub then: Option<String>,

    /// End the tournament now, with the games so far
    #[arg(long)]
    pub stop: bool,

    /// Show the state once, and leave the tournament as it is
    #[arg(long, conflicts_with_all = ["stop", "then"])]
    pub once: bool,

    /// Count the games of all workers together even if their engines' files differ,
    /// for example because they were built on several machines
    #[arg(long)]
    pub accept_changed_programs: bool,

    /// Price of a core-hour, in any currency: print what the games have cost
    #[arg(long, value_name = "PRICE", value_parser = parse_price)]
    pub price: Option<f64>,
}

/// A tournament to play.
#[derive(Args, Debug, Clone)]
pub struct TournamentArgs {
    /// The engines and their games.
    #[command(flatten)]
    pub game_args: GameArgs,

    /// Tournament format
    #[arg(long, requires = ENGINE, value_enum, default_value_t = FormatArg::RoundRobin)]
    pub format: FormatArg,

    /// Number of encounters of each pair of engines, or of rounds in a Swiss
    /// tournament [default: 1; with --sprt, as many as the test needs, up to
    /// 1000000]
    #[arg(long, requires = ENGINE, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: Option<u32>,

    /// Maximum number of replays of a tied encounter in a knockout; if all are tied,
    /// the engine that was named first advances
    #[arg(long, requires = ENGINE, value_name = "N", default_value_t = 4)]
    pub replays: u32,

    /// Number of games in an encounter, all with one opening and with colours swapped
    /// between games
    #[arg(long, requires = ENGINE, value_name = "N", default_value_t = 2,
          value_parser = clap::value_parser!(u32).range(1..=500))]
    pub games: u32,

    /// Give White to the engine that is named first in all games; needs --games 1
    #[arg(long, requires = ENGINE)]
    pub no_swap: bool,

    /// Whether each encounter has its own opening, or all encounters of a round have the
    /// same, so that all opponents play it; a round of a round-robin or gauntlet is a
    /// cycle in which each pair of engines meets once
    #[arg(long, requires = ENGINE, value_enum, default_value_t = OpeningPolicy::Encounter)]
    pub opening_policy: OpeningPolicy,

    /// How the games are played.
    #[command(flatten)]
    pub run_args: RunArgs,

    /// Pin each game to its own processors: 'auto' for processors that no other match
    /// uses, if there are enough; a list such as 0-3,6; 'all'; or 'none'
    #[arg(long, value_name = "CPUS", num_args = 0..=1, default_value = "auto",
          default_missing_value = "all")]
    pub affinity: String,

    /// Test whether the first engine is stronger than the second, with parameters
    /// such as elo0=0,elo1=10,alpha=0.05,beta=0.05,model=normalized|logistic
    #[arg(long, requires = ENGINE, num_args = 1.., value_name = "WORDS")]
    pub sprt: Option<Vec<String>>,

    /// Replay a game that ended with a disconnect, a stall or a failed start up to N
    /// times before it counts as lost; 3 times if N is omitted
    #[arg(long, requires = ENGINE, value_name = "N", default_value_t = 0, num_args = 0..=1,
          default_missing_value = "3")]
    pub recover: u32,

    /// Stop when an engine has lost N consecutive games by a disconnect, a stall or a
    /// failed start; these games don't count, and --resume plays them again; with 0,
    /// the match never stops, and they count as lost
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub max_faults: u16,

    /// Stop at the first warning or fault of an engine
    #[arg(long)]
    pub strict: bool,

    /// Play only the I-th of N shards of the tournament
    #[arg(long, requires = ENGINE, value_name = "I/N")]
    pub shard: Option<Shard>,

    /// Share the tournament with other processes: play chunks of encounters that they
    /// leave, through the folder --out, which all of them see; without --engine, the
    /// settings are read from the folder
    #[arg(long, group = "continuing", conflicts_with_all = ["shard", "resume"])]
    pub queue: bool,

    /// Number of encounters in a chunk; the first process decides
    #[arg(long, requires_all = [ENGINE, "queue"], value_name = "N",
          default_value_t = DEFAULT_CHUNK, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub chunk: u32,

    /// Time between two signs of life in the folder, in seconds; the chunks of a process
    /// that misses three are given to others; the first process decides
    #[arg(long, requires_all = [ENGINE, "queue"], value_name = "SECONDS",
          default_value_t = DEFAULT_BEAT, value_parser = clap::value_parser!(u32).range(1..=3600))]
    pub beat: u32,

    /// Folder of the tournament
    #[arg(long, value_name = "DIR", default_value = "batyr-match")]
    pub out: PathBuf,

    /// Continue the tournament in this folder; without --engine, the settings are
    /// read from the folder
    #[arg(long, group = "continuing")]
    pub resume: bool,

    /// Prolong the round-robin or gauntlet in this folder to N rounds, and continue it
    #[arg(long, requires = "resume", conflicts_with = ENGINE, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub prolong: Option<u32>,

    /// Write the games in progress to this file while they are played, one on each line
    /// as in games.jsonl
    #[arg(long, value_name = "FILE")]
    pub live: Option<PathBuf>,

    /// Continue even if the program of an engine is not the one that played the games
    /// so far; the report notes the change
    #[arg(long, requires = "continuing")]
    pub accept_changed_programs: bool,

    /// Log the communication with each engine in the folder of the tournament
    #[arg(long)]
    pub logs: bool,

    /// Maximum size of the log of an engine in MB; further lines are omitted
    #[arg(long, requires = "logs", value_name = "MB", default_value_t = 200,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub logs_limit: u32,

    /// Name of the tournament in the game file
    #[arg(long, requires = ENGINE, value_name = "TEXT", default_value = "Engine tournament")]
    pub event: String,

    /// Print a line for each game instead of the live table
    #[arg(long)]
    pub plain: bool,
}

/// Which games share an opening.
#[derive(ValueEnum, Copy, Clone, PartialEq, Eq, Debug)]
pub enum OpeningPolicy {
    /// Each encounter has its own
    Encounter,
    /// All encounters of a round have the same
    Round,
}

/// The format of a tournament; see [`crate::tournament::PairingSystem`].
#[derive(ValueEnum, Copy, Clone, PartialEq, Eq, Debug)]
pub enum FormatArg {
    /// Every engine plays every other engine
    RoundRobin,
    /// The first engine plays each of the others
    Gauntlet,
    /// The loser of an encounter is eliminated
    Knockout,
    /// Engines with similar scores play each other
    Swiss,
}

#[cfg(test)]
mod tests {
    use batyr_protocol::Dialect;

    use super::*;

    #[test]
    fn the_help_lists_all_protocols() {
        let words = Dialect::ALL
            .map(|dialect| dialect.properties().handshake)
            .join("|");
        assert!(DETAILS.contains(&format!("proto={words} ")), "{words}");
    }
}
