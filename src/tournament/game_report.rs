//! The report of a game: one line of JSON.
//!
//! The report contains everything that tables, files and plots show, so that
//! all of them can be regenerated from the reports alone.

use serde::{Deserialize, Serialize};

use crate::base::score::ReportedScore;
use crate::game::{GameResult, Variant};
use crate::openings::Opening;

/// The report of one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameReport {
    /// The number of the game in the schedule, from 1, unique within a
    /// tournament.
    pub game: u32,
    /// The round, from 1.
    pub round: u32,
    /// The number of the encounter to which the game belongs, from 1. All games of an encounter
    /// start from the same opening, with colours swapped from game to game.
    pub encounter: u32,
    /// The variant.
    pub variant: Variant,
    /// The name of White's engine.
    pub white: String,
    /// The name of Black's engine.
    pub black: String,
    /// The opening, played before the engines took over.
    pub opening: Opening,
    /// The result of the game.
    pub result: GameResult,
    /// Why the game ended.
    pub end: Termination,
    /// A sentence that describes the end of the game.
    pub detail: String,
    /// The turns of the engines, in order.
    pub turns: Vec<TurnReport>,
    /// The faults of the engines that did not cost them the game, one sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// The last lines that the loser wrote to stderr before it broke down, escaped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stderr: Vec<String>,
    /// The earlier attempts at this game that were abandoned because the runner itself did not
    /// run for a while, one sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub abandoned: Vec<String>,
    /// The time at which the game began (RFC 3339, UTC).
    pub started: String,
    /// The duration of the game, in seconds.
    pub seconds: f64,
}

/// The report of one turn of an engine.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct TurnReport {
    /// The turn, in the notation of RULES.md section 11.
    pub turn: String,
    /// The score that the engine reported, from its own point of view.
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
    #[serde(rename = "ms")]
    pub charged_ms: f64,
    /// The time left on the engine's clock afterwards, in milliseconds, if it had a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_ms: Option<f64>,
    /// The runner's own processing time before this turn, which is charged to
    /// neither side, in milliseconds.
    pub overhead_ms: f64,
}

/// Why a game ended.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// By the rules: the loser's biy was captured.
    BiyCaptured,
    /// By the rules: the loser has no legal turn.
    NoLegalTurn,
    /// By the rules: the same position occurred for the third time.
    Repetition,
    /// By the rules: only the biys are left.
    BareBiys,
    /// By the rules: the loser's king was mated.
    Mate,
    /// By the rules: the loser has nothing but its king.
    Bared,
    /// By Fairy-Stockfish's rules: a mate by a mori (the knight of Shatar), which loses for the
    /// side that gave it.
    #[serde(rename = "mated-by-mori")]
    MoriMateLoses,
    /// By the rules: only the kings are left.
    BareKings,
    /// By the rules of Shatar: a side has nothing but its king (noyon), which draws.
    Robado,
    /// By the rules: a bared side can bare the other side in return, which draws.
    BaredInReturn,
    /// By the rules: the side to move has no legal turn, in games in which that is a draw.
    Stalemate,
    /// By the rules of Shatar: a mate that ends a series of checks without a shak (a check by
    /// certain men, see SHATRANJ-SHATAR.md), which draws.
    Niol,
    /// By the rules of Shatar: a mate by a mori, which draws.
    #[serde(rename = "mate-by-mori")]
    MoriMateDraws,
    /// By the rules: too many consecutive turns without a capture or pawn move.
    #[serde(rename = "patience")]
    TurnLimit,
    /// Adjudicated as drawn: too many consecutive turns without a capture or
    /// promotion (in Shatranj and Shatar, without a capture or pawn move).
    NoProgress,
    /// Adjudicated as drawn: the game reached the maximum length.
    MaxLength,
    /// Adjudicated as won: by the engines' scores, one side was lost.
    WinAdjudicated,
    /// Adjudicated as drawn: both engines' scores were near zero.
    DrawAdjudicated,
    /// The loser resigned.
    Resignation,
    /// One engine offered a draw and the other accepted.
    DrawAgreed,
    /// The loser played an illegal move.
    IllegalMove,
    /// The loser exceeded its time.
    Time,
    /// The loser's process ended.
    Disconnect,
    /// The loser's process was running, but did not answer.
    Stall,
    /// The loser could not be started, or did not complete the handshake.
    FailedStart,
    /// The runner interrupted the game, which has no result.
    Interrupted,
    /// The runner itself did not run during a search with a time limit, so the game has no
    /// result.
    RunnerDelayed,
}

impl GameReport {
    /// Returns the number of turns, including those of the opening.
    pub const fn length(&self) -> usize {
        self.opening.turns.len() + self.turns.len()
    }

    /// Returns the name of the engine that lost by a fault, if either did.
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

    /// Returns whether the loser broke down, which may be the machine's fault
    /// rather than the engine's.
    pub const fn is_breakdown(self) -> bool {
        matches!(self, Self::Disconnect | Self::Stall | Self::FailedStart)
    }
}
