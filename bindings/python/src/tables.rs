//! Endgame tables: those that come with the package, or those of a folder. Tables are read when a
//! position first needs them, and kept.

use std::path::PathBuf;

use batyr::game::Variant;
use batyr::tables::{AnyTables, OpenTables, TableSource, Value};
use pyo3::prelude::*;

use crate::errors::TableError;
use crate::position::{position_of, turn_of};
use crate::turn::Turn;

/// A result in words, and the number of own turns to the end; `None` for a draw.
pub type Words = (&'static str, Option<u32>);
/// The value of a position, whether the limit on turns may draw the game, and the turns.
type Probed = (Words, bool, Vec<(Turn, Words)>);

/// Endgame tables; `batyr.tables.Tables` is the public form.
#[pyclass(frozen, module = "batyr._batyr")]
pub struct NativeTables(OpenTables);

#[pymethods]
impl NativeTables {
    /// Names a folder, or the tables that come with the package.
    #[new]
    fn new(folder: Option<PathBuf>) -> Self {
        let source = folder.map_or(TableSource::Shipped, TableSource::Folder);
        Self(OpenTables::new(source))
    }

    /// Looks up a position. Raises `TableError` if no table has its value.
    fn probe(&self, py: Python<'_>, board: &Bound<'_, PyAny>) -> PyResult<Probed> {
        let position = position_of(board)?;
        let variant = position.variant();
        let probed = py.detach(|| {
            let tables = self.of(variant).ok_or_else(|| self.none(variant))?;
            let probed = tables.probe(&position.record());
            probed.map_err(|error| error.to_string())
        });
        let probed = probed.map_err(TableError::new_err)?;
        let turns = probed.turns.iter().filter_map(|(text, value)| {
            let turn = turn_of(&position, text)?;
            Some((turn, words(*value)))
        });
        Ok((words(probed.value), probed.is_limit_near, turns.collect()))
    }
}

impl NativeTables {
    /// Returns the tables of a variant; `None` if there are none.
    pub fn of(&self, variant: Variant) -> Option<AnyTables> {
        self.0.of(variant)
    }

    fn none(&self, variant: Variant) -> String {
        match self.0.source() {
            TableSource::Folder(folder) => {
                format!("{} has no tables of {variant}", folder.display())
            }
            _ => format!("there are no tables of {variant}"),
        }
    }
}

/// Returns a value in words.
pub const fn words(value: Value) -> Words {
    let result = match value {
        Value::Win(_) => "win",
        Value::Draw => "draw",
        Value::Loss(_) => "loss",
    };
    match value.turns() {
        Some(turns) => (result, Some(turns.unsigned_abs())),
        None => (result, None),
    }
}
