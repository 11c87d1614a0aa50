//! The line of a puzzle: from the first turn until the game is over or several turns keep the result.

use super::choices::Choices;
use super::error::PuzzleError;
use super::judge::{Judge, OnlyTurn};
use super::puzzle::{By, Goal, LineEnd, Step};
use crate::base::Color;
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
    solver: Color,
    steps: Vec<Step>,
    goal: Goal,
    /// The longest resistance to the last turn, if it is known.
    reply: Option<String>,
}

/// Returns the line from a position without history, whose only turn is known; `None` if the game
/// ends before the line does, and not as the goal demands.
///
/// # Errors
/// Returns an error if a search can't run, or if it was stopped.
pub fn solution_line(
    judge: &mut Judge<'_>,
    start: &GameRecord,
    first: OnlyTurn,
) -> Result<Option<SolutionLine>, PuzzleError> {
    let mut line = Growing {
        judge,
        game: start.clone(),
        solver: start.side_to_move(),
        steps: Vec::new(),
        goal: first.goal,
        reply: first.reply.clone(),
    };
    line.push(first.turn.clone(), first.also.clone(), false, By::Solver);
    let Some(end) = line.grow()? else {
        return Ok(None);
    };
    let mut steps = line.steps;
    if end == LineEnd::Several {
        // What follows the last turn that has to be found shows nothing new.
        let found = steps.iter().rposition(Step::is_to_find);
        steps.truncate(found.map_or(0, |index| index + 1));
    }
    Ok(Some(SolutionLine { steps, end, first }))
}

/// Returns why a line ends in a game that is over; `None` if its goal is not reached.
fn end_of(outcome: Outcome, solver: Color, goal: Goal) -> Option<LineEnd> {
    match outcome {
        Outcome::Win(winner, _) => (winner == solver).then_some(LineEnd::Won),
        Outcome::Draw(_) => (goal == Goal::Save).then_some(LineEnd::Saved),
    }
}

impl Growing<'_, '_> {
    /// Adds turns until the line ends; returns why it does, or `None` if the goal is missed.
    fn grow(&mut self) -> Result<Option<LineEnd>, PuzzleError> {
        loop {
            if let Some(outcome) = self.game.outcome() {
                return Ok(end_of(outcome, self.solver, self.goal));
            }
            if self.steps.len() >= MAX_PLIES {
                break;
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
        Ok(Some(LineEnd::Several))
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
        let own = self.goal;
        let accepts = |goal| goal == own;
        let only = self.judge.only_turn(&position, &choices, &accepts)?;
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
                let found = self.judge.searches.best(&self.game, nodes, stop)?;
                found.map(|found| found.turn().to_owned())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;
    use crate::puzzles::fakes::{EFFORT, FakeProver, FakeSearch, ROOK_ENDING, only_turn};

    /// Returns the end of the line of a puzzle in which both sides go to and fro.
    fn end_of_repetition(goal: Goal) -> Option<LineEnd> {
        let points: fn(&str) -> i32 = match goal {
            Goal::Win => |turn| if is_to_and_fro(turn) { 1000 } else { 100 },
            Goal::Save => |turn| if is_to_and_fro(turn) { 500 } else { 0 },
        };
        let mut judge = Judge {
            searches: &mut FakeSearch::new(points),
            prover: &mut FakeProver::default(),
            effort: EFFORT,
            stop: &|| false,
        };
        let game = GameRecord::from_text(Variant::Shatar, ROOK_ENDING).unwrap();
        let first = only_turn(goal, points("b1b2"));
        let line = solution_line(&mut judge, &game, first).unwrap();
        line.map(|line| line.end)
    }

    fn is_to_and_fro(turn: &str) -> bool {
        ["b1b2", "b2b1", "h8g8", "g8h8"].contains(&turn)
    }

    #[test]
    fn a_draw_ends_only_a_line_that_saves() {
        assert_eq!(end_of_repetition(Goal::Save), Some(LineEnd::Saved));
        assert_eq!(end_of_repetition(Goal::Win), None);
    }

    #[test]
    fn a_win_of_the_solver_ends_every_line() {
        use crate::rules::WinReason;
        let (won, lost) = (Color::White, Color::Black);
        for goal in [Goal::Win, Goal::Save] {
            let end = |winner| end_of(Outcome::Win(winner, WinReason::NoLegalTurn), won, goal);
            assert_eq!(end(won), Some(LineEnd::Won));
            assert_eq!(end(lost), None);
        }
    }
}
