//! A turn that is played step by step, as hosts that move one jump at a time do.

use std::sync::{Mutex, MutexGuard, PoisonError};

use batyr::game::{GamePosition, LegalTurn, StepDetails, StepResult, TurnInSteps, Variant};
use batyr::rules::TurnError;
use batyr::rules::shatra::Numbering;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::turn_error;
use crate::position::Position;
use crate::turn::Turn;

/// A legal step: a quiet turn, a single jump, or `pass`.
#[pyclass(frozen, module = "batyr")]
pub struct Step {
    variant: Variant,
    step: StepDetails,
}

impl Step {
    /// Creates a step on the board of a variant.
    pub const fn new(variant: Variant, step: StepDetails) -> Self {
        Self { variant, step }
    }
}

#[pymethods]
impl Step {
    /// The text: `d4-d6`, `a5:a7`, `e13-e14=Q`, or `pass`.
    #[getter]
    fn text(&self) -> &str {
        &self.step.text
    }

    /// The text as in USHI, with SPN numbers.
    #[getter]
    fn ushi(&self) -> &str {
        &self.step.ushi
    }

    /// The square that the man leaves.
    #[getter(from_square)]
    fn start(&self) -> String {
        self.variant.square_name(self.step.from)
    }

    /// The square on which the man lands; the same square if it stops its chain.
    #[getter]
    fn to_square(&self) -> String {
        self.variant.square_name(self.step.to)
    }

    /// The square of the captured man, or `None`.
    #[getter]
    fn capture(&self) -> Option<String> {
        let square = self.step.capture?;
        Some(self.variant.square_name(square))
    }

    /// The capital letter of the kind to which the man is promoted, or `None`.
    #[getter]
    const fn promotion(&self) -> Option<char> {
        self.step.promotion
    }

    /// Whether the turn is over after the step.
    #[getter]
    const fn ends_turn(&self) -> bool {
        self.step.ends_turn
    }

    fn __str__(&self) -> &str {
        &self.step.text
    }

    fn __repr__(&self) -> String {
        format!("<Step {}>", self.step.text)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            self.variant == other.variant && self.step == other.step
        })
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.step.ushi.hash(&mut hasher);
        hasher.finish()
    }
}

/// A turn that is being played step by step. Nothing is played on a board until the complete
/// turn is pushed there.
#[pyclass(frozen, module = "batyr")]
pub struct PartialTurn {
    before: GamePosition,
    state: Mutex<State>,
}

struct State {
    /// The turn after no, one, two … steps; never empty.
    stages: Vec<TurnInSteps>,
    complete: Option<LegalTurn>,
}

impl PartialTurn {
    /// Begins a turn.
    pub fn new(before: GamePosition) -> Self {
        let stages = vec![before.record().turn_in_steps()];
        let complete = None;
        Self {
            before,
            state: Mutex::new(State { stages, complete }),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays a step, and returns the turn if it is complete.
    fn play(&self, text: &str) -> Result<Option<LegalTurn>, TurnError> {
        let mut state = self.lock();
        let Some(mut turn) = state.stages.last().cloned() else {
            return Ok(None);
        };
        let complete = match turn.play(text)? {
            StepResult::Incomplete => None,
            StepResult::Complete(text) => Some(self.before.read_turn(&text, Numbering::Official)?),
        };
        state.stages.push(turn);
        state.complete.clone_from(&complete);
        Ok(complete)
    }

    fn current(&self) -> GamePosition {
        let state = self.lock();
        let last = state.stages.last();
        last.map_or_else(|| self.before.clone(), TurnInSteps::position)
    }
}

#[pymethods]
impl PartialTurn {
    /// The position after the steps so far, which is in mid-chain between two jumps.
    #[getter]
    fn position(&self) -> Position {
        self.current().into()
    }

    /// The steps played so far, as in USHI.
    #[getter]
    fn played<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let state = self.lock();
        let steps = state.stages.last().map(|turn| turn.steps().to_vec());
        drop(state);
        PyTuple::new(py, steps.unwrap_or_default())
    }

    /// The complete turn; `None` before the last step.
    #[getter]
    fn turn(&self) -> Option<Turn> {
        self.lock().complete.clone().map(Turn::from)
    }

    /// The steps that may be played next; none if the turn is complete.
    #[getter]
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let is_complete = self.lock().complete.is_some();
        let steps = if is_complete {
            Vec::new()
        } else {
            self.current().steps()
        };
        let steps = steps
            .into_iter()
            .map(|step| Step::new(self.before.variant(), step));
        PyTuple::new(py, steps.collect::<Vec<_>>())
    }

    /// Plays a step, a `Step` or a text with squares in letters or SPN numbers. Returns the
    /// complete turn, or `None` if another step is expected.
    fn push(&self, py: Python<'_>, step: &Bound<'_, PyAny>) -> PyResult<Option<Turn>> {
        let text = match step.cast::<Step>() {
            Ok(step) => step.get().step.ushi.clone(),
            Err(_) => step.extract()?,
        };
        if self.lock().complete.is_some() {
            return Err(PyValueError::new_err(
                "the turn is complete; push it onto a board, or pop its last step",
            ));
        }
        let complete = self.play(&text);
        let complete = complete.map_err(|error| turn_error(py, self.before.variant(), &error))?;
        Ok(complete.map(Turn::from))
    }

    /// Takes back the last step. Raises `IndexError` if there is none.
    fn pop(&self) -> PyResult<()> {
        let mut state = self.lock();
        if state.stages.len() < 2 {
            return Err(PyIndexError::new_err("no step has been played"));
        }
        state.stages.pop();
        state.complete = None;
        Ok(())
    }

    fn __repr__(&self) -> String {
        let state = self.lock();
        let steps = state.stages.last().map(|turn| turn.steps().join(" "));
        format!("<PartialTurn {}>", steps.unwrap_or_default())
    }
}
