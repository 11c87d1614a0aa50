//! An engine as a tournament knows it.

use std::path::PathBuf;

use batyr_protocol::Dialect;
use serde::{Deserialize, Serialize};

/// How to start an engine and what to tell it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EngineSpec {
    /// The name in tables; no two engines of a tournament share it.
    pub name: String,
    /// The program: a path, or a name that is looked for where programs are.
    pub command: PathBuf,
    /// Its command line.
    #[serde(default)]
    pub args: Vec<String>,
    /// The folder in which it runs; by default the present one.
    #[serde(default)]
    pub folder: Option<PathBuf>,
    /// What it speaks.
    #[serde(with = "dialect")]
    pub dialect: Dialect,
    /// Options to set, by name, in this order.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// How long it may think.
    #[serde(default)]
    pub budget: Budget,
    /// Whether it thinks on the opponent's time (UCI and UCCI).
    #[serde(default)]
    pub ponder: bool,
    /// Whether it is started anew for each game.
    #[serde(default)]
    pub restart: Restart,
}

/// When an engine's process is replaced by another.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Restart {
    /// Only after a fault.
    #[default]
    Auto,
    /// For each game.
    On,
}

/// What limits the thinking. Several limits hold together.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Budget {
    /// A clock for the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// Time for each move, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movetime_ms: Option<u64>,
    /// Depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Number of nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// So far past its time an engine is forgiven, in milliseconds.
    #[serde(default)]
    pub margin_ms: u64,
}

impl Budget {
    /// Whether anything ends the thinking.
    pub const fn is_limited(&self) -> bool {
        self.clock.is_some()
            || self.movetime_ms.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
    }
}

/// A chess clock.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clock {
    /// Time at the start, and again at each time control, in milliseconds.
    pub base_ms: u64,
    /// Added after each move, in milliseconds.
    pub increment_ms: u64,
    /// Moves from one time control to the next; `None` for the whole game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
}

/// A dialect by its first word.
mod dialect {
    use batyr_protocol::Dialect;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(dialect: &Dialect, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(dialect.handshake())
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Dialect, D::Error> {
        let word = String::deserialize(from)?;
        let found = Dialect::ALL
            .into_iter()
            .find(|dialect| dialect.handshake() == word);
        found.ok_or_else(|| {
            D::Error::custom(format!("dialect {word:?}, expected uci, ucci or ushi"))
        })
    }
}
