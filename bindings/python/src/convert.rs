//! Variants, squares, sides and outcomes as Python's own types: text and numbers.

use batyr::base::{Color, Square};
use batyr::game::{GameResult, Variant};
use batyr::rules;
use batyr::rules::shatra::Numbering;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Reads the id of a variant.
pub fn variant(id: &str) -> PyResult<Variant> {
    id.parse()
        .map_err(|error: batyr::game::UnknownVariant| PyValueError::new_err(error.to_string()))
}

/// Reads the name of a numbering.
pub fn numbering(name: &str) -> PyResult<Numbering> {
    match name {
        "official" => Ok(Numbering::Official),
        "spn" => Ok(Numbering::Spn),
        _ => Err(PyValueError::new_err(format!(
            "unknown numbering {name:?}, expected \"official\" or \"spn\""
        ))),
    }
}

/// Reads the name of a square.
pub fn square(variant: Variant, name: &str) -> PyResult<Square> {
    variant.square_named(name).ok_or_else(|| {
        PyValueError::new_err(format!(
            "{name:?} is not a square of the board of {}",
            variant.id()
        ))
    })
}

/// Returns the names of squares.
pub fn names(variant: Variant, squares: &[Square]) -> Vec<String> {
    let squares = squares.iter();
    squares.map(|&square| variant.square_name(square)).collect()
}

/// Returns the name of a side, in lower case.
pub const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// Returns the ids of all variants, the default first.
#[pyfunction]
pub fn variants() -> Vec<&'static str> {
    Variant::ALL.map(Variant::id).to_vec()
}

/// Returns the number of a square of Shatra's board.
#[pyfunction]
#[pyo3(signature = (name, numbering = "official"))]
pub fn square_number(name: &str, numbering: &str) -> PyResult<usize> {
    let square = square(Variant::Extended, name)?;
    Ok(self::numbering(numbering)?.number(square))
}

/// Returns the name of the square of Shatra's board that has a number.
#[pyfunction]
#[pyo3(signature = (number, numbering = "official"))]
pub fn square_name(number: i64, numbering: &str) -> PyResult<String> {
    let square = u16::try_from(number).ok();
    let numbering = self::numbering(numbering)?;
    let square = square.and_then(|number| numbering.square(number));
    let square = square.ok_or_else(|| {
        PyValueError::new_err(format!(
            "no square has the number {number}, expected 1 to 62"
        ))
    })?;
    Ok(Variant::Extended.square_name(square))
}

/// How a game ended.
#[pyclass(frozen, eq, hash, module = "batyr")]
#[derive(PartialEq, Eq, Hash)]
pub struct Outcome(rules::Outcome);

impl From<rules::Outcome> for Outcome {
    fn from(outcome: rules::Outcome) -> Self {
        Self(outcome)
    }
}

#[pymethods]
impl Outcome {
    /// The side that has won, `"white"` or `"black"`; `None` for a draw.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        match self.0 {
            rules::Outcome::Win(color, _) => Some(side(color)),
            rules::Outcome::Draw(_) => None,
        }
    }

    /// The result as in game files: `1-0`, `0-1` or `1/2-1/2`.
    #[getter]
    fn result(&self) -> &'static str {
        GameResult::from_outcome(self.0).text()
    }

    /// The reason as a word, such as `biy-captured`.
    #[getter]
    fn reason(&self) -> &'static str {
        self.0.word()
    }

    /// The reason as text for people.
    fn __str__(&self) -> String {
        self.0.reason()
    }

    fn __repr__(&self) -> String {
        format!("<Outcome {} {}>", self.result(), self.reason())
    }
}
