//! The command-line arguments of `batyr play`.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ColorChoice, ValueEnum};

use crate::base::Color;
use crate::cli::variant::variant_parser;
use crate::engine::{DEFAULT_HASH, ELO_MAX, ELO_MIN, Strength};
use crate::game::Variant;
use crate::host::engine::FULL_LEVEL;
use crate::page::Language;
use crate::tournament::TimeControl;

const DETAILS: &str = "\
Type a turn as its squares: d4-d6, a5:a7:g7, e13-e14=Q. Official numbers work as
well, and a chain may be shortened if only one turn matches. In Shatranj and
Shatar, type e2e3 or, as in game files, Nf3.

'help' lists the commands. Tab completes turns and commands. Ctrl-C while Batyr
thinks makes it play at once, and Ctrl-D quits.

Without a terminal, the commands are read from stdin, one per line ('#' begins a
comment), the board is shown only on request, and the exit status is 1 if a line
was rejected. NO_COLOR is respected. On a terminal, LC_ALL, LC_MESSAGES or LANG
chooses the language; commands and saved games are the same in all languages.";

/// Play against Batyr in the terminal
#[derive(Args, Debug, Clone)]
#[command(after_help = DETAILS, max_term_width = 80)]
pub struct PlayArgs {
    /// Game to play [default: shatra, or the first game that accepts the position]
    #[arg(long, value_name = "ID", ignore_case = true, value_parser = variant_parser())]
    pub variant: Option<Variant>,

    /// Position to start from (SPN or FEN) instead of the start position
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,

    /// Side or sides that you play
    #[arg(long = "as", value_name = "SIDE", value_enum, default_value_t = Sides::White)]
    pub sides: Sides,

    /// Strength of Batyr, from 0 to 20 [default: 20]
    #[arg(long, value_name = "N", conflicts_with = "elo",
          value_parser = clap::value_parser!(u8).range(0..=FULL_LEVEL))]
    pub level: Option<u8>,

    /// Strength of Batyr as an Elo rating
    #[arg(long, value_name = "N",
          help = format!("Strength of Batyr as an Elo rating, from {ELO_MIN} to {ELO_MAX}"),
          value_parser = clap::value_parser!(i64).range(ELO_MIN..=ELO_MAX))]
    pub elo: Option<i64>,

    /// Clocks for both sides: seconds or minutes:seconds, and the increment per
    /// turn, such as 300+3 or 5:00+3
    #[arg(long, value_name = "BASE+INC")]
    pub time: Option<TimeControl>,

    /// Time per turn of Batyr in a game without clocks, and time for each 'hint' and
    /// 'score', in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1_000,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub movetime: u32,

    /// Play the first turns from the opening book, more varied at lower levels
    #[arg(long)]
    pub own_book: bool,

    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=4_096))]
    pub threads: u32,

    /// Size of the hash table in MB
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_HASH as u32,
          value_parser = clap::value_parser!(u32).range(1..=1 << 25))]
    pub hash: u32,

    /// When to use colours; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorChoice::Auto)]
    pub color: ColorChoice,

    /// Language of the texts: English, Russian or Altai, with Russian where no Altai
    /// word is attested [default: that of the locale on a terminal, otherwise en]
    #[arg(long, value_name = "LANG", value_parser = language_parser())]
    pub language: Option<Language>,

    /// How squares are named
    #[arg(long, value_name = "NAMES", value_enum, default_value_t = SquareNames::Letters)]
    pub numbers: SquareNames,
}

/// The sides that the user plays, as chosen by `--as`.
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
    /// Returns whether the user plays this side.
    pub const fn has(self, color: Color) -> bool {
        match self {
            Self::White => matches!(color, Color::White),
            Self::Black => matches!(color, Color::Black),
            Self::Both => true,
            Self::None => false,
        }
    }
}

/// How squares are named.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub enum SquareNames {
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
}

fn language_parser() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(["en", "ru", "alt"]).map(|code| Language::from_locale(&code))
}
