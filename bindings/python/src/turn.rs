//! A legal turn.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

use batyr::game::{LegalTurn, TurnDetails};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::convert::names;
use crate::position::Position;

/// A legal turn of a position: a step, a drop, or a whole chain of captures. Turns are equal if
/// their texts and variants are.
#[pyclass(frozen, module = "batyr")]
pub struct Turn {
    turn: LegalTurn,
    /// Made when they are first asked for.
    details: OnceLock<Box<TurnDetails>>,
}

impl From<LegalTurn> for Turn {
    fn from(turn: LegalTurn) -> Self {
        Self {
            turn,
            details: OnceLock::new(),
        }
    }
}

impl Turn {
    /// Returns the turn with its position.
    pub const fn legal(&self) -> &LegalTurn {
        &self.turn
    }

    /// Returns the notations, the path and the effects.
    pub fn details(&self) -> &TurnDetails {
        self.details.get_or_init(|| Box::new(self.turn.details()))
    }
}

#[pymethods]
impl Turn {
    /// The text as in UCI: `d4-d6`, `a5:a7:g7`, `e2e4`.
    #[getter]
    fn text(&self) -> &str {
        &self.details().text
    }

    /// The steps as in USHI, one for each jump, with SPN numbers.
    #[getter]
    fn ushi<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.details().steps)
    }

    /// The tokens as in game files: official numbers in SGN, `Nxf3` in PGN.
    #[getter]
    fn file_tokens<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.details().file_tokens)
    }

    /// The squares that the man visits, the one that it leaves first.
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let variant = self.turn.position().variant();
        PyTuple::new(py, names(variant, &self.details().path))
    }

    /// The square that the man leaves.
    #[getter(from_square)]
    fn start(&self) -> String {
        let variant = self.turn.position().variant();
        let from = self.details().path.first();
        from.map_or_else(String::new, |&square| variant.square_name(square))
    }

    /// The square on which the turn ends.
    #[getter]
    fn to_square(&self) -> String {
        let variant = self.turn.position().variant();
        let to = self.details().path.last();
        to.map_or_else(String::new, |&square| variant.square_name(square))
    }

    /// The squares of the captured men, in the order of capture.
    #[getter]
    fn captures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let variant = self.turn.position().variant();
        PyTuple::new(py, names(variant, &self.details().captures))
    }

    /// The capital letter of the kind to which the man is promoted, or `None`.
    #[getter]
    fn promotion(&self) -> Option<char> {
        self.details().promotion
    }

    /// Whether the turn captures.
    #[getter]
    fn is_capture(&self) -> bool {
        !self.details().captures.is_empty()
    }

    /// Whether the turn is a drop.
    #[getter]
    fn is_drop(&self) -> bool {
        self.details().is_drop
    }

    /// The position in which the turn is legal.
    #[getter]
    fn position(&self) -> Position {
        self.turn.position().clone().into()
    }

    /// Returns the position after the turn.
    fn after(&self) -> Position {
        self.turn.after().into()
    }

    fn __str__(&self) -> &str {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<Turn {}>", self.text())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else {
            return false;
        };
        let other = other.get();
        self.turn.position().variant() == other.turn.position().variant()
            && self.text() == other.text()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.text().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Position, String))> {
        let read = slf.py().get_type::<Position>().getattr("parse")?;
        let turn = slf.get();
        Ok((read, (turn.position(), turn.text().to_owned())))
    }
}
