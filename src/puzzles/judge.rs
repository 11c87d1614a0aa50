//! Whether one turn of a position is the only one that keeps the result, and how that is known.
//!
//! Nothing here is taken on trust. A search names the best turn and the gap to the second; then
//! everything tries to find a second solution: the tables, if they have the position; the solver,
//! which looks for all turns that win as fast; and long searches of the *other* turns alone, from
//! different states of the transposition table. A second solution found by any of them ends the puzzle.

use super::choices::{Choice, Choices};
use super::error::PuzzleError;
use super::prover::Prover;
use super::puzzle::{Goal, Proof};
use super::searches::{Found, Searches, Stop};
use crate::game::GameRecord;
use crate::rules::shatra::Numbering;
use crate::tables::Value;

/// The gap to every other turn, in thousandths of a point.
pub const GAP: i32 = 350;
/// The least expected points of a turn that wins.
const WIN: i32 = 850;
/// The greatest expected points of a turn that misses a win.
const MISSED_WIN: i32 = 600;
/// The least expected points of a turn that saves the game.
const SAVED: i32 = 350;
/// The greatest expected points of a turn that loses.
const LOST: i32 = 150;
/// How many turns beyond the win the solver looks for other wins.
const EXTRA_MOVES: u32 = 2;
/// The number of other turns that the solver tries to prove lost, at most.
const MAX_LOST_TURNS: usize = 60;

/// How many nodes are spent on a puzzle.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Those of the search that finds a candidate.
    pub candidate: u64,
    /// Those of each search that looks for a second solution.
    pub check: u64,
    /// Those of each search for a proof.
    pub proof: u64,
}

/// The only turn that keeps the result.
#[derive(Clone, PartialEq, Debug)]
pub struct OnlyTurn {
    /// The turn.
    pub turn: String,
    /// Other texts that count as it.
    pub also: Vec<String>,
    /// What the turn reaches.
    pub goal: Goal,
    /// How it is known that there is no other.
    pub proof: Proof,
    /// The number of own turns in which it is proved to win.
    pub wins_in: Option<u32>,
    /// The number of own turns within which no other turn wins, as a search of all turns proves.
    pub no_other_in: Option<u32>,
    /// The expected points after the turn, in thousandths.
    pub points: i32,
    /// The longest resistance, if it is known.
    pub reply: Option<String>,
}

/// What judges positions.
pub struct Judge<'m> {
    /// The engine.
    pub searches: &'m mut Searches,
    /// The solver and the tables of the variant.
    pub prover: &'m mut dyn Prover,
    /// The limits.
    pub effort: Effort,
    /// Ends the work early.
    pub stop: Stop<'m>,
}

/// What a proof says about the other turns.
enum OtherTurns {
    /// One of them keeps the result, too.
    Second,
    /// Nothing is proved.
    Open,
    /// None wins within this number of turns, or all lose (`None`).
    Fail(Option<u32>),
}

impl Judge<'_> {
    /// Returns the only turn that keeps the result of the current position of a game without
    /// history; `None` if there is none, or if it has another goal than `goal`.
    ///
    /// # Errors
    /// Returns an error if a search can't run, or if it was stopped.
    pub fn only_turn(
        &mut self,
        game: &GameRecord,
        choices: &Choices,
        goal: Option<Goal>,
    ) -> Result<Option<OnlyTurn>, PuzzleError> {
        self.prover.clear();
        if let Some(values) = self.prover.table_values(game) {
            let only = only_turn_by_table(choices, &values);
            return Ok(only.filter(|only| goal.is_none_or(|goal| goal == only.goal)));
        }
        self.searches.clear();
        let nodes = self.effort.candidate;
        let found = self.searches.best(game, 2, nodes, self.stop)?;
        let [best, second] = found.as_slice() else {
            return Ok(None);
        };
        let Some(reached) = goal_of(best.points, second.points) else {
            return Ok(None);
        };
        let Some(choice) = choices.of_turn(best.turn()) else {
            return Ok(None);
        };
        if goal.is_some_and(|goal| goal != reached) {
            return Ok(None);
        }
        let mut only = OnlyTurn {
            turn: best.turn().to_owned(),
            also: Vec::new(),
            goal: reached,
            proof: Proof::Searched,
            wins_in: None,
            no_other_in: None,
            points: best.points,
            reply: None,
        };
        let group = group_of(choices, choice);
        let proved = match reached {
            Goal::Win => self.prove_win(game, &group, &mut only),
            Goal::Save => self.prove_losses(game, choices, &group),
        };
        self.check_stop()?;
        match proved {
            OtherTurns::Second => return Ok(None),
            OtherTurns::Open => {}
            OtherTurns::Fail(within) => (only.proof, only.no_other_in) = (Proof::Proved, within),
        }
        if !self.others_fall_short(game, &only, &group, best)? {
            return Ok(None);
        }
        only.also = self.texts_like(game, choices, choice, &only)?;
        Ok(Some(only))
    }

    fn check_stop(&self) -> Result<(), PuzzleError> {
        match (self.stop)() {
            true => Err(PuzzleError::Stopped),
            false => Ok(()),
        }
    }

    /// Proves the win, and that no other turn wins as fast.
    fn prove_win(
        &mut self,
        game: &GameRecord,
        group: &[String],
        only: &mut OnlyTurn,
    ) -> OtherTurns {
        let nodes = self.effort.proof;
        let Some(win) = self.prover.win(game, nodes, self.stop) else {
            return OtherTurns::Open;
        };
        match win.line.as_slice() {
            [first, rest @ ..] if group.contains(first) => only.reply = rest.first().cloned(),
            _ => return OtherTurns::Second,
        }
        only.wins_in = Some(win.moves);
        let mut none_within = None;
        for moves in win.moves..=win.moves + EXTRA_MOVES {
            let Some(turns) = self.prover.winning_turns(game, moves, nodes, self.stop) else {
                break;
            };
            if turns.iter().any(|turn| !group.contains(turn)) {
                return OtherTurns::Second;
            }
            none_within = Some(moves);
        }
        match none_within {
            Some(moves) => OtherTurns::Fail(Some(moves)),
            None => OtherTurns::Open,
        }
    }

    /// Proves that every other turn loses.
    fn prove_losses(
        &mut self,
        game: &GameRecord,
        choices: &Choices,
        group: &[String],
    ) -> OtherTurns {
        let others = choices.iter().filter_map(|choice| choice.turns.first());
        let others: Vec<&String> = others.filter(|turn| !group.contains(turn)).collect();
        if others.len() > MAX_LOST_TURNS {
            return OtherTurns::Open;
        }
        let nodes = self.effort.proof / 4;
        for turn in others {
            let mut after = game.clone();
            if after.play(turn, Numbering::Official).is_err() {
                return OtherTurns::Open;
            }
            let after = after.without_history();
            if self.prover.win(&after, nodes, self.stop).is_none() {
                return OtherTurns::Open;
            }
        }
        OtherTurns::Fail(None)
    }

    /// Returns whether long searches find that every other turn falls short: one from an empty table
    /// if it is also proved, otherwise three from tables in different states.
    fn others_fall_short(
        &mut self,
        game: &GameRecord,
        only: &OnlyTurn,
        group: &[String],
        best: &Found,
    ) -> Result<bool, PuzzleError> {
        let is_proved = only.proof == Proof::Proved;
        let states: &[TableState] = if is_proved {
            &[TableState::Empty]
        } else {
            &[
                TableState::Empty,
                TableState::AfterSolution,
                TableState::AfterOther,
            ]
        };
        let mut second = None;
        for state in states {
            self.searches.clear();
            let first = match state {
                TableState::Empty => None,
                TableState::AfterSolution => Some(best.turn().to_owned()),
                TableState::AfterOther => second.clone(),
            };
            if let Some(turn) = first {
                let nodes = self.effort.check / 4;
                self.searches.only(game, &turn, nodes, self.stop)?;
            }
            // A win that is proved needs no search.
            let points = if only.wins_in.is_some() {
                1000
            } else {
                let nodes = self.effort.check / 4;
                let found = self.searches.only(game, &only.turn, nodes, self.stop)?;
                found.map_or(0, |found| found.points)
            };
            let nodes = self.effort.check - self.effort.check / 4;
            let other = self.searches.best_other(game, group, nodes, self.stop)?;
            let Some(other) = other else {
                continue;
            };
            if goal_of(points, other.points) != Some(only.goal) {
                return Ok(false);
            }
            second = Some(other.turn().to_owned());
        }
        Ok(true)
    }

    /// Returns the other texts that count as the turn: those with the same result, and drops of equal
    /// men that reach the goal as well.
    fn texts_like(
        &mut self,
        game: &GameRecord,
        choices: &Choices,
        choice: &Choice,
        only: &OnlyTurn,
    ) -> Result<Vec<String>, PuzzleError> {
        let mut texts: Vec<String> = choice.turns.clone();
        texts.retain(|turn| *turn != only.turn);
        for other in choices.like(choice) {
            let Some(turn) = other.turns.first() else {
                continue;
            };
            self.searches.clear();
            let nodes = self.effort.candidate;
            let found = self.searches.only(game, turn, nodes, self.stop)?;
            if found.is_some_and(|found| found.points >= least_points(only.goal)) {
                texts.extend(other.turns.iter().cloned());
            }
        }
        Ok(texts)
    }
}

/// The state of the transposition table in which a search begins.
enum TableState {
    /// Empty.
    Empty,
    /// After a search of the solution.
    AfterSolution,
    /// After a search of the best other turn.
    AfterOther,
}

/// Returns the least expected points of a turn that reaches a goal, in thousandths.
pub const fn least_points(goal: Goal) -> i32 {
    match goal {
        Goal::Win => WIN,
        Goal::Save => SAVED,
    }
}

/// Returns the greatest expected points of a turn that misses a goal, in thousandths.
pub const fn most_points_missed(goal: Goal) -> i32 {
    match goal {
        Goal::Win => MISSED_WIN,
        Goal::Save => LOST,
    }
}

/// Returns the goal that only the best turn of a position reaches, by the expected points of the best
/// two turns; `None` if both reach it or neither does.
pub fn goal_of(best: i32, second: i32) -> Option<Goal> {
    let goal = if best >= WIN { Goal::Win } else { Goal::Save };
    let is_reached = best >= least_points(goal);
    (is_reached && second <= most_points_missed(goal) && best - second >= GAP).then_some(goal)
}

/// Returns the texts of a choice and of those like it.
fn group_of(choices: &Choices, choice: &Choice) -> Vec<String> {
    let like = choices.like(choice).flat_map(|other| &other.turns);
    choice.turns.iter().chain(like).cloned().collect()
}

/// Returns the only turn that keeps the result according to the tables.
fn only_turn_by_table(choices: &Choices, values: &[(String, Value)]) -> Option<OnlyTurn> {
    let (best_turn, best) = values.first()?;
    let keeps = |value: &Value| {
        matches!(
            (best, value),
            (Value::Win(_), Value::Win(_)) | (Value::Draw, Value::Draw)
        )
    };
    let (goal, points) = match best {
        Value::Win(_) => (Goal::Win, 1000),
        Value::Draw => (Goal::Save, 500),
        Value::Loss(_) => return None,
    };
    let choice = choices.of_turn(best_turn)?;
    let mut kept = values.iter().filter(|(_, value)| keeps(value));
    kept.all(|(turn, _)| choice.turns.contains(turn))
        .then(|| OnlyTurn {
            turn: best_turn.clone(),
            also: choice
                .turns
                .iter()
                .filter(|turn| *turn != best_turn)
                .cloned()
                .collect(),
            goal,
            proof: Proof::Proved,
            wins_in: best.turns().and_then(|turns| u32::try_from(turns).ok()),
            no_other_in: None,
            points,
            reply: None,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_reached_by_one_turn_alone() {
        assert_eq!(goal_of(1000, 500), Some(Goal::Win));
        assert_eq!(goal_of(1000, 650), None);
        assert_eq!(goal_of(900, 560), None);
        assert_eq!(goal_of(500, 100), Some(Goal::Save));
        assert_eq!(goal_of(500, 160), None);
        assert_eq!(goal_of(340, 0), None);
        assert_eq!(goal_of(700, 400), None);
    }

    #[test]
    fn a_table_tells_whether_a_turn_is_the_only_one() {
        use crate::game::Variant;
        let game = GameRecord::from_text(Variant::Shatar, "7k/p7/8/8/8/8/8/KR6 w").unwrap();
        let choices = Choices::of(&game).unwrap();
        let values = |won: &[&str], others: Value| -> Vec<(String, Value)> {
            let mut values: Vec<_> = won
                .iter()
                .map(|turn| ((*turn).to_owned(), Value::Win(5)))
                .collect();
            let rest = choices.iter().flat_map(|choice| &choice.turns);
            let rest = rest.filter(|turn| !won.contains(&turn.as_str()));
            values.extend(rest.map(|turn| (turn.clone(), others)));
            values
        };
        let only = only_turn_by_table(&choices, &values(&["b1b2"], Value::Draw)).unwrap();
        assert_eq!(
            (only.turn.as_str(), only.goal, only.wins_in),
            ("b1b2", Goal::Win, Some(3))
        );
        assert!(only_turn_by_table(&choices, &values(&["b1b2", "b1b3"], Value::Draw)).is_none());
        assert!(only_turn_by_table(&choices, &values(&[], Value::Draw)).is_none());
        assert!(only_turn_by_table(&choices, &values(&[], Value::Loss(4))).is_none());
    }
}
