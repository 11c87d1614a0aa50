//! What is kept of a game: one line of JSON.
//!
//! **The decision:** the report holds everything that any table, file or plot
//! shows, so that all of them can be made again from the reports alone.

use serde::{Deserialize, Serialize};

use crate::rules::{GameResult, Variant};

/// One game as it was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameReport {
    /// Its number in the schedule, from 1. No two games of a tournament share
    /// it.
    pub game: u32,
    /// The round, from 1.
    pub round: u32,
    /// The encounter that it belongs to, from 1: games on the same opening
    /// with colours changed.
    pub encounter: u32,
    /// The rules.
    pub variant: Variant,
    /// The name of White's engine.
    pub white: String,
    /// The name of Black's engine.
    pub black: String,
    /// What was on the board before the engines took over.
    pub opening: Opening,
    /// Who won.
    pub result: GameResult,
    /// Why the game ended.
    pub end: End,
    /// The end in a sentence, for people.
    pub detail: String,
    /// The turns of the engines, in order.
    pub turns: Vec<TurnReport>,
    /// What the engines did wrong without losing by it, in sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// When it began (RFC 3339, UTC).
    pub started: String,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// The beginning of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Opening {
    /// What it is called, or where it comes from: `shatra.openings:17`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The position from which it starts, unless that is the start of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The turns from there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<String>,
}

/// One turn of an engine.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct TurnReport {
    /// The turn (RULES.md section 11).
    pub turn: String,
    /// The score that the engine gave, for the side to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Said>,
    /// The depth that it gave, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The nodes that it gave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The time that it gave, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said_ms: Option<u64>,
    /// The time that it was charged, in milliseconds.
    pub ms: f64,
    /// What its clock showed afterwards, in milliseconds, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_ms: Option<f64>,
    /// The time that the runner took before this turn, charged to nobody, in
    /// milliseconds.
    pub overhead_ms: f64,
}

/// A score as an engine says it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Said {
    /// Hundredths of a shatra.
    Cp(i32),
    /// Own moves to a win; negative to a loss.
    Mate(i32),
}

/// Why a game ended.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
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
    /// By Fairy-Stockfish's rules: the loser mated with a mori.
    MatedByMori,
    /// By the rules: only the kings are left.
    BareKings,
    /// By the rules: a side has nothing but its noyon.
    Robado,
    /// By the rules: who was bared can bare the other side.
    BaredInReturn,
    /// By the rules: no legal move, and that is a draw.
    Stalemate,
    /// By the rules: a mate without a shak.
    Niol,
    /// By the rules: a mate by a mori's move.
    MateByMori,
    /// By the rules: too many turns without a capture or a pawn's move.
    Patience,
    /// Drawn by the runner: no capture, drop or promotion for long.
    NoProgress,
    /// Drawn by the runner: the game grew too long.
    MaxLength,
    /// Both engines saw the same side lost.
    WinAdjudicated,
    /// Both engines saw a level game.
    DrawAdjudicated,
    /// The loser gave up.
    Resignation,
    /// One engine offered a draw and the other took it.
    DrawAgreed,
    /// The loser played an illegal move.
    IllegalMove,
    /// The loser overstepped its time and did answer.
    Time,
    /// The loser's process ended.
    Disconnect,
    /// The loser lived, but did not answer.
    Stall,
    /// The loser could not be started, or did not get through the opening of
    /// the conversation.
    FailedStart,
    /// Broken off by the runner.
    Interrupted,
}

impl GameReport {
    /// How many turns were made, those of the opening included.
    pub const fn length(&self) -> usize {
        self.opening.turns.len() + self.turns.len()
    }

    /// Who lost by a fault, if somebody did.
    pub fn faulty(&self) -> Option<&str> {
        match self.result {
            _ if !self.end.is_fault() => None,
            GameResult::WhiteWins => Some(&self.black),
            GameResult::BlackWins => Some(&self.white),
            _ => None,
        }
    }
}

impl End {
    /// Whether the loser broke the rules of the conversation or its clock, and
    /// nothing was decided on the board.
    pub const fn is_fault(self) -> bool {
        matches!(
            self,
            Self::IllegalMove | Self::Time | Self::Disconnect | Self::Stall | Self::FailedStart
        )
    }

    /// Whether an engine broke down, which may be the machine's fault and not
    /// its own.
    pub const fn is_breakdown(self) -> bool {
        matches!(self, Self::Disconnect | Self::Stall | Self::FailedStart)
    }
}
