//! The description of a tournament, stored with its games.
//!
//! The games of a tournament follow from its [`Spec`] alone
//! (and, in Swiss and knockout, from the results so far). Settings that may
//! differ from one run to the next without changing a game, such as the number
//! of concurrent games, are not part of it.

use serde::{Deserialize, Serialize};

use super::EngineSpec;
use super::stats::EloModel;
use crate::game::Variant;

/// The description of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spec {
    /// The version of this format.
    pub version: u32,
    /// The name of the tournament, the `Event` of its game files.
    pub event: String,
    /// The rule set.
    pub variant: Variant,
    /// The engines, best seed first; at least two.
    pub engines: Vec<EngineSpec>,
    /// The format: which engines meet.
    pub format: FormatSpec,
    /// The number of games in each encounter, on one opening with colours swapped.
    pub games: u32,
    /// The openings of the games.
    pub openings: OpeningsSpec,
    /// The rules of adjudication, besides the rules of the game.
    #[serde(rename = "terms")]
    pub adjudication: AdjudicationRules,
    /// The sequential test that may end the tournament early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtSpec>,
    /// The shard of the tournament that this process plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The number of times that a game is played again after a crash, a stall
    /// or a failed start, before it counts as lost.
    #[serde(rename = "recover", default)]
    pub max_retries: u32,
}

impl Spec {
    /// The version of the format that this program writes.
    pub const VERSION: u32 = 1;

    /// Returns the name of the first field in which two tournaments differ.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let [one, two] = [self, other].map(|spec| serde_json::to_value(spec).unwrap_or_default());
        let [one, two] = [one.as_object()?, two.as_object()?];
        let names = one.keys().chain(two.keys());
        let mut differing = names.filter(|&name| one.get(name) != two.get(name));
        differing.next().cloned()
    }

    /// Returns the engines' names, in order.
    pub fn engine_names(&self) -> Vec<String> {
        self.engines
            .iter()
            .map(|engine| engine.name.clone())
            .collect()
    }
}

/// The format of a tournament: which engines meet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormatSpec {
    /// Every engine against every other.
    RoundRobin {
        /// The number of encounters between any two engines.
        #[serde(rename = "rounds")]
        cycles: u32,
    },
    /// The first engine against each of the others.
    Gauntlet {
        /// The number of encounters with each opponent.
        #[serde(rename = "rounds")]
        cycles: u32,
    },
    /// A knockout: the loser of an encounter is out.
    Knockout {
        /// The number of further encounters to decide a tied one; if the last
        /// is tied too, the higher seed advances.
        replays: u32,
    },
    /// A Swiss tournament: engines with similar scores meet.
    Swiss {
        /// The number of rounds.
        rounds: u32,
    },
}

impl FormatSpec {
    /// Returns whether all encounters are known before the first game.
    pub const fn is_fixed(&self) -> bool {
        matches!(self, Self::RoundRobin { .. } | Self::Gauntlet { .. })
    }
}

/// The choice of openings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpeningsSpec {
    /// The source of the openings.
    pub source: OpeningSource,
    /// Whether they are taken in random order rather than in that of the file.
    pub random_order: bool,
    /// The seed of all random choices.
    pub seed: u64,
}

/// A source of openings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningSource {
    /// The start of the game, without an opening.
    Start,
    /// The book of the variant that ships with the program.
    Book,
    /// A file, whose text is kept so that it can't change during the
    /// tournament.
    File {
        /// The path, for messages.
        path: String,
        /// The contents.
        text: String,
    },
    /// Random turns from the start, leading to a position that a search finds
    /// balanced.
    Random {
        /// The number of turns.
        #[serde(rename = "plies")]
        turns: u32,
    },
}

/// The rules of adjudication, besides the rules of the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AdjudicationRules {
    /// The number of turns at which a game is drawn.
    #[serde(rename = "max_plies")]
    pub max_turns: u32,
    /// The number of successive turns without a capture or promotion (in
    /// Shatranj and Shatar, without a capture or pawn move) after which a game
    /// is drawn; `None` for no limit.
    pub no_progress: Option<u32>,
    /// When a game is adjudicated as won.
    pub resign: Option<ResignRule>,
    /// When a game is adjudicated as drawn.
    pub draw: Option<DrawRule>,
}

impl Default for AdjudicationRules {
    fn default() -> Self {
        Self {
            max_turns: 600,
            no_progress: Some(200),
            resign: None,
            draw: None,
        }
    }
}

/// The rule for adjudicating a win.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResignRule {
    /// The bound: the loser's scores are at or below minus this, in centipawns.
    pub score: i32,
    /// The number of its own turns in a row for which this must hold.
    pub count: u32,
    /// Whether the winner's scores must be at or above the bound for as many
    /// turns.
    pub two_sided: bool,
}

/// The rule for adjudicating a draw.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawRule {
    /// The first move that counts (two turns make a move).
    pub from_move: u32,
    /// The bound: both engines' scores are at most this far from zero, in
    /// centipawns.
    pub score: i32,
    /// The number of turns of each engine in a row for which this must hold.
    pub count: u32,
}

/// A sequential test of whether the first engine is stronger than the second.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SprtSpec {
    /// The Elo difference of the null hypothesis.
    pub elo0: f64,
    /// The Elo difference of the alternative.
    pub elo1: f64,
    /// The probability of accepting the alternative although the null
    /// hypothesis holds.
    pub alpha: f64,
    /// The probability of accepting the null hypothesis although the
    /// alternative holds.
    pub beta: f64,
    /// The unit of the Elo differences.
    pub model: EloModel,
}

/// A shard of a tournament: one of several equal parts.
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
#[error("shard {0:?}, expected I/N such as 1/4, with I from 1 to N")]
pub struct ShardError(String);

impl Shard {
    /// Returns whether an encounter, by its number from 1, belongs to the shard.
    pub const fn contains(self, encounter: u32) -> bool {
        encounter % self.count == self.number % self.count
    }
}

impl std::str::FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let read = || {
            let (number, count) = text.split_once('/')?;
            let (number, count) = (number.parse().ok()?, count.parse().ok()?);
            (number >= 1 && number <= count).then_some(Self { number, count })
        };
        read().ok_or_else(|| ShardError(text.to_owned()))
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
mod tests {
    use super::*;

    #[test]
    fn every_encounter_belongs_to_one_shard() {
        let shards = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Shard>().unwrap());
        for encounter in 1..20 {
            let owners = shards
                .iter()
                .filter(|shard| shard.contains(encounter))
                .count();
            assert_eq!(owners, 1, "{encounter}");
        }
        for bad in ["0/3", "4/3", "1", "1/0", "a/b", "1/3/2"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
