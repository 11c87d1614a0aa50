//! The command line of `batyr play`.

use std::time::Duration;

use clap::{Args, ValueEnum};

use super::clock::read_control;
use crate::base::Color;
use crate::cli::variant::variant_parser;
use crate::engine::{DEFAULT_HASH, ELO_MAX, ELO_MIN, Strength};
use crate::game::Variant;
use crate::host::engine::FULL_LEVEL;
use crate::tournament::Clock;

const DETAILS: &str = "\
A turn is written as its squares: d4-d6, a5:a7:g7, e13-e14=Q; official numbers
do as well, and a chain may be cut short where one turn fits. In Shatranj and
Shatar it is e2e3 or, as in game files, Nf3.

'help' lists the commands, Tab completes turns and commands, Ctrl-C while Batyr
thinks makes it play at once, Ctrl-D ends.

Without a terminal the commands come from stdin, one a line ('#' begins a
comment), the board is shown on request only, and the exit status is 1 if a line
was refused. NO_COLOR is respected.";

/// Play against Batyr in the terminal
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct PlayArgs {
    /// The game [default: shatra, or the first that has the position]
    #[arg(long, value_name = "ID", ignore_case = true, value_parser = variant_parser())]
    pub variant: Option<Variant>,

    /// Begin with this position (SPN, or FEN) instead of the start of the game
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,

    /// The side, or sides, that you play
    #[arg(long = "as", value_name = "SIDE", value_enum, default_value_t = Sides::White)]
    pub sides: Sides,

    /// How strong Batyr plays, 0 to 20 [default: 20]
    #[arg(long, value_name = "N", conflicts_with = "elo",
          value_parser = clap::value_parser!(u8).range(0..=FULL_LEVEL))]
    pub level: Option<u8>,

    /// The same by a rating, 900 to 2600
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(ELO_MIN..=ELO_MAX))]
    pub elo: Option<i64>,

    /// Clocks for both sides: seconds, or minutes:seconds, and what each turn
    /// adds, such as 300+3 or 5:00+3
    #[arg(long, value_name = "BASE+INC", value_parser = read_control)]
    pub time: Option<Clock>,

    /// Milliseconds that Batyr thinks about a turn without a clock, and about
    /// 'hint' and 'score' in any case
    #[arg(long, value_name = "MS", default_value_t = 1_000,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub movetime: u32,

    /// Search threads
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=4_096))]
    pub threads: u32,

    /// Size of the hash table in MB
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_HASH as u32,
          value_parser = clap::value_parser!(u32).range(1..=1 << 25))]
    pub hash: u32,

    /// Colours: on a terminal only, always or never
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    pub color: When,

    /// How squares are named: c14, or officially 1
    #[arg(long, value_name = "NAMES", value_enum, default_value_t = Names::Letters)]
    pub numbers: Names,
}

/// Who is played by the person.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum Sides {
    /// White; Batyr plays Black
    White,
    /// Black; Batyr plays White
    Black,
    /// Both; Batyr plays on 'go' only
    Both,
    /// None; Batyr plays itself until Ctrl-C
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

/// When to colour.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum When {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How squares are named.
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
            (None, Some(elo)) => Strength::of_elo(elo),
            (None, None) => Strength::Full,
        }
    }

    /// Returns how long the engine thinks about a turn without a clock.
    pub fn thinking_time(&self) -> Duration {
        Duration::from_millis(self.movetime.into())
    }
}
