//! A turn that is played step by step, for hosts and engines that do not send complete
//! turns (USHI).

use super::{GamePosition, GameRecord};
use crate::rules::TurnError;

/// The result of a step of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepResult {
    /// The turn is incomplete: the same man must or may continue, so another step is
    /// expected.
    Incomplete,
    /// The turn is complete and has this text.
    Complete(String),
}

/// A turn that is being played step by step.
#[derive(Clone, Debug)]
pub struct TurnInSteps {
    /// The position before the turn.
    before: GameRecord,
    /// The position after the steps played so far.
    current: GameRecord,
    /// The steps played so far, in USHI notation.
    steps: Vec<String>,
}

impl GameRecord {
    /// Begins a turn that is played step by step. The record is unchanged; call
    /// [`GameRecord::play`] when the turn is complete.
    pub fn turn_in_steps(&self) -> TurnInSteps {
        let before = self.without_history();
        TurnInSteps {
            current: before.clone(),
            before,
            steps: Vec::new(),
        }
    }
}

impl TurnInSteps {
    /// Returns the text of the current position, which is in mid-chain between two
    /// jumps.
    pub fn position_text(&self) -> String {
        self.current.position_text()
    }

    /// Returns the current position, which is in mid-chain between two jumps.
    pub fn position(&self) -> GamePosition {
        self.current.position()
    }

    /// Returns the steps played so far, in USHI notation.
    pub fn steps(&self) -> &[String] {
        &self.steps
    }

    /// Plays a step: `18-25`, `44:28`, `pass`, or the same with squares in letters. In
    /// games without jumps, a step is a complete turn.
    ///
    /// # Errors
    /// Returns an error if the text can't be parsed or is not a legal step;
    /// the turn is then unchanged. After the turn, nothing more may be played.
    pub fn play(&mut self, text: &str) -> Result<StepResult, TurnError> {
        let (step, current) = self.current.after_step(text)?;
        self.steps.push(step);
        self.current = current;
        if self.current.is_in_mid_turn() {
            return Ok(StepResult::Incomplete);
        }
        let turn = self.before.turn_of_steps(&self.steps);
        Ok(StepResult::Complete(turn.unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;
    use crate::rules::shatra::Numbering;

    #[test]
    fn a_chain_is_played_jump_by_jump() {
        // The position a turn before Kurin's example of a chain (RULES.md section 12).
        let spn = "9/K/6R/5S1/1k1S3/7/7/4q2/1/9 w";
        let mut game = GameRecord::from_text(Variant::Kurin, spn).unwrap();
        game.play("d7-c8", Numbering::Official).unwrap();
        let mut turn = game.turn_in_steps();
        assert!(turn.play("50:35").is_err());
        assert_eq!(turn.play("50:22"), Ok(StepResult::Incomplete));
        assert_eq!(turn.position_text().split(' ').nth(3), Some("22"));
        assert_eq!(
            turn.play("22:24"),
            Ok(StepResult::Complete("c10:c6:a6".into()))
        );
    }
}
