//! Opening books: those that come with the package, and files.

use std::path::{Path, PathBuf};

use batyr::analysis::book::{BookValue, ExploredTurn, explore};
use batyr::base::score::ReportedScore;
use batyr::engine::Strength;
use batyr::files::read_bytes;
use batyr::game::GamePosition;
use batyr::openings::book::{Book, MAX_BOOK_BYTES, shipped_book};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::Board;
use crate::convert;
use crate::errors::FileError;
use crate::position::position_of;
use crate::turn::Turn;

/// A score as centipawns or moves to the end, the expected score, and the doubt about it.
type Valued = ((Option<i32>, Option<i32>), i32, i32);
/// A turn, its value, and of the position after it: the depth, the positions below, whether other
/// turns lead to it, too.
type Explored = (Turn, Valued, u8, u32, bool);
/// The value of a position, the depth, the positions below, and the turns.
type Found = (Valued, u8, u32, Vec<Explored>);

/// A book; `batyr.book.Book` is its public form.
#[pyclass(frozen, module = "batyr._batyr")]
pub struct NativeBook(Book);

fn invalid(path: Option<&Path>, error: &batyr::openings::book::BookError) -> PyErr {
    let name = path.map_or("the book".into(), |path| path.to_string_lossy());
    FileError::new_err(format!("{name}: {error}"))
}

#[pymethods]
impl NativeBook {
    /// Reads the book in a file, or the one that comes with the package for a variant.
    #[new]
    fn new(py: Python<'_>, path: Option<PathBuf>, variant: Option<&str>) -> PyResult<Self> {
        let variant = variant.map(convert::variant).transpose()?;
        let Some(path) = path else {
            let variant = variant.unwrap_or_default();
            let book = shipped_book(variant).map_err(|error| invalid(None, &error))?;
            let none =
                || PyValueError::new_err(format!("no book of {variant} comes with the package"));
            return book.map(Self).ok_or_else(none);
        };
        let read = py.detach(|| read_bytes(&path, MAX_BOOK_BYTES).map(Book::read))?;
        let book = read.map_err(|error| invalid(Some(&path), &error))?;
        let own = book.header().variant;
        if variant.is_some_and(|variant| variant != own) {
            return Err(PyValueError::new_err(format!("the book is one of {own}")));
        }
        Ok(Self(book))
    }

    /// The id of the variant.
    #[getter]
    fn variant(&self) -> &'static str {
        self.0.header().variant.id()
    }

    /// The number of nodes of the search of each position.
    #[getter]
    fn nodes(&self) -> u32 {
        self.0.header().nodes
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Returns the value, the depth and the number of positions below of a position, and its
    /// turns; `None` if the book does not have it with its turns.
    fn look_up(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<Found>> {
        let Some(found) = explore(&self.0, &self.position(board)?) else {
            return Ok(None);
        };
        let turns = found.turns.iter().map(explored).collect();
        let record = found.record;
        Ok(Some((
            valued(found.value),
            record.depth,
            record.below,
            turns,
        )))
    }

    /// Draws a turn to play; `None` if the book has none that will do.
    fn choose(
        &self,
        board: &Bound<'_, PyAny>,
        level: Option<f64>,
        seed: u64,
    ) -> PyResult<Option<Explored>> {
        let Some(found) = explore(&self.0, &self.position(board)?) else {
            return Ok(None);
        };
        let earlier = match board.cast::<Board>() {
            Ok(board) => board.get().with(|game| game.earlier_keys().to_vec()),
            Err(_) => Vec::new(),
        };
        let strength = level.map_or(Strength::Full, Strength::Level);
        Ok(found.choose(strength, &earlier, seed).map(explored))
    }
}

impl NativeBook {
    fn position(&self, board: &Bound<'_, PyAny>) -> PyResult<GamePosition> {
        let position = position_of(board)?;
        let own = self.0.header().variant;
        match position.variant() == own {
            true => Ok(position),
            false => Err(PyValueError::new_err(format!("the book is one of {own}"))),
        }
    }
}

fn explored(turn: &ExploredTurn) -> Explored {
    let after = &turn.after;
    (
        turn.turn.clone().into(),
        valued(turn.value),
        after.depth,
        after.below,
        after.transposes,
    )
}

const fn valued(value: BookValue) -> Valued {
    let score = match ReportedScore::from_score(value.score) {
        ReportedScore::Cp(centipawns) => (Some(centipawns), None),
        ReportedScore::Mate(moves) => (None, Some(moves)),
    };
    (score, value.expected, value.doubt)
}
