//! Whether one turn of a position is the only one that keeps the result, and how that is known.
//!
//! Nothing here is taken on trust. A search names the best turn and the gap to its rival; then
//! everything tries to find a second solution: the tables, if they have the position; the solver,
//! which looks for all turns that win as fast; and long searches of the *other* turns alone, from
//! different states of the transposition table. A second solution found by any of them ends the puzzle.

use super::choices::{Choice, Choices};
use super::error::PuzzleError;
use super::prover::Prover;
use super::puzzle::{Goal, Proof};
use super::rival::{BestAndRival, best_and_rival};
use super::searches::{Search, Stop};
use crate::game::GameRecord;
use crate::rules::shatra::Numbering;
use crate::tables::Value;

/// The gap to every other turn, in thousandths of a point.
pub const GAP: i32 = 350;
/// The least points of a turn that wins.
const WIN: i32 = 850;
/// The greatest points of a turn that misses a win.
const MISSED_WIN: i32 = 600;
/// The least points of a turn that saves the game.
const SAVED: i32 = 350;
/// The greatest points of a turn that loses.
const LOST: i32 = 150;
/// What a solution is worth beyond the least when the puzzle is made, in thousandths of a point, so that a
/// longer search that likes it a little less does not end the puzzle.
const MARGIN: i32 = 50;
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
    /// The points after the turn, in thousandths.
    pub points: i32,
    /// The longest resistance, if it is known.
    pub reply: Option<String>,
}

/// What judges positions.
pub struct Judge<'m> {
    /// The engine.
    pub searches: &'m mut dyn Search,
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
    /// history; `None` if there is none, or if `accepts` declines its goal. It is asked before the
    /// checks that take most of the time.
    ///
    /// # Errors
    /// Returns an error if a search can't run, or if it was stopped.
    pub fn only_turn(
        &mut self,
        game: &GameRecord,
        choices: &Choices,
        accepts: &dyn Fn(Goal) -> bool,
    ) -> Result<Option<OnlyTurn>, PuzzleError> {
        self.prover.clear();
        if let Some(values) = self.prover.table_values(game) {
            let only = only_turn_by_table(choices, &values);
            return Ok(only.filter(|only| accepts(only.goal)));
        }
        self.searches.clear();
        let nodes = self.effort.candidate;
        let found = best_and_rival(self.searches, game, choices, nodes, self.stop)?;
        let Some(BestAndRival {
            best,
            choice,
            rival: Some(rival),
        }) = found
        else {
            return Ok(None);
        };
        let reached = goal_of(best.points, rival.points).filter(|&goal| accepts(goal));
        let Some(goal) = reached else {
            return Ok(None);
        };
        let mut only = OnlyTurn {
            turn: best.turn().to_owned(),
            also: Vec::new(),
            goal,
            proof: Proof::Searched,
            wins_in: None,
            no_other_in: None,
            points: best.points,
            reply: None,
        };
        self.add_texts_like(game, choices, choice, &mut only)?;
        let proved = match goal {
            Goal::Win => self.prove_win(game, choices, choice, &mut only),
            Goal::Save => self.prove_losses(game, choices, &only),
        };
        self.check_stop()?;
        match proved {
            OtherTurns::Second => return Ok(None),
            OtherTurns::Open => {}
            OtherTurns::Fail(within) => (only.proof, only.no_other_in) = (Proof::Proved, within),
        }
        Ok(self.others_fall_short(game, &only)?.then_some(only))
    }

    fn check_stop(&self) -> Result<(), PuzzleError> {
        match (self.stop)() {
            true => Err(PuzzleError::Stopped),
            false => Ok(()),
        }
    }

    /// Proves the win, and that no other turn wins as fast. Drops of equal men that win, too, are
    /// added to the turn; a proof that is only theirs proves nothing of the turn itself.
    fn prove_win(
        &mut self,
        game: &GameRecord,
        choices: &Choices,
        choice: &Choice,
        only: &mut OnlyTurn,
    ) -> OtherTurns {
        let nodes = self.effort.proof;
        let Some(win) = self.prover.win(game, nodes, self.stop) else {
            return OtherTurns::Open;
        };
        let [first, rest @ ..] = win.line.as_slice() else {
            return OtherTurns::Second;
        };
        if choice.turns.contains(first) {
            only.wins_in = Some(win.moves);
            only.reply = rest.first().cloned();
        } else if !only.add_like(choices, choice, first) {
            return OtherTurns::Second;
        }
        let mut none_within = None;
        for moves in win.moves..=win.moves + EXTRA_MOVES {
            let Some(turns) = self.prover.winning_turns(game, moves, nodes, self.stop) else {
                break;
            };
            let (own, others): (Vec<String>, Vec<String>) = turns
                .into_iter()
                .partition(|turn| choice.turns.contains(turn));
            if !others
                .iter()
                .all(|turn| only.add_like(choices, choice, turn))
            {
                return OtherTurns::Second;
            }
            if !own.is_empty() {
                only.wins_in.get_or_insert(moves);
                none_within = Some(moves);
            }
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
        only: &OnlyTurn,
    ) -> OtherTurns {
        let others = choices.iter().filter_map(|choice| choice.turns.first());
        let others: Vec<&String> = others.filter(|turn| !only.is(turn)).collect();
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
        // A win that is proved needs no search.
        let points = if only.wins_in.is_some() {
            1000
        } else {
            self.searches.clear();
            let nodes = self.effort.check;
            let found = self.searches.only(game, &only.turn, nodes, self.stop)?;
            found.map_or(0, |found| found.points)
        };
        if points < least_points(only.goal) + MARGIN {
            return Ok(false);
        }
        let quarter = self.effort.check / 4;
        let texts = only.texts();
        let mut second = None;
        for state in states {
            self.searches.clear();
            let first = match state {
                TableState::Empty => None,
                TableState::AfterSolution => Some(&only.turn),
                TableState::AfterOther => second.as_ref(),
            };
            if let Some(turn) = first {
                self.searches.only(game, turn, quarter, self.stop)?;
            }
            let nodes = self.effort.check - quarter;
            let other = self.searches.best_other(game, &texts, nodes, self.stop)?;
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

    /// Adds the other texts that count as the turn: those with the same result, and drops of equal
    /// men that reach the goal as well.
    fn add_texts_like(
        &mut self,
        game: &GameRecord,
        choices: &Choices,
        choice: &Choice,
        only: &mut OnlyTurn,
    ) -> Result<(), PuzzleError> {
        only.add(choice);
        for other in choices.like(choice) {
            let Some(turn) = other.turns.first() else {
                continue;
            };
            self.searches.clear();
            let nodes = self.effort.candidate;
            let found = self.searches.only(game, turn, nodes, self.stop)?;
            if found.is_some_and(|found| found.points >= least_points(only.goal)) {
                only.add(other);
            }
        }
        Ok(())
    }
}

impl OnlyTurn {
    /// Returns whether a text is the turn or counts as it.
    pub fn is(&self, turn: &str) -> bool {
        self.turn == turn || self.also.iter().any(|other| other == turn)
    }

    /// Returns the turn and the texts that count as it.
    fn texts(&self) -> Vec<String> {
        let own = std::iter::once(&self.turn);
        own.chain(&self.also).cloned().collect()
    }

    /// Lets all texts of a choice count as the turn.
    fn add(&mut self, choice: &Choice) {
        for turn in &choice.turns {
            if !self.is(turn) {
                self.also.push(turn.clone());
            }
        }
    }

    /// Lets a turn count as this one, which belongs to `choice`, if it drops an equal man onto the
    /// same square; returns whether it does.
    fn add_like(&mut self, choices: &Choices, choice: &Choice, turn: &str) -> bool {
        let has = |other: &&Choice| other.turns.iter().any(|text| text == turn);
        let like = choices.like(choice).find(has);
        if let Some(like) = like {
            self.add(like);
        }
        like.is_some()
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

/// Returns the least points of a turn that reaches a goal, in thousandths.
pub const fn least_points(goal: Goal) -> i32 {
    match goal {
        Goal::Win => WIN,
        Goal::Save => SAVED,
    }
}

/// Returns the greatest points of a turn that misses a goal, in thousandths.
pub const fn most_points_missed(goal: Goal) -> i32 {
    match goal {
        Goal::Win => MISSED_WIN,
        Goal::Save => LOST,
    }
}

/// Returns the goal that only the best turn of a position reaches, by the points of the best
/// two turns; `None` if both reach it or neither does.
pub fn goal_of(best: i32, second: i32) -> Option<Goal> {
    let goal = if best >= WIN { Goal::Win } else { Goal::Save };
    let is_reached = best >= least_points(goal);
    (is_reached && second <= most_points_missed(goal) && best - second >= GAP).then_some(goal)
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
    let mut only = OnlyTurn {
        turn: best_turn.clone(),
        also: Vec::new(),
        goal,
        proof: Proof::Proved,
        wins_in: best.turns().and_then(|turns| u32::try_from(turns).ok()),
        no_other_in: None,
        points,
        reply: None,
    };
    only.add(choice);
    let mut kept = values.iter().filter(|(_, value)| keeps(value));
    kept.all(|(turn, _)| only.is(turn) || only.add_like(choices, choice, turn))
        .then_some(only)
}

#[cfg(test)]
mod tests;
