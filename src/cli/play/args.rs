//! The command line of `batyr play`.

use std::time::Duration;

use clap::{Args, ValueEnum};

use super::clock::parse_time_control;
use crate::base::Color;
use crate::cli::variant::variant_parser;
use crate::engine::{DEFAULT_HASH, ELO_MAX, ELO_MIN, Strength};
use crate::game::Variant;
use crate::host::engine::FULL_LEVEL;
use crate::tournament::TimeControl;

const DETAILS: &str = "\
Type a turn as its squares: d4-d6, a5:a7:g7, e13-e14=Q. Official numbers work as
well, and a chain may be shortened if only one turn fits. In Shatranj and Shatar
a turn is e2e3 or, as in game files, Nf3.

'help' lists the commands. Tab completes turns and commands. Ctrl-C while Batyr
thinks makes it play at once, and Ctrl-D leaves the game.

Without a terminal the commands are read from stdin, one on each line ('#'
begins a comment), the board is shown only on request, and the exit status is 1
if a line was refused. NO_COLOR is respected.";

/// Play against Batyr in the terminal
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct PlayArgs {
    /// The game [default: shatra, or the first game that accepts the position]
    #[arg(long, value_name = "ID", ignore_case = true, value_parser = variant_parser())]
    pub variant: Option<Variant>,

    /// Begin with this position (SPN or FEN) instead of the start of the game
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,

    /// The side or sides that you play
    #[arg(long = "as", value_name = "SIDE", value_enum, default_value_t = Sides::White)]
    pub sides: Sides,

    /// The strength of Batyr, from 0 to 20 [default: 20]
    #[arg(long, value_name = "N", conflicts_with = "elo",
          value_parser = clap::value_parser!(u8).range(0..=FULL_LEVEL))]
    pub level: Option<u8>,

    /// The strength of Batyr as a rating, from 900 to 2600
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(ELO_MIN..=ELO_MAX))]
    pub elo: Option<i64>,

    /// Clocks for both sides: seconds or minutes:seconds, and the increment for
    /// each turn, such as 300+3 or 5:00+3
    #[arg(long, value_name = "BASE+INC", value_parser = parse_time_control)]
    pub time: Option<TimeControl>,

    /// Milliseconds for each turn of Batyr without a clock, and always for 'hint'
    /// and 'score'
    #[arg(long, value_name = "MS", default_value_t = 1_000,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub movetime: u32,

    /// The number of search threads
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=4_096))]
    pub threads: u32,

    /// The size of the hash table in MB
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_HASH as u32,
          value_parser = clap::value_parser!(u32).range(1..=1 << 25))]
    pub hash: u32,

    /// When to use colours
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    pub color: When,

    /// The names of squares
    #[arg(long, value_name = "NAMES", value_enum, default_value_t = Names::Letters)]
    pub numbers: Names,
}

/// The sides that the person plays.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum Sides {
    /// White; Batyr plays Black
    White,
    /// Black; Batyr plays White
    Black,
    /// Both; Batyr plays only on 'go'
    Both,
    /// None; Batyr plays against itself until Ctrl-C
    None,
}

impl Sides {
    /// Returns whether the person plays this side.
    pub const fn has(self, color: Color) -> bool {
        match self {
            Self::White => matches!(color, Color::White),
            Self::Black => matches!(color, Color::Black),
            Self::Both => true,
            Self::None => false,
        }
    }

    /// Returns the sides after a change of sides.
    pub const fn switched(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
            other => other,
        }
    }
}

/// When to use colours.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum When {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The names of squares.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum Names {
    /// File and rank: c14
    Letters,
    /// Official numbers: 1 to 62
    Official,
}

impl PlayArgs {
    /// Returns the strength at which the engine plays.
    pub fn strength(&self) -> Strength {
        match (self.level, self.elo) {
            (Some(level), _) => Strength::Level(level.into()),
            (None, Some(elo)) => Strength::from_elo(elo),
            (None, None) => Strength::Full,
        }
    }

    /// Returns the time for each turn of the engine without a clock.
    pub fn thinking_time(&self) -> Duration {
        Duration::from_millis(self.movetime.into())
    }
}
