//! The line of a puzzle: from the first turn until the game is over or several turns keep the result.

use super::choices::Choices;
use super::error::PuzzleError;
use super::judge::{Judge, OnlyTurn};
use super::puzzle::{By, Goal, LineEnd, Step};
use crate::game::GameRecord;
use crate::rules::Outcome;
use crate::rules::shatra::Numbering;

/// The greatest length of a line, in turns of both sides.
const MAX_PLIES: usize = 30;

/// A line, and what is known about its first turn.
#[derive(Clone, PartialEq, Debug)]
pub struct SolutionLine {
    /// The turns.
    pub steps: Vec<Step>,
    /// Why the line ends.
    pub end: LineEnd,
    /// What is known about the first turn.
    pub first: OnlyTurn,
}

/// A line that grows.
struct Growing<'j, 'm> {
    judge: &'j mut Judge<'m>,
    game: GameRecord,
    steps: Vec<Step>,
    goal: Goal,
    /// The longest resistance to the last turn, if it is known.
    reply: Option<String>,
}

/// Returns the line from a position without history, whose only turn is known.
///
/// # Errors
/// Returns an error if a search can't run, or if it was stopped.
pub fn solution_line(
    judge: &mut Judge<'_>,
    start: &GameRecord,
    first: OnlyTurn,
) -> Result<SolutionLine, PuzzleError> {
    let mut line = Growing {
        judge,
        game: start.clone(),
        steps: Vec::new(),
        goal: first.goal,
        reply: first.reply.clone(),
    };
    line.push(first.turn.clone(), first.also.clone(), false, By::Solver);
    let end = line.grow()?;
    let mut steps = line.steps;
    if end == LineEnd::Several {
        // What follows the last turn that has to be found shows nothing new.
        let found = steps.iter().rposition(Step::is_to_find);
        steps.truncate(found.map_or(0, |index| index + 1));
    }
    Ok(SolutionLine { steps, end, first })
}

impl Growing<'_, '_> {
    /// Adds turns until the line ends.
    fn grow(&mut self) -> Result<LineEnd, PuzzleError> {
        while self.steps.len() < MAX_PLIES {
            match self.game.outcome() {
                Some(Outcome::Win(..)) => return Ok(LineEnd::Won),
                Some(Outcome::Draw(_)) => return Ok(LineEnd::Saved),
                None => {}
            }
            let is_opponents = self.steps.len() % 2 == 1;
            let goes_on = if is_opponents {
                self.add_reply()?
            } else {
                self.add_solvers_turn()?
            };
            if !goes_on {
                break;
            }
        }
        Ok(LineEnd::Several)
    }

    /// Adds a turn of the solver, if it is forced or the only one that keeps the result.
    fn add_solvers_turn(&mut self) -> Result<bool, PuzzleError> {
        let Some(choices) = Choices::of(&self.game) else {
            return Ok(false);
        };
        if choices.count() == 1 {
            self.reply = None;
            return Ok(self.push_forced(&choices, By::Solver));
        }
        // The positions of the line may repeat; the puzzle begins without a history.
        let position = self.game.without_history();
        let only = self.judge.only_turn(&position, &choices, Some(self.goal))?;
        let Some(only) = only else {
            return Ok(false);
        };
        self.reply = only.reply;
        Ok(self.push(only.turn, only.also, false, By::Solver))
    }

    /// Adds the longest resistance.
    fn add_reply(&mut self) -> Result<bool, PuzzleError> {
        if let Some(choices) = Choices::of(&self.game)
            && choices.count() == 1
        {
            return Ok(self.push_forced(&choices, By::Opponent));
        }
        let reply = match self.reply.take() {
            Some(reply) => Some(reply),
            None => {
                self.judge.searches.clear();
                let nodes = self.judge.effort.candidate;
                let stop = self.judge.stop;
                let found = self.judge.searches.best(&self.game, 1, nodes, stop)?;
                found.first().map(|found| found.turn().to_owned())
            }
        };
        Ok(reply.is_some_and(|turn| self.push(turn, Vec::new(), false, By::Opponent)))
    }

    fn push_forced(&mut self, choices: &Choices, by: By) -> bool {
        let mut turns = choices.iter().flat_map(|choice| choice.turns.clone());
        let Some(turn) = turns.next() else {
            return false;
        };
        let also = if by == By::Solver {
            turns.collect()
        } else {
            Vec::new()
        };
        self.push(turn, also, true, by)
    }

    fn push(&mut self, turn: String, also: Vec<String>, forced: bool, by: By) -> bool {
        if self.game.play(&turn, Numbering::Official).is_err() {
            return false;
        }
        self.steps.push(Step {
            turn,
            also,
            forced,
            by,
        });
        true
    }
}
