//! Translates the command line into a tournament.

use std::path::Path;
use std::str::FromStr;

use super::args::{FormatArg, OpeningOrder, TournamentArgs};
use crate::files::{MEGABYTE, read_text};
use crate::tournament::{
    AdjudicationRules, DrawRule, EloModel, EngineSpec, EngineSpecError, FormatSpec, OpeningSource,
    OpeningsSpec, ResignRule, Spec, SprtSpec, stats::SprtError,
};

/// The reason that a command line does not describe a tournament.
#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    /// There are fewer than two engines.
    #[error("expected at least two engines (--engine KEY=VALUE...), found {0}")]
    TooFewEngines(usize),
    /// The description of an engine is invalid.
    #[error("--engine number {number}: {error}")]
    Engine {
        /// The number of the engine, from 1.
        number: usize,
        /// What is wrong with its words.
        error: EngineSpecError,
    },
    /// Two engines have the same name.
    #[error("two engines are named {0:?}; use name=... to give them different names")]
    DuplicateName(String),
    /// A word in the value of an option is invalid.
    #[error("{option}: {word:?}, expected {expected}")]
    Word {
        /// The option.
        option: &'static str,
        /// The invalid word.
        word: String,
        /// What was expected instead.
        expected: &'static str,
    },
    /// The file of openings can't be read.
    #[error("--openings {path}: {error}")]
    File {
        /// The path of the file.
        path: String,
        /// The error that the system reports.
        error: std::io::Error,
    },
    /// The parameters of the sequential test are invalid.
    #[error("--sprt: {0}")]
    Sprt(#[from] SprtError),
    /// Options do not fit together.
    #[error("{0}")]
    Conflict(&'static str),
}

/// The words expected after `--resign`.
const RESIGN_WORDS: &str = "score=CENTIPAWNS, count=TURNS or one-sided";
/// The words expected after `--draw`.
const DRAW_WORDS: &str = "move=N, score=CENTIPAWNS or count=TURNS";
/// The words expected after `--sprt`.
const SPRT_WORDS: &str = "elo0=, elo1=, alpha=, beta= or model=normalized|logistic";
/// The sources expected after `--openings`.
const OPENING_SOURCES: &str = "start, book, random:TURNS with 1 to 100 turns, or a file";

/// The maximum size of the file of openings in bytes.
const MAX_OPENINGS_BYTES: u64 = 64 * MEGABYTE;

/// Returns the tournament that the command line describes.
///
/// # Errors
/// Returns an error if the command line does not describe a tournament.
pub fn spec(args: &TournamentArgs) -> Result<Spec, RequestError> {
    let engines = engines(args)?;
    let rounds = args.rounds;
    let format = match args.format {
        FormatArg::RoundRobin => FormatSpec::RoundRobin { cycles: rounds },
        FormatArg::Gauntlet => FormatSpec::Gauntlet { cycles: rounds },
        FormatArg::Knockout => FormatSpec::Knockout {
            replays: args.replays,
        },
        FormatArg::Swiss => FormatSpec::Swiss { rounds },
    };
    if args.shard.is_some() && !format.is_fixed() {
        return Err(RequestError::Conflict(
            "--shard needs a round-robin or gauntlet: in a knockout or Swiss tournament, \
             the games of a round depend on earlier results",
        ));
    }
    let sprt = args.sprt.as_deref().map(parse_sprt).transpose()?;
    if sprt.is_some() && engines.len() != 2 {
        return Err(RequestError::Conflict("--sprt needs exactly two engines"));
    }
    Ok(Spec {
        version: Spec::VERSION,
        event: args.event.clone(),
        variant: args.variant,
        engines,
        format,
        games: args.games,
        openings: openings(args)?,
        adjudication: AdjudicationRules {
            max_turns: args.max_plies,
            no_progress: (args.no_progress > 0).then_some(args.no_progress),
            resign: args.resign.as_deref().map(parse_resign_rule).transpose()?,
            draw: args.draw.as_deref().map(parse_draw_rule).transpose()?,
        },
        sprt,
        shard: args.shard,
        max_retries: args.recover,
    })
}

/// Returns the engines, in the order of the command line.
fn engines(args: &TournamentArgs) -> Result<Vec<EngineSpec>, RequestError> {
    let mut engines: Vec<EngineSpec> = Vec::new();
    for (index, words) in args.engines.0.iter().enumerate() {
        let engine = EngineSpec::from_words(&args.each, words);
        let engine = engine.map_err(|error| RequestError::Engine {
            number: index + 1,
            error,
        })?;
        if engines.iter().any(|other| other.name == engine.name) {
            return Err(RequestError::DuplicateName(engine.name));
        }
        engines.push(engine);
    }
    if engines.len() < 2 {
        return Err(RequestError::TooFewEngines(engines.len()));
    }
    Ok(engines)
}

/// Returns the source and the order of the openings.
fn openings(args: &TournamentArgs) -> Result<OpeningsSpec, RequestError> {
    let source = match args.openings.as_str() {
        "start" => OpeningSource::Start,
        "book" => OpeningSource::Book,
        text => match text.strip_prefix("random:") {
            Some(turns) => {
                let turns = turns.parse().ok().filter(|turns| (1..=100).contains(turns));
                let turns = turns.ok_or_else(|| RequestError::Word {
                    option: "--openings",
                    word: text.to_owned(),
                    expected: OPENING_SOURCES,
                })?;
                OpeningSource::Random { turns }
            }
            None => openings_from_file(text)?,
        },
    };
    Ok(OpeningsSpec {
        source,
        random_order: args.order == OpeningOrder::Random,
        seed: args.seed,
    })
}

fn openings_from_file(path: &str) -> Result<OpeningSource, RequestError> {
    let path = path.to_owned();
    match read_text(Path::new(&path), MAX_OPENINGS_BYTES) {
        Ok(text) => Ok(OpeningSource::File { path, text }),
        Err(error) => Err(RequestError::File { path, error }),
    }
}

/// Calls `set_word` with the key and the value of each word of an option, KEY=VALUE or
/// KEY. `set_word` returns `None` if the word is invalid.
fn parse_words(
    option: &'static str,
    expected: &'static str,
    text: &str,
    mut set_word: impl FnMut(&str, &str) -> Option<()>,
) -> Result<(), RequestError> {
    for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        set_word(key, value).ok_or_else(|| RequestError::Word {
            option,
            word: word.to_owned(),
            expected,
        })?;
    }
    Ok(())
}

/// Parses a value into `target`; returns `None` if the value is invalid.
fn set_value<T: FromStr>(target: &mut T, value: &str, is_valid: impl Fn(&T) -> bool) -> Option<()> {
    *target = value.parse().ok().filter(is_valid)?;
    Some(())
}

fn parse_resign_rule(text: &str) -> Result<ResignRule, RequestError> {
    let mut rule = ResignRule {
        score: 800,
        count: 4,
        two_sided: true,
    };
    parse_words("--resign", RESIGN_WORDS, text, |key, value| match key {
        "score" => set_value(&mut rule.score, value, |score| *score > 0),
        "count" => set_value(&mut rule.count, value, |count| *count > 0),
        "one-sided" if value.is_empty() => {
            rule.two_sided = false;
            Some(())
        }
        _ => None,
    })?;
    Ok(rule)
}

fn parse_draw_rule(text: &str) -> Result<DrawRule, RequestError> {
    let mut rule = DrawRule {
        from_move: 60,
        score: 10,
        count: 8,
    };
    parse_words("--draw", DRAW_WORDS, text, |key, value| match key {
        "move" => set_value(&mut rule.from_move, value, |_| true),
        "score" => set_value(&mut rule.score, value, |score| *score >= 0),
        "count" => set_value(&mut rule.count, value, |count| *count > 0),
        _ => None,
    })?;
    Ok(rule)
}

fn parse_sprt(text: &str) -> Result<SprtSpec, RequestError> {
    let mut spec = SprtSpec {
        elo0: 0.0,
        elo1: 10.0,
        alpha: 0.05,
        beta: 0.05,
        model: EloModel::default(),
    };
    parse_words("--sprt", SPRT_WORDS, text, |key, value| {
        match (key, value) {
            ("elo0", _) => set_value(&mut spec.elo0, value, |_| true),
            ("elo1", _) => set_value(&mut spec.elo1, value, |_| true),
            ("alpha", _) => set_value(&mut spec.alpha, value, |_| true),
            ("beta", _) => set_value(&mut spec.beta, value, |_| true),
            ("model", "logistic") => {
                spec.model = EloModel::Logistic;
                Some(())
            }
            ("model", "normalized") => {
                spec.model = EloModel::Normalized;
                Some(())
            }
            _ => None,
        }
    })?;
    spec.test()?;
    Ok(spec)
}
