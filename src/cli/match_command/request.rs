//! Translates the command line into a tournament.

use super::args::{FormatArg, OpeningPolicy, TournamentArgs};
use crate::cli::error::CliError;
use crate::cli::game_args::{parse_words, set_value};
use crate::tournament::{EloModel, EngineSpec, PairingSystem, Spec, SprtSpec};

/// The words expected after `--sprt`.
const SPRT_WORDS: &str = "elo0=, elo1=, alpha=, beta= or model=normalized|logistic";

/// Returns the tournament that the command line describes.
pub fn spec(args: &TournamentArgs) -> Result<Spec, CliError> {
    let engines = engines(args)?;
    let sprt = args.sprt.as_deref().map(parse_sprt).transpose()?;
    if sprt.is_some() {
        check_test(args, engines.len())?;
    }
    let rounds = rounds(args, engines.len())?;
    let format = match args.format {
        FormatArg::RoundRobin => PairingSystem::RoundRobin { rounds },
        FormatArg::Gauntlet => PairingSystem::Gauntlet { rounds },
        FormatArg::Knockout => PairingSystem::Knockout {
            replays: args.replays,
        },
        FormatArg::Swiss => PairingSystem::Swiss { rounds },
    };
    if (args.shard.is_some() || args.queue) && !format.is_fixed() {
        let option = if args.queue { "--queue" } else { "--shard" };
        return Err(CliError::usage(format_args!(
            "{option} needs a round-robin or gauntlet: in a knockout or Swiss tournament, \
             the games of a round depend on earlier results"
        )));
    }
    if args.no_swap && (args.games != 1 || !format.is_fixed()) {
        return Err(CliError::usage(
            "--no-swap needs --games 1 and a round-robin or gauntlet: pairs of games, and the \
             pairings of other formats, need both colours",
        ));
    }
    Ok(Spec {
        version: Spec::VERSION,
        event: args.event.clone(),
        variant: args.game_args.variant,
        engines,
        format,
        games: args.games,
        fixed_colors: args.no_swap,
        openings: args.game_args.openings()?,
        opening_per_round: args.opening_policy == OpeningPolicy::Round,
        adjudication: args.game_args.adjudication()?,
        sprt,
        shard: args.shard,
        recover: args.recover,
    })
}

/// Returns the number of rounds. Without `--rounds`, a test is played until it is decided.
fn rounds(args: &TournamentArgs, engines: usize) -> Result<u32, CliError> {
    let default = match args.sprt {
        Some(_) => SprtSpec::MAX_ROUNDS,
        None => 1,
    };
    let rounds = args.rounds.unwrap_or(default);
    if args.format == FormatArg::Swiss {
        // With an odd number of engines, one of them has a bye in each round.
        let max = if engines.is_multiple_of(2) {
            engines.saturating_sub(1)
        } else {
            engines
        };
        let max = u32::try_from(max).unwrap_or(u32::MAX);
        if rounds > max {
            return Err(CliError::usage(format_args!(
                "--format swiss: {rounds} rounds between {engines} engines, expected at most \
                 {max}, after which all have met; use fewer --rounds, or --format round-robin"
            )));
        }
    }
    Ok(rounds)
}

/// Checks that a sequential test is possible with the other options.
fn check_test(args: &TournamentArgs, engines: usize) -> Result<(), CliError> {
    let conflict = |text: &str| Err(CliError::usage(text));
    if engines != 2 {
        return conflict("--sprt needs exactly two engines");
    }
    if matches!(args.format, FormatArg::Knockout | FormatArg::Swiss) {
        return conflict("--sprt needs a round-robin or gauntlet");
    }
    if args.games > 1 && args.games % 2 == 1 {
        return conflict(
            "--sprt needs an even number of --games, or 1: the test counts pairs of games, so the \
             last game of each encounter would not count",
        );
    }
    if args.shard.is_some() && args.rounds.is_none() {
        return conflict(
            "--shard needs --rounds with --sprt: a shard is played to its end, since the test \
             applies to the complete tournament",
        );
    }
    Ok(())
}

/// Returns the engines, at least two with distinct names, in the order of the command line.
fn engines(args: &TournamentArgs) -> Result<Vec<EngineSpec>, CliError> {
    let engines = args.game_args.engines()?;
    for (index, engine) in engines.iter().enumerate() {
        let before = engines.get(..index).unwrap_or_default();
        if before.iter().any(|other| other.name == engine.name) {
            return Err(CliError::usage(format_args!(
                "two engines are named {:?}; use name=... to give them different names",
                engine.name
            )));
        }
    }
    if engines.len() < 2 {
        return Err(CliError::usage(format_args!(
            "expected at least two engines (--engine KEY=VALUE...), found {}",
            engines.len()
        )));
    }
    Ok(engines)
}

/// Parses the words after `--sprt`; a word that is missing has a default.
pub fn parse_sprt(words: &[String]) -> Result<SprtSpec, CliError> {
    let mut spec = SprtSpec {
        elo0: 0.0,
        elo1: 10.0,
        alpha: 0.05,
        beta: 0.05,
        model: EloModel::default(),
    };
    parse_words("--sprt", SPRT_WORDS, words, |key, value| {
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
    spec.test()
        .map_err(|error| CliError::usage(format_args!("--sprt: {error}")))?;
    Ok(spec)
}
