//! Determines from the settings how many games of a tournament can be expected to differ.
//!
//! An engine that is limited by nodes or depth and searches on one thread gives the same answer to
//! the same position, so two such engines repeat their game whenever they get the same opening.
//! Copies don't count, so there is a warning. Whether engines really repeat their games, only the
//! games show: some choose at random. A tournament that only a sequential test ends therefore goes
//! on until all games of a pass through the openings were copies (`copy_streak.rs`).

use std::collections::HashSet;

use super::queue::{GameQueue, QueueError};
use crate::tournament::journal::Games;
use crate::tournament::openings::{KnownOpenings, Openings};
use crate::tournament::{EngineSpec, PairingSystem, Spec, SprtSpec};

/// If --games is 1: how many passes through the openings are examined for games that differ. In
/// random order, each opening is played with both colours only after several passes.
const PASSES: usize = 64;

impl EngineSpec {
    /// Returns whether the engine seems to be deterministic: against another such engine, it is
    /// expected to repeat the game whenever the opening is the same.
    pub fn repeats_games(&self) -> bool {
        !self.budget.is_timed() && !self.ponder && self.threads() == 1 && !self.is_randomised()
    }
}

/// A forecast, made before the first game, of how many games will be copies.
#[derive(Debug, Default)]
pub struct Forecast {
    /// A warning if the openings do not suffice for games that all differ.
    pub warning: Option<String>,
    /// The number of games of a pass through the openings, in a tournament that nothing but a test
    /// ends: of each opening with all the colours with which it ever is played.
    pub pass: Option<u32>,
}

impl Forecast {
    /// Compares the openings with the schedule. The forecast of a Swiss or knockout tournament,
    /// whose games are not known beforehand, is empty.
    ///
    /// # Errors
    /// Returns an error if the games can't be scheduled.
    pub fn new(spec: &Spec, openings: &Openings) -> Result<Self, QueueError> {
        let engines = spec.engines.iter();
        let deterministic: Vec<bool> = engines.map(EngineSpec::repeats_games).collect();
        let Some(known) = openings.known().filter(|_| spec.format.is_fixed()) else {
            return Ok(Self::default());
        };
        let are_deterministic = deterministic.iter().filter(|is| **is).count() >= 2;
        if !spec.is_open_ended() {
            if !are_deterministic {
                return Ok(Self::default());
            }
            // Shards share the openings of the complete tournament.
            let shard = None;
            let complete = Spec {
                shard,
                ..spec.clone()
            };
            let games = RepeatableGames::new(&complete, &known, &deterministic)?;
            return Ok(Self {
                warning: games.warning(&known.description),
                pass: None,
            });
        }
        let passes = if spec.games > 1 { 1 } else { PASSES };
        let rounds = u32::try_from(known.count().saturating_mul(passes)).unwrap_or(u32::MAX);
        let rounds = rounds.min(SprtSpec::MAX_ROUNDS - 1);
        let all = vec![true; deterministic.len()];
        let pass = RepeatableGames::new(&with_rounds(spec, rounds), &known, &all)?;
        let games = pass.different.len();
        let warning = are_deterministic.then(|| {
            format!(
                "at most {games} games can differ: {}. The match ends after a pass through the \
                 openings that gave nothing but copies, even if the test is undecided; use more \
                 openings (--openings) or a time limit",
                cause(&known.description)
            )
        });
        Ok(Self {
            warning,
            pass: Some(pass.last_round.saturating_mul(spec.games)),
        })
    }
}

/// The games on a schedule between engines that repeat them.
#[derive(Default)]
struct RepeatableGames {
    /// The number of these games.
    all: usize,
    /// White, Black and the opening of each game that can differ.
    different: HashSet<(usize, usize, usize)>,
    /// The last round with a game that can differ from all earlier ones.
    last_round: u32,
}

impl RepeatableGames {
    fn new(spec: &Spec, known: &KnownOpenings, deterministic: &[bool]) -> Result<Self, QueueError> {
        let queue = GameQueue::new(spec, &Games::new())?;
        let is_deterministic = |engine: usize| deterministic.get(engine) == Some(&true);
        let mut identities = (1..).zip(known.identities()).peekable();
        let mut games = Self::default();
        for game in queue.waiting() {
            let number = spec.opening_number(game.encounter, game.round);
            while identities
                .next_if(|(opening, _)| *opening < number)
                .is_some()
            {}
            if let Some((_, opening)) = identities.peek()
                && is_deterministic(game.white)
                && is_deterministic(game.black)
            {
                games.all += 1;
                if games.different.insert((game.white, game.black, *opening)) {
                    games.last_round = game.round;
                }
            }
        }
        Ok(games)
    }

    /// Returns a warning if some of the games can't differ.
    fn warning(&self, openings: &str) -> Option<String> {
        let (different, all) = (self.different.len(), self.all);
        (different < all).then(|| {
            format!(
                "at most {different} of {all} games will differ: {}. Copies of games don't count in \
                 ratings, intervals and tests; use more openings (--openings), fewer --rounds, or a \
                 time limit",
                cause(openings)
            )
        })
    }
}

/// Returns the cause of copies. The clause `openings` says how many openings there are.
fn cause(openings: &str) -> String {
    format!(
        "engines with nodes= or depth= and one thread repeat the game whenever they get the same \
         opening, and {openings}"
    )
}

/// Returns the spec of a round-robin or gauntlet with this number of rounds.
fn with_rounds(spec: &Spec, rounds: u32) -> Spec {
    let format = match spec.format {
        PairingSystem::RoundRobin { .. } => PairingSystem::RoundRobin { rounds },
        PairingSystem::Gauntlet { .. } => PairingSystem::Gauntlet { rounds },
        other => other,
    };
    Spec {
        format,
        ..spec.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::{OpeningSource, OpeningsSpec};

    /// Returns the forecast for a round-robin of engines with these limits, five openings of which
    /// two are the same, and this many games in each of `rounds` encounters.
    fn forecast(limits: &[&str], rounds: u32, games: u32, shard: &str) -> Forecast {
        let engine = |(number, limit): (usize, &&str)| {
            let words = [
                "cmd=x".to_owned(),
                format!("name={number}"),
                (*limit).to_owned(),
            ];
            EngineSpec::from_words(&[""; 0], &words).unwrap()
        };
        let engines: Vec<EngineSpec> = limits.iter().enumerate().map(engine).collect();
        let openings = OpeningsSpec {
            source: OpeningSource::File {
                path: "five".to_owned(),
                text: "d5-d6\nb5-b6\nd5-d6 # again\nc5-c6\ne5-e6\n".to_owned(),
            },
            random_order: true,
            seed: 1,
        };
        let spec = serde_json::json!({
            "version": 1, "event": "", "variant": "shatra", "engines": engines,
            "format": {"round-robin": {"rounds": rounds}}, "games": games, "openings": openings,
            "terms": {"max_plies": 9, "no_progress": null, "resign": null, "draw": null},
            "shard": (!shard.is_empty()).then_some(shard),
            "sprt": {"elo0": 0.0, "elo1": 5.0, "alpha": 0.05, "beta": 0.05, "model": "logistic"},
        });
        let spec: Spec = serde_json::from_value(spec).unwrap();
        let openings = Openings::new(spec.variant, &spec.openings).unwrap();
        Forecast::new(&spec, &openings).unwrap()
    }

    #[test]
    fn the_games_that_can_differ_are_counted() {
        let warning = |limits: &[&str], rounds, games, shard| {
            let Forecast { warning, pass } = forecast(limits, rounds, games, shard);
            assert_eq!(pass, None);
            warning
        };
        let starts = |text: Option<String>, start: &str| {
            assert!(
                text.as_ref().is_some_and(|text| text.starts_with(start)),
                "{text:?}"
            );
        };
        let two = ["nodes=5", "depth=2"];
        starts(
            warning(&two, 11, 2, ""),
            "at most 8 of 22 games will differ: ",
        );
        starts(
            warning(&two, 11, 2, "1/2"),
            "at most 8 of 22 games will differ: ",
        );
        starts(
            warning(&two, 1, 4, ""),
            "at most 2 of 4 games will differ: ",
        );
        assert_eq!(warning(&two, 1, 2, ""), None);
        // An engine with a clock does not repeat its games, so no other engine does against it.
        assert_eq!(warning(&["nodes=5", "tc=1"], 11, 2, ""), None);
        starts(
            warning(&["nodes=5", "tc=1", "nodes=6"], 9, 2, ""),
            "at most 8 of 18 games",
        );
    }

    #[test]
    fn a_pass_of_an_open_ended_test_has_all_games_that_can_differ() {
        let rounds = SprtSpec::MAX_ROUNDS;
        let two = ["nodes=5", "depth=2"];
        let Forecast { warning, pass } = forecast(&two, rounds, 2, "");
        let warning = warning.unwrap();
        assert!(
            warning.starts_with("at most 8 games can differ: ") && !warning.contains("--rounds"),
            "{warning}"
        );
        // A duplicate opening may come last in the first pass.
        assert!(pass == Some(8) || pass == Some(10), "{pass:?}");
        // Colours alternate from encounter to encounter.
        let pass = forecast(&two, rounds, 1, "").pass;
        assert!(pass >= Some(8), "{pass:?}");
        // Engines that don't seem to repeat their games may do so.
        let timed = forecast(&["nodes=5", "tc=1"], rounds, 2, "");
        assert_eq!(timed.warning, None);
        assert!(timed.pass >= Some(8), "{:?}", timed.pass);
    }

    #[test]
    fn an_engine_that_chooses_at_random_repeats_no_games() {
        let repeats = |option: &str| {
            let words = ["cmd=x", "name=x", "nodes=5", option];
            EngineSpec::from_words(&[""; 0], &words)
                .unwrap()
                .repeats_games()
        };
        for option in [
            "option.Skill Level=10",
            "option.skilllevel=3",
            "option.UCI_LimitStrength=true",
            "option.LimitStrength=true",
            "option.randomness=tiny",
            "option.ownbook=true",
            "option.usebook=true",
        ] {
            assert!(!repeats(option), "{option}");
        }
        for option in [
            "option.Hash=16",
            "option.UCI_Elo=1500",
            "option.UCI_LimitStrength=false",
            "option.OwnBook=false",
            "option.randomness=none",
        ] {
            assert!(repeats(option), "{option}");
        }
    }
}
