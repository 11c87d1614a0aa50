//! Batyr for Python.
//!
//! The module `_batyr` converts between Python's objects and those of the crate `batyr`, and adds
//! nothing to the rules, the files or the search; `python/batyr` gives it its public form. Every
//! class is frozen: what can change lies behind a lock that is never held while Python code runs,
//! so no object can be found half changed, with or without the global interpreter lock. What
//! takes long runs detached from the interpreter.

mod board;
mod book;
mod convert;
mod engine;
mod errors;
mod games;
mod interrupt;
mod legal_turns;
mod partial_turn;
mod planes;
mod position;
mod puzzles;
mod samples;
mod solve;
mod tables;
mod turn;

#[pyo3::pymodule]
mod _batyr {
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }

    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::book::NativeBook;
    #[pymodule_export]
    use super::convert::{Outcome, square_name, square_number, variants};
    #[pymodule_export]
    use super::engine::{NativeEngine, NativeSearch, reserve_cores};
    #[pymodule_export]
    use super::errors::{
        AmbiguousTurnError, EngineError, FileError, IllegalTurnError, InvalidTurnError,
        PositionError, TableError, TurnError,
    };
    #[pymodule_export]
    use super::games::{NativeGames, game_text};
    #[pymodule_export]
    use super::legal_turns::{LegalTurns, TurnIterator};
    #[pymodule_export]
    use super::partial_turn::{PartialTurn, Step};
    #[pymodule_export]
    use super::planes::{batch_counts, batch_features, batch_mask, plane_names};
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::puzzles::{NativePuzzleMaker, puzzle_line, puzzle_themes, shipped_puzzles};
    #[pymodule_export]
    use super::samples::read_sample_file;
    #[pymodule_export]
    use super::solve::solve_position;
    #[pymodule_export]
    use super::tables::NativeTables;
    #[pymodule_export]
    use super::turn::Turn;
}
