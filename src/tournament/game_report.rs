//! The report of a game: one line of JSON.
//!
//! The report holds everything that any table, file or plot
//! shows, so that all of them can be made again from the reports alone.

use serde::{Deserialize, Serialize};

use crate::game::{GameResult, Variant};

/// The report of one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameReport {
    /// The number of the game in the schedule, from 1, unique within a
    /// tournament.
    pub game: u32,
    /// The round, from 1.
    pub round: u32,
    /// The number of the encounter that the game belongs to, from 1: games on the same opening with
    /// colours swapped.
    pub encounter: u32,
    /// The rule set.
    pub variant: Variant,
    /// The name of White's engine.
    pub white: String,
    /// The name of Black's engine.
    pub black: String,
    /// The opening, played before the engines took over.
    pub opening: Opening,
    /// The result.
    pub result: GameResult,
    /// Why the game ended.
    pub end: Termination,
    /// A sentence that describes the end.
    pub detail: String,
    /// The turns of the engines, in order.
    pub turns: Vec<TurnReport>,
    /// The faults of the engines that did not cost them the game, in sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// When the game began (RFC 3339, UTC).
    pub started: String,
    /// The duration of the game, in seconds.
    pub seconds: f64,
}

/// The opening of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Opening {
    /// The name or source: `shatra.openings:17`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The starting position, unless it is the variant's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The turns from the starting position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<String>,
}

/// The report of one turn of an engine.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct TurnReport {
    /// The turn (RULES.md section 11).
    pub turn: String,
    /// The score that the engine reported, for the side to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<ReportedScore>,
    /// The depth that the engine reported, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The number of nodes that the engine reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The time that the engine reported, in milliseconds.
    #[serde(rename = "said_ms", default, skip_serializing_if = "Option::is_none")]
    pub reported_ms: Option<u64>,
    /// The time charged to the engine, in milliseconds.
    pub ms: f64,
    /// The time left on the engine's clock afterwards, in milliseconds, if it had a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_ms: Option<f64>,
    /// The time that the runner took before this turn, charged to neither side,
    /// in milliseconds.
    pub overhead_ms: f64,
}

/// A score as the engine reported it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReportedScore {
    /// Hundredths of a shatra.
    Cp(i32),
    /// A forced win in this many of its own moves; a forced loss if negative.
    Mate(i32),
}

/// Why a game ended.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// By the rules: the loser's biy was captured.
    BiyCaptured,
    /// By the rules: the loser has no legal turn.
    NoLegalTurn,
    /// By the rules: the same position for the third time.
    Repetition,
    /// By the rules: only the biys are left.
    BareBiys,
    /// By the rules: the loser's king was mated.
    Mate,
    /// By the rules: the loser has nothing but its king.
    Bared,
    /// By Fairy-Stockfish's rules: the loser gave mate with a mori.
    #[serde(rename = "mated-by-mori")]
    MoriMateLoses,
    /// By the rules: only the kings are left.
    BareKings,
    /// By the rules: a side has nothing but its noyon.
    Robado,
    /// By the rules: the bared side can bare the other side in return.
    BaredInReturn,
    /// By the rules: no legal move, where that is a draw.
    Stalemate,
    /// By the rules: a mate without a shak in its series.
    Niol,
    /// By the rules: a mate by a mori's move.
    #[serde(rename = "mate-by-mori")]
    MoriMateDraws,
    /// By the rules: too many turns without a capture or a pawn move.
    #[serde(rename = "patience")]
    TurnLimit,
    /// Drawn by the runner: too many turns without progress, that is, without a
    /// capture or promotion (in Shatranj and Shatar, without a capture or pawn
    /// move).
    NoProgress,
    /// Drawn by the runner: the game reached its maximum length.
    MaxLength,
    /// Won by the runner's adjudication: the scores showed that one side was lost.
    WinAdjudicated,
    /// Drawn by the runner's adjudication: both engines' scores were near zero.
    DrawAdjudicated,
    /// The loser resigned.
    Resignation,
    /// One engine offered a draw and the other accepted.
    DrawAgreed,
    /// The loser played an illegal move.
    IllegalMove,
    /// The loser answered, but exceeded its time.
    Time,
    /// The loser's process ended.
    Disconnect,
    /// The loser's process ran, but did not answer.
    Stall,
    /// The loser could not be started, or did not complete the handshake.
    FailedStart,
    /// Interrupted by the runner.
    Interrupted,
}

impl GameReport {
    /// Returns the number of turns, including those of the opening.
    pub const fn length(&self) -> usize {
        self.opening.turns.len() + self.turns.len()
    }

    /// Returns the name of the engine that lost by a fault, if one did.
    pub fn loser_by_fault(&self) -> Option<&str> {
        match self.result {
            _ if !self.end.is_fault() => None,
            GameResult::WhiteWins => Some(&self.black),
            GameResult::BlackWins => Some(&self.white),
            _ => None,
        }
    }
}

impl Termination {
    /// Returns whether the loser violated the protocol or its time limit, so
    /// that nothing was decided on the board.
    pub const fn is_fault(self) -> bool {
        matches!(
            self,
            Self::IllegalMove | Self::Time | Self::Disconnect | Self::Stall | Self::FailedStart
        )
    }

    /// Returns whether an engine broke down, which may be the machine's fault
    /// rather than the engine's.
    pub const fn is_breakdown(self) -> bool {
        matches!(self, Self::Disconnect | Self::Stall | Self::FailedStart)
    }
}
