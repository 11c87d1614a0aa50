//! Puzzles. One crosses the border as the JSON of the crate, as games do; `python/batyr/puzzles.py`
//! makes objects of it.

use std::cell::Cell;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError, TryLockError};

use batyr::game::GameRecord;
use batyr::page::collections;
use batyr::puzzles::{Effort, PlayedLine, Puzzle, PuzzleError, PuzzleMaker, Theme};
use batyr::util::text::printable_json;
use pyo3::prelude::*;

use crate::convert;
use crate::engine::{check_process, mark_process, record_of};
use crate::errors::{EngineError, FileError};
use crate::interrupt::watched;

/// Returns the ids of all themes.
#[pyfunction]
pub fn puzzle_themes() -> Vec<&'static str> {
    Theme::ALL.iter().map(|theme| theme.id()).collect()
}

/// Returns the text of the collection that comes with the package for a variant, if there is one.
#[pyfunction]
pub fn shipped_puzzles(variant: &str) -> PyResult<Option<&'static str>> {
    Ok(collections::of(convert::variant(variant)?))
}

/// Returns a puzzle as it stands in files, without the end of the line. Raises `FileError` if the
/// text is no puzzle, or if its line is not legal.
#[pyfunction]
pub fn puzzle_line(text: &str) -> PyResult<String> {
    let puzzle: Puzzle = serde_json::from_str(text)
        .map_err(|error| FileError::new_err(format!("no puzzle: {error}")))?;
    PlayedLine::of(&puzzle).map_err(|error| FileError::new_err(error.to_string()))?;
    json(&puzzle)
}

fn json(puzzle: &Puzzle) -> PyResult<String> {
    let text = serde_json::to_string(puzzle);
    let text = text.map_err(|error| FileError::new_err(error.to_string()))?;
    Ok(printable_json(&text))
}

/// Takes puzzles out of games; `batyr.puzzles.PuzzleMaker` is its public form.
#[pyclass(frozen, module = "batyr._batyr")]
pub struct NativePuzzleMaker(Mutex<PuzzleMaker>);

/// The number of positions of a game that were searched, and the number of all.
type Count = Mutex<(usize, usize)>;

impl NativePuzzleMaker {
    /// Makes puzzles. `progress` is called with the count that `make` keeps when that has changed.
    fn run(
        &self,
        board: &Bound<'_, PyAny>,
        progress: Option<&Bound<'_, PyAny>>,
        make: impl FnOnce(
            &mut PuzzleMaker,
            &GameRecord,
            &dyn Fn() -> bool,
            &Count,
        ) -> Result<Vec<Puzzle>, PuzzleError>
        + Send,
    ) -> PyResult<Vec<String>> {
        mark_process()?;
        let game = record_of(board)?;
        let count = Count::default();
        let shown = Cell::new((0, 0));
        let show = || {
            let now = *count.lock().unwrap_or_else(PoisonError::into_inner);
            match progress {
                Some(progress) if shown.replace(now) != now => progress.call1(now).map(drop),
                _ => Ok(()),
            }
        };
        let work = |stop: &dyn Fn() -> bool| {
            let mut maker = match self.0.try_lock() {
                Ok(maker) => maker,
                Err(TryLockError::Poisoned(error)) => error.into_inner(),
                Err(TryLockError::WouldBlock) => return None,
            };
            Some(make(&mut maker, &game, stop, &count))
        };
        let busy = || EngineError::new_err("the maker is working: use another in this thread");
        let made = watched(board.py(), work, show)?.ok_or_else(busy)?;
        let puzzles = made.map_err(|error| EngineError::new_err(error.to_string()))?;
        puzzles.iter().map(json).collect()
    }
}

#[pymethods]
impl NativePuzzleMaker {
    /// Creates a maker. Limits, in nodes: `nodes` for the search of each position, `check` for the
    /// search for other solutions, `proof` for the solver. `tables` is a folder of endgame tables.
    #[new]
    fn new(nodes: u64, check: u64, proof: u64, tables: Option<PathBuf>) -> PyResult<Self> {
        check_process()?;
        let effort = Effort {
            candidate: nodes,
            check,
            proof,
        };
        Ok(Self(Mutex::new(PuzzleMaker::new(effort, tables))))
    }

    /// Returns the puzzles of a game, in order, as JSON.
    fn of_game(
        &self,
        board: &Bound<'_, PyAny>,
        source: &str,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<String>> {
        self.run(board, progress, |maker, game, stop, count| {
            maker.of_game(game, source, stop, &mut |done, total| {
                *count.lock().unwrap_or_else(PoisonError::into_inner) = (done, total);
            })
        })
    }

    /// Returns the puzzle that a position is, as JSON; none or one.
    fn of_position(&self, board: &Bound<'_, PyAny>, source: &str) -> PyResult<Vec<String>> {
        self.run(board, None, |maker, game, stop, _| {
            let puzzle = maker.of_position(game, source, stop)?;
            Ok(puzzle.into_iter().collect())
        })
    }
}
