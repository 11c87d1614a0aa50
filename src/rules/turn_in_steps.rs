//! A turn that is made step by step, by a host or an engine that knows no
//! whole turns (USHI).

use super::TurnError;
use super::played::Stepwise;

/// How far a turn has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The same man goes on, or may: another step is wanted.
    GoesOn,
    /// The turn is whole; this is its text.
    Whole(String),
}

/// A turn in the making.
#[derive(Debug)]
pub struct TurnInSteps {
    board: Box<dyn Stepwise>,
    /// The steps made, in SPN numbers.
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

    /// The position text as it stands, in mid-chain after a jump.
    pub fn position_text(&self) -> String {
        self.board.position_text()
    }

    /// The steps made, as USHI writes them.
    pub fn steps(&self) -> &[String] {
        &self.steps
    }

    /// Makes a step: `18-25`, `44:28`, `pass`, or the same in letters; in games
    /// without jumps a whole turn.
    ///
    /// # Errors
    /// If the text does not read or is no legal step; nothing has changed then.
    pub fn play(&mut self, text: &str) -> Result<Progress, TurnError> {
        self.steps.push(self.board.step(text)?);
        Ok(if self.board.is_whole() {
            Progress::Whole(self.board.whole(&self.steps))
        } else {
            Progress::GoesOn
        })
    }
}
