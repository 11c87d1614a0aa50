//! How a game has ended, in words.

use crate::base::Color;
use crate::rules::{DrawReason, Outcome, WinReason};

/// The end of a game between a person and the engine.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules.
    Rules(Outcome),
    /// A side's time was over.
    Flag(Color),
    /// A side has given up.
    Resigned(Color),
    /// Both sides took a draw.
    Agreed,
}

impl Ending {
    /// A sentence for people.
    pub fn words(self) -> String {
        let won = |color: Color, why: &str| format!("{} has won: {why}.", name(color));
        match self {
            Self::Rules(Outcome::Win(color, WinReason::BiyCaptured)) => {
                won(color, &format!("{}'s biy is captured", name(!color)))
            }
            Self::Rules(Outcome::Win(color, WinReason::NoLegalTurn)) => {
                won(color, &format!("{} has no legal turn", name(!color)))
            }
            Self::Rules(Outcome::Win(color, WinReason::Mate)) => {
                won(color, &format!("{} is mated", name(!color)))
            }
            Self::Rules(Outcome::Win(color, WinReason::Bared)) => {
                won(color, &format!("{} has nothing but the king", name(!color)))
            }
            Self::Rules(Outcome::Win(color, WinReason::MatedByMori)) => {
                won(color, &format!("{} has mated with a mori", name(!color)))
            }
            Self::Rules(Outcome::Draw(reason)) => {
                format!("The game is drawn: {}.", drawn(reason))
            }
            Self::Flag(color) => won(!color, &format!("{}'s flag has fallen", name(color))),
            Self::Resigned(color) => won(!color, &format!("{} has resigned", name(color))),
            Self::Agreed => "The game is drawn by agreement.".to_owned(),
        }
    }
}

/// Why a game is drawn by the rules.
const fn drawn(reason: DrawReason) -> &'static str {
    match reason {
        DrawReason::Repetition => "the same position for the third time",
        DrawReason::BareBiys => "only the biys are left",
        DrawReason::BareKings => "only the kings are left",
        DrawReason::Robado => "a side has nothing but its noyon",
        DrawReason::BaredInReturn => "both sides bare each other",
        DrawReason::NoLegalTurn => "there is no legal turn",
        DrawReason::Niol => "a mate without a shak in its series",
        DrawReason::MateByMori => "a mori must not mate",
        DrawReason::Patience => "too many turns without a capture or a pawn's move",
    }
}

/// What people call a side.
pub const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_winner_and_the_reason_are_named() {
        let biy = Outcome::Win(Color::Black, WinReason::BiyCaptured);
        let said = Ending::Rules(biy).words();
        assert_eq!(said, "Black has won: White's biy is captured.");
        let said = Ending::Flag(Color::Black).words();
        assert_eq!(said, "White has won: Black's flag has fallen.");
    }
}
