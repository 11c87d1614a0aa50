//! The legal turns of a position: counted without a list, and listed when they are iterated.

use std::sync::{Mutex, PoisonError};
use std::vec;

use batyr::game::{GamePosition, LegalTurn};
use batyr::rules::shatra::Numbering;
use pyo3::prelude::*;

use crate::turn::Turn;

/// The legal turns of a position.
#[pyclass(frozen, module = "batyr")]
pub struct LegalTurns(GamePosition);

impl From<GamePosition> for LegalTurns {
    fn from(position: GamePosition) -> Self {
        Self(position)
    }
}

#[pymethods]
impl LegalTurns {
    /// Returns the number of legal turns, without making a list.
    fn __len__(&self) -> usize {
        usize::try_from(self.0.count_turns()).unwrap_or(isize::MAX as usize)
    }

    fn __iter__(&self) -> TurnIterator {
        let mut turns = Vec::new();
        self.0.for_each_turn(|turn| turns.push(turn));
        TurnIterator(Mutex::new(turns.into_iter()))
    }

    /// Returns whether a turn, or the text of one, is legal here.
    fn __contains__(&self, turn: &Bound<'_, PyAny>) -> bool {
        if let Ok(turn) = turn.cast::<Turn>() {
            let turn = turn.get();
            return turn.legal().position().variant() == self.0.variant()
                && (*turn.legal().position() == self.0 || self.has(&turn.details().text));
        }
        turn.extract::<String>().is_ok_and(|text| self.has(&text))
    }

    fn __repr__(&self) -> String {
        format!("<LegalTurns: {}>", self.0.count_turns())
    }
}

impl LegalTurns {
    fn has(&self, text: &str) -> bool {
        self.0.read_turn(text, Numbering::Official).is_ok()
    }
}

/// An iterator of turns.
#[pyclass(frozen, module = "batyr")]
pub struct TurnIterator(Mutex<vec::IntoIter<LegalTurn>>);

#[pymethods]
impl TurnIterator {
    const fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self) -> Option<Turn> {
        let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        turns.next().map(Turn::from)
    }

    fn __length_hint__(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}
