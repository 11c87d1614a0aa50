//! Verification: whether every entry of a table follows from the values after its turns.
//!
//! That is all that the rules say of a value: a win in *n* plies has a turn to a loss in *n* − 1
//! and none to a quicker one; each turn of a loss leads to a win, the slowest in *n* − 1; a draw
//! has a turn that does not lose, and none that wins.

use std::sync::Mutex;

use rayon::prelude::*;

use super::game::TableGame;
use super::probe::{NotCovered, TableSet, ended, is_stored};
use super::solve::Progress;
use super::table::Table;
use super::value::Value;
use crate::rules::MoveList;
use crate::util::sync::lock;

/// An entry whose value does not follow from those of its turns.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{position}: the table has {found:?}, its turns give {expected:?}")]
pub struct Disagreement {
    /// The position as text.
    pub position: String,
    /// The value in the table.
    pub found: Value,
    /// The value that follows from the turns.
    pub expected: Value,
}

/// Verifies the entries of a table, which must be in the set with all tables to which turns lead.
/// Returns the number of entries that were verified and the first disagreements; fewer if the
/// work was stopped.
///
/// # Errors
/// Returns an error if a table that is needed is missing or damaged.
pub fn verify<P: TableGame>(
    table: &Table<P>,
    tables: &TableSet<P>,
    progress: &Progress<'_>,
) -> Result<(u64, Vec<Disagreement>), NotCovered> {
    const CHUNK: usize = 1 << 12;
    const MAX_DISAGREEMENTS: usize = 10;
    let entries = table.layout().entries();
    let disagreements = Mutex::new(Vec::new());
    let verified = (0..entries.div_ceil(CHUNK)).into_par_iter().map(|chunk| {
        if (progress.is_stopped)() {
            return Ok(0);
        }
        let range = chunk * CHUNK..entries.min((chunk + 1) * CHUNK);
        let count = range.len() as u64;
        let mut verified = 0;
        for entry in range {
            match verify_entry(table, tables, entry)? {
                None => {}
                Some(Ok(())) => verified += 1,
                Some(Err(disagreement)) => {
                    let mut found = lock(&disagreements);
                    if found.len() < MAX_DISAGREEMENTS {
                        found.push(disagreement);
                    }
                }
            }
        }
        (progress.advance)(count);
        Ok(verified)
    });
    let verified = verified.try_reduce(|| 0, |one, other| Ok(one + other))?;
    let disagreements = disagreements
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    Ok((verified, disagreements))
}

/// Verifies an entry; returns `None` if the table does not hold it.
fn verify_entry<P: TableGame>(
    table: &Table<P>,
    tables: &TableSet<P>,
    entry: usize,
) -> Result<Option<Result<(), Disagreement>>, NotCovered> {
    let layout = table.layout();
    let placement = layout.placement(entry);
    let Some(position) = placement.and_then(|placement| layout.position(&placement)) else {
        return Ok(None);
    };
    let mut turns = MoveList::new();
    if ended(&position).is_none() {
        position.generate(&mut turns);
    }
    if !is_stored(&position, &turns) {
        return Ok(None);
    }
    let mut expected: Option<Value> = None;
    for &turn in &turns {
        let next = position.after(turn);
        // The table of the bare kings holds distances without the limit that may cut them.
        let value = match position.keeps_men(turn) {
            true => tables.value_without_limit(&next)?,
            false => tables.value(&next)?,
        };
        let value = value.before();
        expected = Some(expected.map_or(value, |best| best.better(value)));
    }
    let expected = expected.unwrap_or(Value::Draw);
    let damaged = || NotCovered::Damaged(layout.class().to_string());
    let found = table.value(entry).ok_or_else(damaged)?;
    if found == expected {
        return Ok(Some(Ok(())));
    }
    let position = position.to_string();
    Ok(Some(Err(Disagreement {
        position,
        found,
        expected,
    })))
}
