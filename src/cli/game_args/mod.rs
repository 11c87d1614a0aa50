//! The options of games between engines, shared by `batyr match` and `batyr spsa`: the
//! engines, the variant, the openings and the adjudication.
//!
//! All of them except `--engine` require `--engine`: with `--resume` alone, their values are
//! read from the folder of the match or the file of the tuning run.

mod engines;
mod opening_games;
mod rules;
mod run;
mod words;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

pub use engines::{ENGINE, EngineWords};
use opening_games::{MAX_OPENINGS_BYTES, openings_of_games};
pub use run::{RunArgs, check_capacity};
use words::invalid_word;
pub use words::{parse_words, set_value};

use super::error::CliError;
use super::variant::variant_parser;
use crate::files::read_text;
use crate::game::Variant;
use crate::tournament::{
    AdjudicationRules, EngineSpec, OpeningSource, OpeningsSpec, TablesRule, quoted_word,
};

/// The sources expected after `--openings`.
const OPENING_SOURCES: &str = "start, shipped, random:TURNS with 1 to 100 turns, or a file";

/// Returns the command that continues a run; `options` are the subcommand and the options before
/// the path. The path is quoted for a shell.
pub fn continue_command(options: &str, path: &Path) -> String {
    format!("batyr {options} {}", quoted_word(&path.to_string_lossy()))
}

/// The options of games between engines.
#[derive(Args, Debug, Clone)]
pub struct GameArgs {
    /// The descriptions of the engines.
    #[command(flatten)]
    pub engines: EngineWords,

    /// KEY=VALUE words that apply to all engines
    #[arg(long, requires = ENGINE, num_args = 1.., value_name = "KEY=VALUE")]
    each: Vec<String>,

    /// Variant to play
    #[arg(long, requires = ENGINE, value_name = "ID", default_value = "shatra",
          ignore_case = true, value_parser = variant_parser())]
    pub variant: Variant,

    /// Source of the openings: start, shipped (built in), random:TURNS, or a file with a
    /// position, a list of moves, or POSITION moves LIST on each line; the position may
    /// be startpos; a file of games (.sgn, .jsonl) gives the openings of its games
    #[arg(long, requires = ENGINE, value_name = "SOURCE", default_value = "shipped")]
    openings: String,

    /// Take the first N turns of each game in the file of --openings, counting both sides;
    /// games that do not go on, and openings that occurred before, are left out
    /// [default: 16]
    #[arg(long, requires = ENGINE, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=200))]
    opening_plies: Option<u32>,

    /// Order of the openings
    #[arg(long, requires = ENGINE, value_enum, default_value_t = OpeningOrder::Random)]
    order: OpeningOrder,

    /// Seed of all random choices, such as the order of the openings
    #[arg(long, requires = ENGINE, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Adjudicate wins by a rule such as score=800,count=4: an engine loses when its
    /// last 4 scores were -800 cp or less and those of the other 800 or more; with
    /// one-sided, the loser's scores suffice
    #[arg(long, requires = ENGINE, num_args = 1.., value_name = "WORDS")]
    resign: Option<Vec<String>>,

    /// Adjudicate draws by a rule such as move=60,score=10,count=8: from move 60 on,
    /// when the last 8 scores of each engine were within 10 cp of 0
    #[arg(long, requires = ENGINE, num_args = 1.., value_name = "WORDS")]
    draw: Option<Vec<String>>,

    /// Adjudicate games with few men by the endgame tables in this folder, or by those of
    /// the program if it is omitted
    #[arg(long, requires = ENGINE, num_args = 0..=1, value_name = "DIR")]
    #[expect(
        clippy::option_option,
        reason = "what clap gives for an option with or without a value"
    )]
    tables: Option<Option<PathBuf>>,

    /// Adjudicate a draw after N turns, counting both sides
    #[arg(long, requires = ENGINE, value_name = "N", default_value_t = 600,
          value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,

    /// Adjudicate a draw after N consecutive turns without a capture or promotion; 0
    /// for no limit
    #[arg(long, requires = ENGINE, value_name = "N", default_value_t = 200)]
    no_progress: u32,
}

/// The order of the openings.
#[derive(ValueEnum, Copy, Clone, PartialEq, Eq, Debug)]
pub enum OpeningOrder {
    /// Random order
    Random,
    /// Order of the source
    Sequential,
}

impl GameArgs {
    /// Returns the engines, in the order of the command line.
    pub fn engines(&self) -> Result<Vec<EngineSpec>, CliError> {
        let specs = (1..).zip(&self.engines.0).map(|(number, words): (u32, _)| {
            let engine = EngineSpec::from_words(&self.each, words);
            engine
                .map_err(|error| CliError::usage(format_args!("--engine number {number}: {error}")))
        });
        specs.collect()
    }

    /// Returns the file of openings, if one is named.
    pub fn openings_file(&self) -> Option<&Path> {
        let is_word = matches!(self.openings.as_str(), "start" | "shipped" | "book");
        let is_file = !is_word && !self.openings.starts_with("random:");
        is_file.then_some(Path::new(&self.openings))
    }

    /// Returns the source and the order of the openings.
    pub fn openings(&self) -> Result<OpeningsSpec, CliError> {
        let source = match self.openings.as_str() {
            "start" => OpeningSource::Start,
            // The word of earlier versions is `book`.
            "shipped" | "book" => OpeningSource::Shipped,
            text => match text.strip_prefix("random:") {
                Some(turns) => {
                    let turns = turns.parse().ok().filter(|turns| (1..=100).contains(turns));
                    let turns =
                        turns.ok_or_else(|| invalid_word("--openings", text, OPENING_SOURCES))?;
                    OpeningSource::Random { turns }
                }
                None => match openings_of_games(text, self.variant, self.opening_plies)? {
                    Some(openings) => openings,
                    None => openings_from_file(text)?,
                },
            },
        };
        if self.opening_plies.is_some() && !matches!(source, OpeningSource::File { .. }) {
            return Err(CliError::usage(
                "--opening-plies needs a file of games for --openings",
            ));
        }
        Ok(OpeningsSpec {
            source,
            random_order: self.order == OpeningOrder::Random,
            seed: self.seed,
        })
    }

    /// Returns the adjudication rules.
    pub fn adjudication(&self) -> Result<AdjudicationRules, CliError> {
        Ok(AdjudicationRules {
            max_turns: self.max_plies,
            no_progress: (self.no_progress > 0).then_some(self.no_progress),
            resign: self
                .resign
                .as_deref()
                .map(rules::parse_resign)
                .transpose()?,
            draw: self.draw.as_deref().map(rules::parse_draw).transpose()?,
            tables: self
                .tables
                .as_ref()
                .map(|folder| tables_rule(folder.as_deref()))
                .transpose()?,
        })
    }
}

/// Returns the rule for the tables in this folder, or for those of the program.
fn tables_rule(folder: Option<&Path>) -> Result<TablesRule, CliError> {
    let Some(folder) = folder else {
        return Ok(TablesRule::Shipped);
    };
    // A match may be continued from another folder.
    let found = folder.canonicalize().and_then(|folder| {
        std::fs::read_dir(&folder)?;
        Ok(folder)
    });
    let failure = |error| CliError::usage(format_args!("--tables {}: {error}", folder.display()));
    found.map(TablesRule::Folder).map_err(failure)
}

fn openings_from_file(path: &str) -> Result<OpeningSource, CliError> {
    let path = path.to_owned();
    match read_text(Path::new(&path), MAX_OPENINGS_BYTES) {
        Ok(text) => Ok(OpeningSource::File { path, text }),
        Err(error) => Err(CliError::usage(format_args!("--openings {path}: {error}"))),
    }
}
