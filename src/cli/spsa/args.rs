//! The command line of `batyr spsa`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::game_args::{ENGINE, GameArgs, RunArgs};
use crate::spsa::{OnExisting, PAIR_COUNTS, ParameterRequest, is_rate};

const DETAILS: &str = "\
The engine plays against itself with two sets of values, on both sides of the
current values; the current values move towards those that win (SPSA). Each pair
of games has one opening, with colours swapped. Any engine and any of its spin
options will do; a build of Batyr with '--features tunable' declares the numbers
of its search as such options.

The engine is described by KEY=VALUE words after --engine, as in 'batyr match'.
START is the value at the start of the run [default: that of the engine]. STEP
is the distance of each set from the current values at the end of the run,
larger at its beginning [default: a twentieth of the range, at least 0.5]:
choose it so that games can tell the two sets apart. Values are rounded up or
down at random.

FILE contains the settings and the state of the run, written every second. With
--resume, a run that was stopped or killed continues from there; without
--engine, the settings are read from the file. With 'nodes=' or 'depth=' and
one concurrent game, the result depends only on the settings, unless the engine
plays at random. FILE.lock, which stays, keeps other runs from the file.

With 'nodes=' or 'depth=' and few values to choose from, a pair may repeat an
earlier one (the same values, opening and games); it then moves no value.

The last lines show the values, also as words for 'batyr match', which must
show that they are better. Games lost on time or by an illegal move
count, with a warning; a pair with a crash or a stall is played again.

Examples:
  batyr spsa --engine cmd=batyr --each nodes=10000 --all -o tuned.spsa
  batyr spsa --resume --jobs 2 -o tuned.spsa

Exit status:
  0    all pairs have been played
  1    the run can't continue, for example because the program changed
  2    bad usage
  3    the engine can't be started, or has failed three times in a row or three
       times in one pair; --resume continues
  130  interrupted by Ctrl-C; --resume continues";

/// Tune numeric options of an engine from games (SPSA)
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct SpsaArgs {
    /// The engine and its games.
    #[command(flatten)]
    pub game_args: GameArgs,

    /// Spin option to tune, with its first value and the size of its changes
    #[arg(long, requires = ENGINE, value_name = "NAME[:START[:STEP]]")]
    pub parameter: Vec<ParameterRequest>,

    /// Tune all spin options with an all-capitals name that are not set otherwise
    #[arg(long, requires = ENGINE)]
    pub all: bool,

    /// Number of pairs of games
    #[arg(long, requires = ENGINE, value_name = "N", default_value_t = 5000,
          value_parser = clap::value_parser!(u32).range(i64::from(*PAIR_COUNTS.start())..=i64::from(*PAIR_COUNTS.end())))]
    pub pairs: u32,

    /// Speed of the changes at the end of the run: the change for a point, divided by
    /// the step
    #[arg(long, requires = ENGINE, value_name = "X", default_value_t = 0.002,
          value_parser = parse_rate)]
    pub rate: f64,

    /// How the games are played.
    #[command(flatten)]
    pub run_args: RunArgs,

    /// File of the run
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,

    /// Replace the file if it is not empty
    #[arg(long, requires = ENGINE)]
    overwrite: bool,

    /// Continue although the program of the engine is not the one that played so far
    #[arg(long, requires = "resume")]
    pub accept_changed_programs: bool,

    /// Continue the run in the file, or start it if there is none
    #[arg(long, conflicts_with = "overwrite")]
    pub resume: bool,
}

impl SpsaArgs {
    /// Returns how to treat an output file that is not empty.
    pub const fn on_existing(&self) -> OnExisting {
        match (self.resume, self.overwrite) {
            (true, _) => OnExisting::Resume,
            (false, true) => OnExisting::Overwrite,
            (false, false) => OnExisting::Refuse,
        }
    }
}

fn parse_rate(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(rate) if is_rate(rate) => Ok(rate),
        _ => Err("expected a number above 0, up to 1".to_owned()),
    }
}
