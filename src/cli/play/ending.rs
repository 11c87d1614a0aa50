//! How a game ends, and how the end is announced.

use crate::base::Color;
use crate::page::Texts;
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
    /// Returns the sentences that announce the end.
    pub fn announcement(self, texts: &Texts) -> String {
        let won = |winner: Color, word: &str| {
            let key = match winner {
                Color::White => "result.white-wins",
                Color::Black => "result.black-wins",
            };
            format!(
                "{}. {}",
                texts.text(key),
                texts.text(&format!("result.{word}"))
            )
        };
        match self {
            Self::Rules(outcome @ Outcome::Win(color, _)) => won(color, outcome.word()),
            Self::Rules(outcome @ Outcome::Draw(_)) => {
                let reason = texts.text(&format!("result.{}", outcome.word()));
                format!("{}. {reason}", texts.text("result.draw"))
            }
            Self::Flag(color) => won(!color, "time"),
            Self::Resigned(color) => won(!color, "resignation"),
            Self::Agreed => texts.text("result.agreement"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::language::texts_of;
    use super::*;
    use crate::page::Language;
    use crate::rules::WinReason;

    #[test]
    fn the_announcement_names_the_winner_and_the_reason() {
        let biy = Ending::Rules(Outcome::Win(Color::Black, WinReason::BiyCaptured));
        let english = texts_of(Language::English);
        let announced = biy.announcement(&english);
        assert_eq!(announced, "Black has won. The biy has been captured.");
        let announced = Ending::Flag(Color::Black).announcement(&english);
        assert_eq!(announced, "White has won. Time has run out.");
        let announced = biy.announcement(&texts_of(Language::Russian));
        assert_eq!(announced, "Чёрные выиграли. Бий взят.");
    }
}
