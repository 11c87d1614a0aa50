//! A turn that is made step by step, for a host or an engine that does not know
//! whole turns (USHI).

use super::played::Stepwise;
use crate::rules::TurnError;

/// The progress of a turn that is made step by step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The turn is not complete: the same man must continue, or may; another
    /// step is expected.
    GoesOn,
    /// The turn is complete; this is its text.
    Whole(String),
}

/// A turn that is being made step by step.
#[derive(Debug)]
pub struct TurnInSteps {
    board: Box<dyn Stepwise>,
    /// The steps made so far, in SPN numbers.
    steps: Vec<String>,
}

impl Clone for TurnInSteps {
    fn clone(&self) -> Self {
        Self {
            board: self.board.boxed(),
            steps: self.steps.clone(),
        }
    }
}

impl TurnInSteps {
    pub(super) const fn new(board: Box<dyn Stepwise>) -> Self {
        Self {
            board,
            steps: Vec::new(),
        }
    }

    /// Returns the text of the current position, which is in mid-chain after a
    /// jump.
    pub fn position_text(&self) -> String {
        self.board.position_text()
    }

    /// Returns the steps made so far, as USHI writes them.
    pub fn steps(&self) -> &[String] {
        &self.steps
    }

    /// Plays a step: `18-25`, `44:28`, `pass`, or the same in letters. In games
    /// without jumps, a step is a whole turn.
    ///
    /// # Errors
    /// Returns an error if the text cannot be parsed or is not a legal step;
    /// the turn is then unchanged.
    pub fn play(&mut self, text: &str) -> Result<Progress, TurnError> {
        self.steps.push(self.board.step(text)?);
        Ok(if self.board.is_whole() {
            Progress::Whole(self.board.whole(&self.steps))
        } else {
            Progress::GoesOn
        })
    }
}
