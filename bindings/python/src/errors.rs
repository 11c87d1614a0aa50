//! The exceptions. What is wrong with a text is a `ValueError`, with the sentence that the program
//! and the protocol use.

use batyr::rules::{TurnError as RulesError, TurnFault};
use pyo3::exceptions::{PyLookupError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use batyr::game::Variant;

pyo3::create_exception!(
    batyr,
    PositionError,
    PyValueError,
    "A text is not a position of the variant."
);
pyo3::create_exception!(
    batyr,
    TurnError,
    PyValueError,
    "A text can't be played as a turn."
);
pyo3::create_exception!(
    batyr,
    InvalidTurnError,
    TurnError,
    "A text is not a turn at all."
);
pyo3::create_exception!(
    batyr,
    IllegalTurnError,
    TurnError,
    "A turn is not legal. `reason` is a word for why, and `squares` are the squares that it is about."
);
pyo3::create_exception!(
    batyr,
    AmbiguousTurnError,
    TurnError,
    "A short text of a turn fits several legal turns."
);
pyo3::create_exception!(
    batyr,
    FileError,
    PyValueError,
    "A file is not what it should be."
);
pyo3::create_exception!(
    batyr,
    EngineError,
    PyRuntimeError,
    "An engine can't do what is asked of it."
);
pyo3::create_exception!(
    batyr,
    TableError,
    PyLookupError,
    "No endgame table has the value of a position."
);

/// Converts the error in a text of a turn.
pub fn turn_error(py: Python<'_>, variant: Variant, error: &RulesError) -> PyErr {
    let message = error.to_string();
    let (exception, reason, squares) = match &error.fault {
        TurnFault::Ambiguous { .. } => (
            AmbiguousTurnError::new_err(message),
            "ambiguous",
            Vec::new(),
        ),
        TurnFault::Illegal { reason, .. } => {
            let word = reason
                .as_ref()
                .map_or("illegal", |reason| reason.reason.word());
            let squares = reason.as_ref().map(|reason| reason.reason.squares());
            let names = squares.unwrap_or_default().into_iter();
            let names = names.map(|square| variant.square_name(square)).collect();
            (IllegalTurnError::new_err(message), word, names)
        }
        _ => (InvalidTurnError::new_err(message), "syntax", Vec::new()),
    };
    let value = exception.value(py);
    let attributes = value
        .setattr("reason", reason)
        .and_then(|()| value.setattr("squares", squares));
    attributes.err().unwrap_or(exception)
}

/// Converts the error in a text of a position.
pub fn position_error(error: &batyr::game::PositionError) -> PyErr {
    PositionError::new_err(error.to_string())
}
