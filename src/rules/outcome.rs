//! The outcome of a game and its reason (RULES.md section 9, SHATRANJ-SHATAR.md).

use crate::base::Color;

/// The outcome of a game that has ended by its rules.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// A side has won.
    Win(Color, WinReason),
    /// The game is drawn.
    Draw(DrawReason),
}

impl Outcome {
    /// Returns the reason in words, without a full stop: "White's biy is captured".
    pub fn reason(self) -> String {
        match self {
            Self::Win(winner, reason) => {
                let loser = (!winner).name();
                match reason {
                    WinReason::BiyCaptured => format!("{loser}'s biy is captured"),
                    WinReason::NoLegalTurn => format!("{loser} has no legal turn"),
                    WinReason::Mate => format!("{loser} is mated"),
                    WinReason::Bared => format!("{loser} has nothing but the king"),
                    WinReason::MoriMateLoses => format!("{loser} has mated with a mori"),
                }
            }
            Self::Draw(reason) => reason.clause().to_owned(),
        }
    }

    /// Returns the word for the reason in the protocol, such as `biy-captured`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win(_, reason) => reason.word(),
            Self::Draw(reason) => reason.word(),
        }
    }
}

/// The reason that a game is won.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum WinReason {
    /// The loser's biy was captured.
    BiyCaptured,
    /// The loser has no legal turn (and is not in check, in games with check).
    NoLegalTurn,
    /// The loser's king is mated.
    Mate,
    /// The loser has nothing but its king.
    Bared,
    /// The winner's king is mated by a mori (Fairy-Stockfish's rule).
    MoriMateLoses,
}

impl WinReason {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::BiyCaptured => "biy-captured",
            Self::NoLegalTurn => "no-legal-turn",
            Self::Mate => "mate",
            Self::Bared => "bared",
            Self::MoriMateLoses => "mori-mate-loses",
        }
    }
}

/// The reason that a game is drawn.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum DrawReason {
    /// The position has occurred for the third time.
    Repetition,
    /// Only the biys are left, and as many turns have followed as the rule set requires.
    BareBiys,
    /// Only the kings are left.
    BareKings,
    /// A side has nothing but its king, in Shatar (robado).
    Robado,
    /// A side has nothing but its king, but can bare the opponent in return.
    BaredInReturn,
    /// The side to move has no legal turn.
    Stalemate,
    /// The mating side's series of checks has not included a shak (niol).
    Niol,
    /// A mori's move has given mate.
    MoriMateDraws,
    /// The limit on turns without a capture or a pawn's move was reached.
    TurnLimit,
}

impl DrawReason {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Repetition => "repetition",
            Self::BareBiys => "bare-biys",
            Self::BareKings => "bare-kings",
            Self::Robado => "robado",
            Self::BaredInReturn => "bared-in-return",
            Self::Stalemate => "stalemate",
            Self::Niol => "niol",
            Self::MoriMateDraws => "mori-mate-draws",
            Self::TurnLimit => "turn-limit",
        }
    }

    const fn clause(self) -> &'static str {
        match self {
            Self::Repetition => "the same position for the third time",
            Self::BareBiys => "only the biys are left",
            Self::BareKings => "only the kings are left",
            Self::Robado => "a side has nothing but its noyon",
            Self::BaredInReturn => "both sides bare each other",
            Self::Stalemate => "there is no legal turn",
            Self::Niol => "a mate without a shak in its series",
            Self::MoriMateDraws => "a mate by a mori's move",
            Self::TurnLimit => "too many turns without a capture or a pawn's move",
        }
    }
}
