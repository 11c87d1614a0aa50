//! The specification of an engine in a tournament.

use std::path::PathBuf;
use std::sync::LazyLock;

use batyr_protocol::Dialect;
use serde::{Deserialize, Serialize};

use super::time_control::TimeControl;
use super::timeouts::EngineTimeouts;

/// The options that make engines play from their own book.
pub(super) const BOOK_OPTIONS: [&str; 2] = ["OwnBook", "usebook"];
/// The options of all dialects by which engines play below full strength, or choose among good
/// turns: at random.
const HANDICAP_OPTIONS: [&str; 6] = [
    "Skill Level",
    "skilllevel",
    "UCI_LimitStrength",
    "LimitStrength",
    "limitstrength",
    "randomness",
];
/// The values with which such an option has no effect.
const OFF: [&str; 2] = ["false", "none"];

/// The specification of an engine: how to start it, its options and its limits.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct EngineSpec {
    /// The name used in tables, unique within a tournament.
    pub name: String,
    /// The program: a path or a name; see [`ProgramLocation`](super::player::ProgramLocation).
    pub command: PathBuf,
    /// The arguments of the program.
    #[serde(default)]
    pub args: Vec<String>,
    /// The working directory; `None` for that of this process.
    #[serde(default)]
    pub folder: Option<PathBuf>,
    /// The protocol dialect that the engine speaks.
    #[serde(with = "dialect")]
    pub dialect: Dialect,
    /// The options to set, as names and values, in this order.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// The limits on the engine's searches.
    #[serde(default)]
    pub budget: Budget,
    /// Whether the engine ponders, that is, thinks on the opponent's time (UCI
    /// and UCCI).
    #[serde(default)]
    pub ponder: bool,
    /// When the engine's process is restarted.
    #[serde(default)]
    pub restart: Restart,
    /// The time limits on waiting for this engine, where they differ from those of the run.
    #[serde(default, skip_serializing_if = "EngineTimeouts::is_empty")]
    pub timeouts: EngineTimeouts,
}

impl EngineSpec {
    /// Returns the number of search threads: the value of the option `Threads`, or 1.
    pub fn threads(&self) -> usize {
        let threads = self.options.iter().rev();
        let mut threads = threads.filter(|(name, _)| name.eq_ignore_ascii_case("threads"));
        let value = threads.next().and_then(|(_, value)| value.parse().ok());
        value.unwrap_or(1).max(1)
    }

    /// Returns whether the options that are set make the engine choose its turns at random.
    pub fn is_randomised(&self) -> bool {
        let names = BOOK_OPTIONS.iter().chain(&HANDICAP_OPTIONS);
        self.options.iter().any(|(name, value)| {
            let is_off = OFF.iter().any(|off| value.eq_ignore_ascii_case(off));
            !is_off && names.clone().any(|known| known.eq_ignore_ascii_case(name))
        })
    }

    /// Returns an upper bound on the number of search threads that run at a time in a
    /// game between two of these engines.
    pub fn threads_of_game(engines: &[Self]) -> usize {
        let pondering = |engine: &Self| if engine.ponder { engine.threads() } else { 0 };
        let games = (0..).zip(engines).flat_map(|(i, thinker)| {
            let others = (0..).zip(engines).filter(move |&(j, _)| i != j);
            // A single engine plays against itself.
            let opponents = others.map(|(_, other)| other);
            let own = (engines.len() == 1).then_some(thinker);
            let in_game = move |other| thinker.threads().saturating_add(pondering(other));
            opponents.chain(own).map(in_game)
        });
        games.max().unwrap_or(1)
    }
}

/// When an engine's process is replaced by a new one.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Restart {
    /// Only after a fault of the engine.
    #[default]
    Auto,
    /// Before each game.
    On,
}

/// The limits on an engine's searches. If several are set, the first one reached ends a search.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Budget {
    /// The time control, if the engine plays with a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// The fixed time for each move, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movetime_ms: Option<u64>,
    /// The depth, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The number of nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The margin by which the engine may exceed its time without losing on time, in
    /// milliseconds.
    #[serde(default)]
    pub margin_ms: u64,
}

impl Budget {
    /// Returns whether any limit is set.
    pub const fn is_limited(&self) -> bool {
        self.clock.is_some()
            || self.movetime_ms.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
    }

    /// Returns whether there is a time limit.
    pub const fn is_timed(&self) -> bool {
        self.clock.is_some() || self.movetime_ms.is_some()
    }
}

/// Adds an option to a list, in place of earlier values under the same name, ignoring case.
pub(super) fn set_option(options: &mut Vec<(String, String)>, name: &str, value: &str) {
    options.retain(|(existing, _)| !existing.eq_ignore_ascii_case(name));
    options.push((name.to_owned(), value.to_owned()));
}

/// The handshake commands of all dialects, for messages: `uci, ucci or ushi`.
pub(super) static DIALECTS: LazyLock<String> = LazyLock::new(|| {
    let words = Dialect::ALL.map(|dialect| dialect.properties().handshake);
    match words.split_last() {
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
});

/// Serialization of a dialect as its handshake command, such as `uci`.
mod dialect {
    use batyr_protocol::Dialect;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(dialect: &Dialect, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(dialect.properties().handshake)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Dialect, D::Error> {
        let word = String::deserialize(from)?;
        Dialect::from_handshake(&word).ok_or_else(|| {
            let dialects = super::DIALECTS.as_str();
            D::Error::custom(format!("dialect {word:?}, expected {dialects}"))
        })
    }
}
