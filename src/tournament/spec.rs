//! All that decides how a tournament goes, as it is kept beside its games.
//!
//! **The decision:** the games of a tournament follow from its [`Spec`] alone
//! (and, in Swiss and knockout, from the results so far). What may differ from
//! one call to the next without changing a game, such as how many run at once,
//! is not in it.

use serde::{Deserialize, Serialize};

use super::EngineSpec;
use crate::rules::Variant;

/// A tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spec {
    /// The version of this form.
    pub version: u32,
    /// Its name, the `Event` of its game files.
    pub event: String,
    /// The rules.
    pub variant: Variant,
    /// The engines, best seed first; there are two at least.
    pub engines: Vec<EngineSpec>,
    /// Who plays whom.
    pub format: FormatSpec,
    /// Games in each encounter, on one opening with colours changed.
    pub games: u32,
    /// How games begin.
    pub openings: OpeningsSpec,
    /// How games end, besides by the rules.
    pub terms: Terms,
    /// The test that may end the tournament early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtSpec>,
    /// The share that is played here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// So many times a game is played again that a crash, a stall or a failed
    /// start has broken, before it counts as lost.
    #[serde(default)]
    pub recover: u32,
}

impl Spec {
    /// The version of the form that this program writes.
    pub const VERSION: u32 = 1;

    /// Where another tournament differs from this one, by the name of the
    /// field.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let [one, two] = [self, other].map(|spec| serde_json::to_value(spec).unwrap_or_default());
        let [one, two] = [one.as_object()?, two.as_object()?];
        let names = one.keys().chain(two.keys());
        let mut differing = names.filter(|&name| one.get(name) != two.get(name));
        differing.next().cloned()
    }

    /// The engines' names, in order.
    pub fn engine_names(&self) -> Vec<String> {
        self.engines
            .iter()
            .map(|engine| engine.name.clone())
            .collect()
    }
}

/// Who plays whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormatSpec {
    /// Everybody against everybody, so many times.
    RoundRobin {
        /// Encounters of each two engines.
        rounds: u32,
    },
    /// The first engine against each of the others, so many times.
    Gauntlet {
        /// Encounters of each two engines.
        rounds: u32,
    },
    /// Whoever loses an encounter is out.
    Knockout {
        /// So many further encounters a tie may take; after that the higher
        /// seed goes on.
        replays: u32,
    },
    /// Engines with like scores meet.
    Swiss {
        /// Rounds.
        rounds: u32,
    },
}

impl FormatSpec {
    /// Whether all encounters are known before the first game.
    pub const fn is_fixed(&self) -> bool {
        matches!(self, Self::RoundRobin { .. } | Self::Gauntlet { .. })
    }
}

/// How games begin.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpeningsSpec {
    /// Where openings come from.
    pub source: OpeningSource,
    /// Whether they are taken in the order of the file, or by lot.
    pub random_order: bool,
    /// Decides all lots.
    pub seed: u64,
}

/// Where openings come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningSource {
    /// The start of the game.
    Start,
    /// The book of the variant that the program brings along.
    Book,
    /// A file, whose text is kept so that it can't change under the
    /// tournament.
    File {
        /// Its path, for messages.
        path: String,
        /// What it holds.
        text: String,
    },
    /// Random turns from the start, to a position that a search finds
    /// balanced.
    Random {
        /// How many turns.
        plies: u32,
    },
}

/// How games end, besides by the rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// A game of so many turns is drawn.
    pub max_plies: u32,
    /// A game is drawn after so many turns in a row without a capture or
    /// promotion; `None`: never.
    pub no_progress: Option<u32>,
    /// When a game is given up for lost.
    pub resign: Option<ResignTerms>,
    /// When a game is agreed to be drawn.
    pub draw: Option<DrawTerms>,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            max_plies: 600,
            no_progress: Some(200),
            resign: None,
            draw: None,
        }
    }
}

/// When a game is given up for lost.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResignTerms {
    /// The loser's scores are at or below minus this, in centipawns.
    pub score: i32,
    /// In so many of its own turns in a row.
    pub count: u32,
    /// And the winner's at or above this in as many.
    pub two_sided: bool,
}

/// When a game is agreed to be drawn.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawTerms {
    /// From this move on (two turns make a move).
    pub from_move: u32,
    /// Both engines' scores are so near to zero, in centipawns.
    pub score: i32,
    /// In so many turns of each in a row.
    pub count: u32,
}

/// A sequential test of whether the first engine is stronger than the second.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SprtSpec {
    /// The Elo difference of the null hypothesis.
    pub elo0: f64,
    /// The Elo difference of the alternative.
    pub elo1: f64,
    /// How often the alternative may be taken though the null holds.
    pub alpha: f64,
    /// How often the null may be taken though the alternative holds.
    pub beta: f64,
    /// What the differences are measured in.
    pub model: EloModel,
}

/// What an Elo difference is measured in.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Expected score.
    Logistic,
    /// Expected score in units of its deviation.
    #[default]
    Normalized,
}

/// A share of a tournament.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    /// Which one, from 1.
    pub number: u32,
    /// Of how many.
    pub of: u32,
}

/// Why a text is no [`Shard`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("shard {0:?}, expected I/N such as 1/4, with I from 1 to N")]
pub struct ShardError(String);

impl Shard {
    /// Whether an encounter, by its number from 1, belongs to the share.
    pub const fn has(self, encounter: u32) -> bool {
        encounter % self.of == self.number % self.of
    }
}

impl std::str::FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let read = || {
            let (number, of) = text.split_once('/')?;
            let (number, of) = (number.parse().ok()?, of.parse().ok()?);
            (number >= 1 && number <= of).then_some(Self { number, of })
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
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_everything_once() {
        let shards = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Shard>().unwrap());
        for encounter in 1..20 {
            let owners = shards.iter().filter(|shard| shard.has(encounter)).count();
            assert_eq!(owners, 1, "{encounter}");
        }
        for bad in ["0/3", "4/3", "1", "1/0", "a/b", "1/3/2"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
