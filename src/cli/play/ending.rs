//! The end of a game, and the sentence about it.

use crate::base::Color;
use crate::rules::Outcome;

/// The end of a game between a person and the engine.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The rules end the game.
    Rules(Outcome),
    /// The flag of this side has fallen.
    Flag(Color),
    /// This side has resigned.
    Resigned(Color),
    /// Both sides have agreed to a draw.
    Agreed,
}

impl Ending {
    /// Returns a sentence about the end, for people.
    pub fn words(self) -> String {
        let won = |color: Color, why: &str| format!("{} has won: {why}.", name(color));
        match self {
            Self::Rules(outcome @ Outcome::Win(color, _)) => won(color, &outcome.reason()),
            Self::Rules(outcome @ Outcome::Draw(_)) => {
                format!("The game is drawn: {}.", outcome.reason())
            }
            Self::Flag(color) => won(!color, &format!("{}'s flag has fallen", name(color))),
            Self::Resigned(color) => won(!color, &format!("{} has resigned", name(color))),
            Self::Agreed => "The game is drawn by agreement.".to_owned(),
        }
    }
}

/// Returns the name of a side.
pub const fn name(color: Color) -> &'static str {
    color.name()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::WinReason;

    #[test]
    fn the_winner_and_the_reason_are_named() {
        let biy = Outcome::Win(Color::Black, WinReason::BiyCaptured);
        let said = Ending::Rules(biy).words();
        assert_eq!(said, "Black has won: White's biy is captured.");
        let said = Ending::Flag(Color::Black).words();
        assert_eq!(said, "White has won: Black's flag has fallen.");
    }
}
