//! The specification of a tournament, stored with its games.
//!
//! A [`Spec`] determines the games of its tournament; in Swiss and knockout
//! tournaments, the results so far do so too. Settings that may differ
//! from run to run without changing a game, such as the number of concurrent
//! games, are not part of it.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::EngineSpec;
use super::difference::difference;
use super::pairing::PairingSystem;
use super::stats::EloModel;
use crate::game::Variant;
use crate::tables::TableSource;

/// The specification of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spec {
    /// The version of the file format of the spec.
    pub version: u32,
    /// The name of the tournament: the `Event` tag of its game files.
    pub event: String,
    /// The variant.
    pub variant: Variant,
    /// The engines, highest seed first; at least two.
    pub engines: Vec<EngineSpec>,
    /// The tournament format: which engines meet.
    pub format: PairingSystem,
    /// The number of games in each encounter; all start from the same opening, with
    /// colours swapped from game to game.
    pub games: u32,
    /// Whether the engine that is named first has White in all games of an encounter.
    #[serde(default, skip_serializing_if = "is_false")]
    pub fixed_colors: bool,
    /// The openings of the games.
    pub openings: OpeningsSpec,
    /// Whether all encounters of a round have the same opening; see
    /// [`opening_number`](Self::opening_number).
    #[serde(default, skip_serializing_if = "is_false")]
    pub opening_per_round: bool,
    /// The adjudication rules, in addition to the rules of the game.
    #[serde(rename = "terms")]
    pub adjudication: AdjudicationRules,
    /// The sequential test that may end the tournament early, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtSpec>,
    /// The shard of the tournament that this process plays; `None` to play all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The number of times that a game is replayed after a crash, a stall or a
    /// failed start, before it counts as lost.
    #[serde(default)]
    pub recover: u32,
}

impl Spec {
    /// The version of the file format that this program writes.
    pub const VERSION: u32 = 1;

    /// Returns the name of the first field in which two specs differ, if any.
    pub fn difference(&self, other: &Self) -> Option<String> {
        difference(self, other)?.path.into_iter().next()
    }

    /// Returns whether the sequential test alone ends the tournament, whose number of games is
    /// therefore unknown.
    pub const fn is_open_ended(&self) -> bool {
        let (PairingSystem::RoundRobin { rounds } | PairingSystem::Gauntlet { rounds }) =
            self.format
        else {
            return false;
        };
        self.sprt.is_some() && rounds >= SprtSpec::MAX_ROUNDS
    }

    /// Returns the number of the opening of an encounter, from 1, in a round. Usually each encounter has its own. If
    /// all encounters of a round share one, a round of a round-robin or gauntlet is a cycle in
    /// which each pair of engines meets once.
    pub fn opening_number(&self, encounter: u32, round: u32) -> u32 {
        if !self.opening_per_round {
            return encounter;
        }
        let engines = u32::try_from(self.engines.len()).unwrap_or(u32::MAX);
        let others = engines.saturating_sub(1);
        let encounters = match self.format {
            PairingSystem::RoundRobin { .. } => engines.saturating_mul(others) / 2,
            PairingSystem::Gauntlet { .. } => others,
            PairingSystem::Knockout { .. } | PairingSystem::Swiss { .. } => return round,
        };
        encounter.saturating_sub(1) / encounters.max(1) + 1
    }

    /// Returns the tournament with more rounds: its schedule begins with that of this one. Returns
    /// `None` if there is none.
    #[must_use]
    pub fn prolonged(&self, rounds: u32) -> Option<Self> {
        let format = match self.format {
            PairingSystem::RoundRobin { rounds: old } if rounds > old => {
                PairingSystem::RoundRobin { rounds }
            }
            PairingSystem::Gauntlet { rounds: old } if rounds > old => {
                PairingSystem::Gauntlet { rounds }
            }
            _ => return None,
        };
        Some(Self {
            format,
            ..self.clone()
        })
    }

    /// Returns the engines' names, in order.
    pub fn engine_names(&self) -> Vec<String> {
        self.engines
            .iter()
            .map(|engine| engine.name.clone())
            .collect()
    }
}

/// Returns whether a setting has its default, in which case files leave it out.
#[allow(clippy::trivially_copy_pass_by_ref)] // the type that serde requires
const fn is_false(value: &bool) -> bool {
    !*value
}

/// The choice of openings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpeningsSpec {
    /// The source of the openings.
    pub source: OpeningSource,
    /// Whether the openings are used in random order rather than in that of the source.
    pub random_order: bool,
    /// The seed for all random choices.
    pub seed: u64,
}

/// A source of openings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningSource {
    /// The start position, without an opening.
    Start,
    /// The variant's openings that ship with the program; `book` in the file of the match.
    #[serde(rename = "book")]
    Shipped,
    /// A file, whose text is stored so that the openings can't change during
    /// the tournament.
    File {
        /// The path, used in messages.
        path: String,
        /// The contents.
        text: String,
    },
    /// Random turns from the start position, to a position that a search finds
    /// balanced.
    Random {
        /// The number of turns.
        #[serde(rename = "plies")]
        turns: u32,
    },
}

/// The adjudication rules, in addition to the rules of the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AdjudicationRules {
    /// The number of turns after which a game is adjudicated as drawn.
    #[serde(rename = "max_plies")]
    pub max_turns: u32,
    /// The number of consecutive turns without a capture or promotion (in
    /// Shatranj and Shatar, without a capture or pawn move) after which a game
    /// is adjudicated as drawn; `None` for no limit.
    pub no_progress: Option<u32>,
    /// When a game is adjudicated as won; `None` for never.
    pub resign: Option<ResignRule>,
    /// When a game with level scores is adjudicated as drawn; `None` for never.
    pub draw: Option<DrawRule>,
    /// The endgame tables by which games with few men are adjudicated; `None` for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<TablesRule>,
}

impl Default for AdjudicationRules {
    fn default() -> Self {
        Self {
            max_turns: 600,
            no_progress: Some(200),
            resign: None,
            draw: None,
            tables: None,
        }
    }
}

/// The rule for adjudicating a win.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResignRule {
    /// The threshold in centipawns: the loser's scores must be at or below its negative.
    pub score: i32,
    /// The number of the loser's consecutive turns for which this must hold.
    pub count: u32,
    /// Whether the winner's scores must also be at or above the threshold, for
    /// the same number of turns.
    pub two_sided: bool,
}

/// The rule for adjudicating a draw.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawRule {
    /// The number of the first move in which a draw is adjudicated; a move is one turn of each
    /// side. Turns before that move count towards `count` too.
    pub from_move: u32,
    /// The threshold in centipawns: both engines' scores must be at most this
    /// far from zero.
    pub score: i32,
    /// The number of each engine's consecutive turns for which this must hold.
    pub count: u32,
}

/// The endgame tables by which games are adjudicated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TablesRule {
    /// Those that come with the program.
    Shipped,
    /// Those in a folder.
    Folder(PathBuf),
}

impl TablesRule {
    /// Returns where the tables are.
    pub fn source(&self) -> TableSource {
        match self {
            Self::Shipped => TableSource::Shipped,
            Self::Folder(folder) => TableSource::Folder(folder.clone()),
        }
    }
}

/// A sequential test of whether the first engine is stronger than the second.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SprtSpec {
    /// The Elo difference under the null hypothesis.
    pub elo0: f64,
    /// The Elo difference under the alternative hypothesis.
    pub elo1: f64,
    /// The probability of accepting the alternative when the null hypothesis is
    /// true.
    pub alpha: f64,
    /// The probability of accepting the null hypothesis when the alternative is
    /// true.
    pub beta: f64,
    /// The unit of the Elo differences.
    pub model: EloModel,
}

impl SprtSpec {
    /// The number of rounds of a tournament that only the test ends. No practical test needs that
    /// many: with hypotheses 2 Elo apart, the expected number of rounds is at most 130,000.
    pub const MAX_ROUNDS: u32 = 1_000_000;
}

/// A shard: one of several equal parts of a tournament, played by separate processes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    /// The number of the shard, from 1.
    pub number: u32,
    /// The number of shards.
    pub count: u32,
}

/// An error in parsing a [`Shard`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid shard {0:?}: expected I/N, such as 1/4, with I from 1 to N")]
pub struct ShardError(String);

impl Shard {
    /// Returns whether the encounter with this number, from 1, belongs to the shard.
    pub const fn contains(self, encounter: u32) -> bool {
        encounter % self.count == self.number % self.count
    }
}

impl std::str::FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let parse = || {
            let (number, count) = text.split_once('/')?;
            let (number, count) = (number.parse().ok()?, count.parse().ok()?);
            (number >= 1 && number <= count).then_some(Self { number, count })
        };
        parse().ok_or_else(|| ShardError(text.to_owned()))
    }
}

impl TryFrom<String> for Shard {
    type Error = ShardError;

    fn try_from(text: String) -> Result<Self, ShardError> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns a round-robin of two engines, A and B, with two games in each of `rounds`.
    pub fn two_engines(rounds: u32) -> Spec {
        let engine = |name: &str| {
            serde_json::json!({"name": name, "command": "x", "dialect": "uci",
                "budget": {"nodes": 5}})
        };
        serde_json::from_value(serde_json::json!({
            "version": 1, "event": "", "variant": "shatra", "engines": [engine("A"), engine("B")],
            "format": {"round-robin": {"rounds": rounds}}, "games": 2,
            "openings": {"source": "start", "random_order": false, "seed": 1},
            "terms": {"max_plies": 600, "no_progress": null, "resign": null, "draw": null},
        }))
        .unwrap()
    }

    #[test]
    fn every_encounter_belongs_to_exactly_one_shard() {
        let shards = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Shard>().unwrap());
        for encounter in 1..20 {
            let owners = shards
                .iter()
                .filter(|shard| shard.contains(encounter))
                .count();
            assert_eq!(owners, 1, "{encounter}");
        }
        for invalid in ["0/3", "4/3", "1", "1/0", "a/b", "1/3/2"] {
            assert!(invalid.parse::<Shard>().is_err(), "{invalid}");
        }
    }
}
