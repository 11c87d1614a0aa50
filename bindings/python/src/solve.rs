//! Proofs of wins.

use batyr::solver::{ProofLimits, ProofVerdict, solve_game};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use crate::interrupt::interruptible;
use crate::position::{position_of, turn_of};
use crate::tables::{NativeTables, Words, words};
use crate::turn::Turn;

/// The moves to the win, the moves without one, the moves within which a win is proved, whether
/// the limit on moves was reached, the line, all winning turns, the value in an endgame table, and
/// the nodes.
type Solved = (
    Option<u32>,
    u32,
    Option<u32>,
    bool,
    Vec<Turn>,
    Option<Vec<Turn>>,
    Option<Words>,
    u64,
);

/// Proves in how many moves the side to move wins; `batyr.solve` is its public form.
#[pyfunction]
#[pyo3(signature = (board, *, moves, nodes, hash, all_turns, tables))]
pub fn solve_position(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    moves: u32,
    nodes: u64,
    hash: usize,
    all_turns: bool,
    tables: Option<Py<NativeTables>>,
) -> PyResult<Solved> {
    let position = position_of(board)?;
    let game = position.record();
    let limits = ProofLimits { moves, nodes };
    let solved = interruptible(py, |stop| {
        let tables = tables.and_then(|tables| tables.get().of(game.variant()));
        solve_game(&game, tables.as_ref(), limits, hash, all_turns, stop)
    })?;
    let solved = solved.map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    let (win, no_win) = match solved.verdict {
        ProofVerdict::Win(moves) => (Some(moves), moves.saturating_sub(1)),
        ProofVerdict::NoWin(moves) | ProofVerdict::Undecided(moves) => (None, moves),
    };
    let winning = solved.winning_turns.map(|turns| {
        let turns = turns.iter().filter_map(|turn| turn_of(&position, turn));
        turns.collect()
    });
    let mut line = Vec::new();
    let mut current = position.clone();
    for text in &solved.line {
        let Some(turn) = turn_of(&current, text) else {
            break;
        };
        current = turn.legal().after();
        line.push(turn);
    }
    Ok((
        win,
        no_win,
        solved.win_within,
        !matches!(solved.verdict, ProofVerdict::Undecided(_)),
        line,
        winning,
        solved.table_value.map(words),
        solved.nodes,
    ))
}
