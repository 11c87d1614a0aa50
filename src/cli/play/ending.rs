//! How a game ends, and how the end is announced.

use crate::base::Color;
use crate::rules::Outcome;

/// How a game between the user and the engine has ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules of the game.
    Rules(Outcome),
    /// This side's flag has fallen.
    Flag(Color),
    /// This side has resigned.
    Resigned(Color),
    /// Both sides have agreed to a draw.
    Agreed,
}

impl Ending {
    /// Returns the sentence that announces the end.
    pub fn sentence(self) -> String {
        let won = |winner: Color, reason: &str| format!("{} has won: {reason}.", winner.name());
        match self {
            Self::Rules(outcome @ Outcome::Win(color, _)) => won(color, &outcome.reason()),
            Self::Rules(outcome @ Outcome::Draw(_)) => {
                format!("The game is drawn: {}.", outcome.reason())
            }
            Self::Flag(color) => won(!color, &format!("{}'s flag has fallen", color.name())),
            Self::Resigned(color) => won(!color, &format!("{} has resigned", color.name())),
            Self::Agreed => "The game is drawn by agreement.".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::WinReason;

    #[test]
    fn the_sentence_names_the_winner_and_the_reason() {
        let biy = Outcome::Win(Color::Black, WinReason::BiyCaptured);
        let sentence = Ending::Rules(biy).sentence();
        assert_eq!(sentence, "Black has won: White's biy is captured.");
        let sentence = Ending::Flag(Color::Black).sentence();
        assert_eq!(sentence, "White has won: Black's flag has fallen.");
    }
}
