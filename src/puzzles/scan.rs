//! The positions of a game that may be puzzles.
//!
//! A game is searched from its last position to its first with a tenth of the nodes of a candidate's
//! search and one transposition table, as an analysis does it: what is found late helps to judge what came
//! before. So a short look at every position suffices to leave out nearly all of them.

use super::choices::Choices;
use super::error::PuzzleError;
use super::puzzle::Goal;
use super::rival::best_and_rival;
use super::searches::{Search, Stop};
use crate::game::GameRecord;

/// How many times fewer nodes than a candidate's search the search of a position takes.
const PART: u64 = 10;
/// The least gap between the best turn and its rival, in thousandths of a point. A short search is less sure
/// than a long one, so this is less than a puzzle needs.
const GAP: i32 = 200;
/// The least points of the best turn.
const LEAST: i32 = 300;
/// The greatest points, two plies earlier, of a side that then finds a win: a game that was
/// won before makes no puzzle.
const ALREADY_WON: i32 = 850;

/// What a short search said of the positions of a game, by the number of turns before them: the
/// points of the best turn and of its rival.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scan(Vec<Option<(i32, i32)>>);

/// Searches the positions of a game. `progress` receives the number of positions searched so far and
/// the number of all.
///
/// # Errors
/// Returns an error if a search can't run, or if it was stopped.
pub fn scan(
    searches: &mut dyn Search,
    game: &GameRecord,
    nodes: u64,
    stop: Stop<'_>,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Scan, PuzzleError> {
    searches.clear();
    let count = game.turns().len() + 1;
    let mut points = vec![None; count];
    let mut current = game.clone();
    for (done, place) in points.iter_mut().rev().enumerate() {
        progress(done, count);
        if current.outcome().is_none() {
            *place = points_of_best(searches, &current, (nodes / PART).max(1), stop)?;
        }
        current.undo();
    }
    Ok(Scan(points))
}

/// Returns the points of the best turn and of its rival; the same number twice without a
/// rival, or where there are too many turns for a puzzle.
fn points_of_best(
    searches: &mut dyn Search,
    game: &GameRecord,
    nodes: u64,
    stop: Stop<'_>,
) -> Result<Option<(i32, i32)>, PuzzleError> {
    let Some(choices) = Choices::of(game) else {
        let best = searches.best(game, nodes, stop)?;
        return Ok(best.map(|best| (best.points, best.points)));
    };
    let found = best_and_rival(searches, game, &choices, nodes, stop)?;
    Ok(found.map(|found| {
        let best = found.best.points;
        (best, found.rival.map_or(best, |rival| rival.points))
    }))
}

impl Scan {
    /// Returns the number of turns before each position that may be a puzzle, in ascending order.
    pub fn candidates(&self) -> impl Iterator<Item = usize> {
        (0..self.0.len()).filter(|&ply| self.is_candidate(ply))
    }

    fn is_candidate(&self, ply: usize) -> bool {
        let points = self.0.get(ply).copied().flatten();
        points.is_some_and(|(best, second)| best >= LEAST && best - second >= GAP)
    }

    /// Returns whether the side to move, which now reaches a goal, had won two plies earlier.
    pub fn was_won_before(&self, ply: usize, goal: Goal) -> bool {
        let before = ply.checked_sub(2).and_then(|ply| self.0.get(ply));
        let points = before.copied().flatten();
        goal == Goal::Win && points.is_some_and(|(best, _)| best > ALREADY_WON)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_have_a_gap_and_were_not_won_before() {
        let scan = Scan(vec![
            Some((500, 480)),
            Some((900, 300)),
            None,
            Some((990, 400)),
            Some((400, 100)),
            Some((1000, 500)),
            Some((290, 0)),
        ]);
        assert_eq!(scan.candidates().collect::<Vec<_>>(), [1, 3, 4, 5]);
        assert!(!scan.was_won_before(1, Goal::Win));
        assert!(scan.was_won_before(3, Goal::Win));
        assert!(!scan.was_won_before(3, Goal::Save));
        assert!(!scan.was_won_before(4, Goal::Win));
    }

    #[test]
    fn a_drop_of_an_equal_man_is_no_rival() {
        use crate::game::Variant;
        use crate::puzzles::fakes::FakeSearch;
        let candidates = |points: fn(&str) -> i32| {
            let game =
                GameRecord::from_text(Variant::Extended, "SS7/1/K6/7/7/7/7/k6/1/9 w T").unwrap();
            let mut searches = FakeSearch::new(points);
            let found = scan(&mut searches, &game, 100, &|| false, &mut |_, _| {}).unwrap();
            assert_eq!(searches.log, ["clear", "best 5", "other 5"]);
            found.candidates().count()
        };
        assert_eq!(
            candidates(|turn| if turn.ends_with("-d7") { 1000 } else { 100 }),
            1
        );
        assert_eq!(
            candidates(|turn| if turn.starts_with("a5") { 1000 } else { 100 }),
            0
        );
    }
}
