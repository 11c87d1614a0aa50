//! Takes puzzles out of games.

use std::path::PathBuf;

use super::choices::Choices;
use super::error::PuzzleError;
use super::grade::{Difficulty, lowest_level};
use super::judge::{Effort, Judge, least_points};
use super::line::{SolutionLine, solution_line};
use super::played_line::PlayedLine;
use super::prover::{Prover, new_prover};
use super::puzzle::{Goal, Puzzle, id_of};
use super::refute::refutations;
use super::scan::scan;
use super::searches::{Searches, Stop};
use super::theme::Theme;
use super::themes;
use crate::game::{GameRecord, Variant};

/// The number of plies after a line in which the same game has no other puzzle.
const PLIES_APART: usize = 4;

/// Takes puzzles out of games and positions.
pub struct PuzzleMaker {
    searches: Searches,
    prover: Option<(Variant, Box<dyn Prover>)>,
    effort: Effort,
    tables: Option<PathBuf>,
}

impl PuzzleMaker {
    /// Creates a maker. `tables` is the folder of the endgame tables, if there are any.
    pub fn new(effort: Effort, tables: Option<PathBuf>) -> Self {
        Self {
            searches: Searches::new(),
            prover: None,
            effort,
            tables,
        }
    }

    /// Returns the puzzles of a game, in order. `progress` receives the number of positions searched so
    /// far and the number of all.
    ///
    /// # Errors
    /// Returns an error if a search can't run, or if `stop` has returned `true`.
    pub fn of_game(
        &mut self,
        game: &GameRecord,
        source: &str,
        stop: Stop<'_>,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Vec<Puzzle>, PuzzleError> {
        let scan = scan(
            &mut self.searches,
            game,
            self.effort.candidate,
            stop,
            progress,
        )?;
        let mut puzzles = Vec::new();
        let mut next = 0;
        for ply in scan.candidates() {
            if ply < next {
                continue;
            }
            let position = game.up_to(ply).without_history();
            let accepts = |goal| !scan.was_won_before(ply, goal);
            if let Some(mut puzzle) = self.puzzle(&position, &accepts, stop)? {
                next = ply + puzzle.line.len() + PLIES_APART;
                puzzle.source = format!("{source}, {}", place(game, ply));
                puzzles.push(puzzle);
            }
        }
        Ok(puzzles)
    }

    /// Returns the puzzle that the current position of a game is; `None` if it is none.
    ///
    /// # Errors
    /// Returns an error if a search can't run, or if `stop` has returned `true`.
    pub fn of_position(
        &mut self,
        game: &GameRecord,
        source: &str,
        stop: Stop<'_>,
    ) -> Result<Option<Puzzle>, PuzzleError> {
        if game.outcome().is_some() || game.is_in_mid_turn() {
            return Ok(None);
        }
        let puzzle = self.puzzle(&game.without_history(), &|_| true, stop)?;
        Ok(puzzle.map(|puzzle| Puzzle {
            source: source.to_owned(),
            ..puzzle
        }))
    }

    fn puzzle(
        &mut self,
        start: &GameRecord,
        accepts: &dyn Fn(Goal) -> bool,
        stop: Stop<'_>,
    ) -> Result<Option<Puzzle>, PuzzleError> {
        let Some(choices) = Choices::of(start).filter(|choices| choices.count() > 1) else {
            return Ok(None);
        };
        let variant = start.variant();
        let prover = match &mut self.prover {
            Some((of, prover)) if *of == variant => prover,
            other => {
                let prover = new_prover(variant, self.tables.as_deref())?;
                &mut other.insert((variant, prover)).1
            }
        };
        let mut judge = Judge {
            searches: &mut self.searches,
            prover: prover.as_mut(),
            effort: self.effort,
            stop,
        };
        let Some(only) = judge.only_turn(start, &choices, accepts)? else {
            return Ok(None);
        };
        let Some(wrong) = refutations(&mut judge, start, &choices, &only)? else {
            return Ok(None);
        };
        let Some(line) = solution_line(&mut judge, start, only)? else {
            return Ok(None);
        };
        let is_zugzwang = has_zugzwang(&mut judge, start, &line)?;
        let Some(graded) = self.grade(start, &choices, &line, is_zugzwang, stop)? else {
            return Ok(None);
        };
        let SolutionLine { steps, end, first } = line;
        Ok(Some(Puzzle {
            id: id_of(start),
            variant,
            position: start.position_text(),
            goal: first.goal,
            proof: first.proof,
            wins_in: first.wins_in,
            no_other_in: first.no_other_in,
            line: steps,
            end,
            wrong,
            rating: graded.rating,
            level: graded.level,
            themes: graded.themes,
            source: String::new(),
        }))
    }

    /// Returns the grade and the themes; `None` if the puzzle is a single turn that even the lowest
    /// level finds.
    fn grade(
        &mut self,
        start: &GameRecord,
        choices: &Choices,
        line: &SolutionLine,
        is_zugzwang: bool,
        stop: Stop<'_>,
    ) -> Result<Option<Graded>, PuzzleError> {
        let (variant, text) = (start.variant(), start.position_text());
        let (steps, goal) = (line.steps.as_slice(), line.first.goal);
        let Ok(played) = PlayedLine::play(variant, &text, steps, goal) else {
            return Ok(None);
        };
        let nodes = self.effort.candidate;
        let level = lowest_level(&mut self.searches, start, steps, nodes, stop)?;
        let turns = steps.iter().filter(|step| step.is_to_find()).count();
        if level == 0 && turns == 1 {
            return Ok(None);
        }
        let is_solution = |turn: &str| steps.first().is_some_and(|step| step.is(turn));
        let difficulty = Difficulty {
            level,
            nodes: self
                .searches
                .nodes_to_solve(start, &is_solution, nodes, stop)?,
            choices: choices.count(),
            turns,
            men: played.men_lost(),
        };
        let mut themes = themes::of_line(&played);
        if is_zugzwang {
            themes.push(Theme::Zugzwang);
        }
        Ok(Some(Graded {
            rating: difficulty.rating(),
            level,
            themes,
        }))
    }
}

/// What [`PuzzleMaker::grade`] finds.
struct Graded {
    rating: u16,
    level: u8,
    themes: Vec<Theme>,
}

/// Returns where a position is in a game, for people.
fn place(game: &GameRecord, ply: usize) -> String {
    let (number, side) = game.move_at(ply);
    format!("move {number} of {}", side.name())
}

/// Returns whether a turn of the solver puts the opponent in zugzwang: the opponent, who need not
/// capture, would not lose if it could pass.
///
/// # Errors
/// Returns an error if a search can't run, or if it was stopped.
fn has_zugzwang(
    judge: &mut Judge<'_>,
    start: &GameRecord,
    line: &SolutionLine,
) -> Result<bool, PuzzleError> {
    let (variant, text) = (start.variant(), start.position_text());
    let played = PlayedLine::play(variant, &text, &line.steps, line.first.goal);
    let Ok(played) = played else { return Ok(false) };
    if line.first.goal != Goal::Win {
        return Ok(false);
    }
    for (index, _) in played.to_find() {
        let after = played.after(index);
        if after.outcome().is_some() || themes::must_respond(after) {
            continue;
        }
        let Ok(passed) = after.with_opponent_to_move() else {
            continue;
        };
        if passed.outcome().is_some() || themes::must_respond(&passed) {
            continue;
        }
        judge.searches.clear();
        let nodes = judge.effort.candidate;
        let found = judge.searches.best(&passed, nodes, judge.stop)?;
        if found.is_some_and(|found| found.points < least_points(Goal::Win)) {
            return Ok(true);
        }
    }
    Ok(false)
}
