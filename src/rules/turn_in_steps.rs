//! A turn that is made step by step, by a host or an engine that knows no
//! whole turns (USHI).

use std::ops::ControlFlow;

use super::TurnError;
use super::shatra::{Extended, Kurin, Numbering, Original, Position, Pritchard, RuleSet};

/// How far a turn has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The same man goes on, or may: another step is wanted.
    GoesOn,
    /// The turn is whole; this is its text.
    Whole(String),
}

/// A turn in the making.
#[derive(Clone, Debug)]
pub struct TurnInSteps {
    board: Board,
    /// The steps made, in SPN numbers.
    steps: Vec<String>,
}

/// The position before the turn and the one that has been reached.
#[derive(Clone, Debug)]
pub(super) enum Board {
    Extended(Position<Extended>, Position<Extended>),
    Original(Position<Original>, Position<Original>),
    Kurin(Position<Kurin>, Position<Kurin>),
    Pritchard(Position<Pritchard>, Position<Pritchard>),
}

macro_rules! each {
    ($board:expr, $before:ident, $now:ident => $work:expr) => {
        match $board {
            Board::Extended($before, $now) => $work,
            Board::Original($before, $now) => $work,
            Board::Kurin($before, $now) => $work,
            Board::Pritchard($before, $now) => $work,
        }
    };
}

impl TurnInSteps {
    pub(super) const fn new(board: Board) -> Self {
        Self {
            board,
            steps: Vec::new(),
        }
    }

    /// The position text as it stands, in mid-chain after a jump.
    pub fn position_text(&self) -> String {
        each!(&self.board, _before, now => now.to_string())
    }

    /// The steps made, as USHI writes them.
    pub fn steps(&self) -> &[String] {
        &self.steps
    }

    /// Makes a step: `18-25`, `44:28`, `pass`, or the same in letters.
    ///
    /// # Errors
    /// If the text does not read or is no legal step; nothing has changed then.
    pub fn play(&mut self, text: &str) -> Result<Progress, TurnError> {
        let steps = &mut self.steps;
        each!(&mut self.board, before, now => play(before, now, steps, text))
    }
}

fn play<R: RuleSet>(
    before: &Position<R>,
    now: &mut Position<R>,
    steps: &mut Vec<String>,
    text: &str,
) -> Result<Progress, TurnError> {
    let step = now.parse_step(text, Numbering::Spn)?;
    steps.push(step.text());
    *now = step.after;
    if now.transit().is_some() {
        return Ok(Progress::GoesOn);
    }
    let mut whole = String::new();
    before.for_each_path(|_, path| {
        if path.jumps() == *steps {
            whole = path.text();
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    Ok(Progress::Whole(whole))
}
