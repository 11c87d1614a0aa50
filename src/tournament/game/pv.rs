//! Checks whether the moves of an engine's principal variation are legal.

use batyr_protocol::Notation;

use crate::game::{GameRecord, StepResult};
use crate::rules::shatra::Numbering;

/// The maximum number of moves that are checked.
const MAX_MOVES: usize = 40;

/// An engine's principal variation, stored until there is time to check it.
#[derive(Clone, Debug)]
pub struct PrincipalVariation {
    /// The game before the first move.
    pub before: GameRecord,
    /// The notation of the moves.
    pub notation: Notation,
    /// The turns or, in [`Notation::Jumps`], the single steps of the variation.
    pub moves: Vec<String>,
}

impl PrincipalVariation {
    /// Returns the first illegal move; `None` if the first `MAX_MOVES` moves are legal.
    pub fn first_illegal(&self) -> Option<&str> {
        let mut game = self.before.clone();
        let moves = self.moves.iter().take(MAX_MOVES);
        let mut steps = game.turn_in_steps();
        for text in moves {
            let turn = match self.notation {
                Notation::Turns => Some(text.clone()),
                Notation::Jumps => match steps.play(text) {
                    Ok(StepResult::Incomplete) => None,
                    Ok(StepResult::Complete(turn)) => Some(turn),
                    Err(_) => return Some(text),
                },
            };
            let Some(turn) = turn else { continue };
            if game.play(&turn, Numbering::Official).is_err() {
                return Some(text);
            }
            steps = game.turn_in_steps();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    const POSITION: &str = "9/K/6R/5S1/1k5/4S2/7/4q2/1/9 b - - - - 1";

    fn first_illegal(notation: Notation, moves: &[&str]) -> Option<String> {
        let variation = PrincipalVariation {
            before: GameRecord::from_text(Variant::Kurin, POSITION).unwrap(),
            notation,
            moves: moves.iter().map(|&text| text.to_owned()).collect(),
        };
        variation.first_illegal().map(str::to_owned)
    }

    #[test]
    fn illegal_turns_of_a_variation_are_found() {
        assert_eq!(
            first_illegal(Notation::Turns, &["c10:c6:a6", "a5:a7:g7"]),
            None
        );
        let illegal = first_illegal(Notation::Turns, &["c10:c6:a6", "c10:c6:a6"]);
        assert_eq!(illegal.as_deref(), Some("c10:c6:a6"));
    }

    #[test]
    fn illegal_jumps_of_a_variation_are_found() {
        assert_eq!(
            first_illegal(Notation::Jumps, &["50:22", "22:24", "17:31"]),
            None
        );
        assert_eq!(first_illegal(Notation::Jumps, &["50:22"]), None);
        let illegal = first_illegal(Notation::Jumps, &["50:22", "17:31"]);
        assert_eq!(illegal.as_deref(), Some("17:31"));
    }
}
