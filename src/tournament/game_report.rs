//! The report of a game: one line of JSON.
//!
//! The report contains everything that tables, files and plots show, so that
//! all of them can be regenerated from the reports alone.

use serde::{Deserialize, Serialize};

use super::warnings::{self, Warning};
use crate::base::score::ReportedScore;
use crate::game::{GameResult, Variant};
use crate::openings::Opening;
use crate::rules::{DrawReason, WinReason};

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
    /// The faults of the engines that did not cost them the game.
    #[serde(
        default,
        deserialize_with = "warnings::read",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub warnings: Vec<Warning>,
    /// The last lines that the loser wrote to stderr before it broke down, escaped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stderr: Vec<String>,
    /// The earlier attempts at this game that were abandoned because the runner was
    /// suspended for a while, one sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub abandoned: Vec<String>,
    /// The time at which the game began (RFC 3339, UTC).
    pub started: String,
    /// The duration of the game, in seconds.
    pub seconds: f64,
    /// The worker that played the game, if several shared the tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worker: Option<String>,
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

/// Why a game ended. The protocol, journals and reports use the same [word](Self::word)
/// for a reason.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub enum Termination {
    /// By the rules of the game: a win.
    Won(WinReason),
    /// By the rules of the game: a draw.
    Drawn(DrawReason),
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
    Agreement,
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
    /// The runner was suspended during a search with a time limit, so the game has no
    /// result.
    RunnerDelayed,
}

impl GameReport {
    /// Returns the number of turns, including those of the opening.
    pub const fn length(&self) -> usize {
        self.opening.turns.len() + self.turns.len()
    }

    /// Returns the turns, including those of the opening.
    pub fn turn_texts(&self) -> impl Iterator<Item = &str> {
        let of_engines = self.turns.iter().map(|turn| &turn.turn);
        self.opening
            .turns
            .iter()
            .chain(of_engines)
            .map(String::as_str)
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
    /// All reasons, in the order in which reports list them.
    pub const ALL: [Self; 27] = [
        Self::Won(WinReason::BiyCaptured),
        Self::Won(WinReason::NoLegalTurn),
        Self::Drawn(DrawReason::Repetition),
        Self::Drawn(DrawReason::BareBiys),
        Self::Won(WinReason::Mate),
        Self::Won(WinReason::Bared),
        Self::Won(WinReason::MoriMateLoses),
        Self::Drawn(DrawReason::BareKings),
        Self::Drawn(DrawReason::Robado),
        Self::Drawn(DrawReason::BaredInReturn),
        Self::Drawn(DrawReason::Stalemate),
        Self::Drawn(DrawReason::Niol),
        Self::Drawn(DrawReason::MoriMateDraws),
        Self::Drawn(DrawReason::TurnLimit),
        Self::NoProgress,
        Self::MaxLength,
        Self::WinAdjudicated,
        Self::DrawAdjudicated,
        Self::Resignation,
        Self::Agreement,
        Self::IllegalMove,
        Self::Time,
        Self::Disconnect,
        Self::Stall,
        Self::FailedStart,
        Self::Interrupted,
        Self::RunnerDelayed,
    ];

    /// Returns the word for the reason, such as `biy-captured`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Won(reason) => reason.word(),
            Self::Drawn(reason) => reason.word(),
            Self::NoProgress => "no-progress",
            Self::MaxLength => "max-length",
            Self::WinAdjudicated => "win-adjudicated",
            Self::DrawAdjudicated => "draw-adjudicated",
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
            Self::IllegalMove => "illegal-move",
            Self::Time => "time",
            Self::Disconnect => "disconnect",
            Self::Stall => "stall",
            Self::FailedStart => "failed-start",
            Self::Interrupted => "interrupted",
            Self::RunnerDelayed => "runner-delayed",
        }
    }

    /// Returns whether the loser violated the protocol or its time limit, so
    /// nothing was decided on the board.
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

impl From<Termination> for &'static str {
    fn from(end: Termination) -> Self {
        end.word()
    }
}

impl TryFrom<String> for Termination {
    type Error = String;

    /// Reads a word, including those that earlier versions wrote.
    fn try_from(word: String) -> Result<Self, String> {
        let current = match word.as_str() {
            "patience" => "turn-limit",
            "mated-by-mori" => "mori-mate-loses",
            "mate-by-mori" => "mori-mate-draws",
            "draw-agreed" => "agreement",
            word => word,
        };
        let mut all = Self::ALL.into_iter();
        let found = all.find(|end| end.word() == current);
        found.ok_or_else(|| format!("unknown end {word:?}, expected a word such as \"mate\""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(word: &str) -> Option<Termination> {
        serde_json::from_value(word.into()).ok()
    }

    #[test]
    fn every_reason_is_read_as_it_is_written() {
        for end in Termination::ALL {
            let word = serde_json::to_value(end).unwrap();
            assert_eq!(read(word.as_str().unwrap()), Some(end));
        }
        assert_eq!(read("checkmate"), None);
    }

    #[test]
    fn the_words_of_earlier_versions_are_read() {
        for (word, end) in [
            ("patience", Termination::Drawn(DrawReason::TurnLimit)),
            ("mated-by-mori", Termination::Won(WinReason::MoriMateLoses)),
            (
                "mate-by-mori",
                Termination::Drawn(DrawReason::MoriMateDraws),
            ),
            ("draw-agreed", Termination::Agreement),
        ] {
            assert_eq!(read(word), Some(end));
        }
    }
}
