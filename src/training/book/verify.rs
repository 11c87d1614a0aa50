//! Verifies the file of a book against the rules: that every position is there which the flags
//! promise and no other, and that all values follow from the scores of the searches.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};

use super::graph::Graph;
use super::grow::records;
use crate::game::{GamePosition, START};
use crate::openings::book::Book;

/// What is wrong with a book.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookFault {
    /// The book does not have the start position.
    #[error("the start position is missing")]
    NoStart,
    /// A position after a turn of an expanded one is missing.
    #[error("{0} after {1} is missing")]
    Missing(String, String),
    /// The book has fewer turns of an expanded position than it should keep.
    #[error("it has {found} turns of {position}, expected {expected} at least")]
    TooFewTurns {
        /// The expanded position.
        position: String,
        /// The number of turns that lead to positions of the book.
        found: usize,
        /// The number that should.
        expected: usize,
    },
    /// Positions can't be reached from the start.
    #[error("{0} positions can't be reached")]
    Unreachable(usize),
    /// The game is over in a position that does not say so, or is not in one that does.
    #[error("whether the game is over is wrong in {0}")]
    End(String),
    /// The value of a position, or what is recorded of those below it, does not follow from the
    /// searches.
    #[error("the value or what is below it is wrong in {0}")]
    Value(String),
    /// The typical error in the header does not follow from the values.
    #[error("the typical error is {found}, expected {expected}")]
    TypicalError {
        /// The error in the header.
        found: u16,
        /// The error that follows.
        expected: u16,
    },
}

/// Verifies a book.
///
/// # Errors
/// Returns the first fault that is found.
pub fn verify_book(book: &Book) -> Result<(), BookFault> {
    let start = GamePosition::from_text(book.header().variant, START).ok();
    let start = start.filter(|start| book.record(start).is_some());
    let start = start.ok_or(BookFault::NoStart)?;
    let mut graph = Graph::default();
    let mut index = HashMap::new();
    let mut positions = vec![start];
    let mut next = 0;
    while let Some(position) = positions.get(next).cloned() {
        let key = position.key();
        let record = book.find(key).ok_or(BookFault::NoStart)?;
        if position.outcome().is_some() != record.is_ended {
            return Err(BookFault::End(position.text()));
        }
        index.insert(
            key,
            graph.add(key, record.own, record.depth, record.is_ended),
        );
        next += 1;
        if !record.is_expanded {
            continue;
        }
        let mut missing = None;
        let (mut all, mut kept) = (HashSet::new(), HashSet::new());
        position.for_each_turn(|turn| {
            let after = turn.after();
            let key = after.key();
            all.insert(key);
            if book.find(key).is_none() {
                missing = Some(turn.text());
                return;
            }
            kept.insert(key);
            if let Entry::Vacant(place) = index.entry(key) {
                // The index follows when the position is met.
                place.insert(usize::MAX);
                positions.push(after);
            }
        });
        let expected = all.len().min(book.header().keep.into());
        match missing {
            Some(turn) if expected == 0 => return Err(BookFault::Missing(turn, position.text())),
            Some(_) if kept.len() < expected => {
                return Err(BookFault::TooFewTurns {
                    position: position.text(),
                    found: kept.len(),
                    expected,
                });
            }
            _ => {}
        }
    }
    if positions.len() != book.len() {
        return Err(BookFault::Unreachable(book.len() - positions.len()));
    }
    for (at, position) in positions.iter().enumerate() {
        let is_expanded = book
            .record(position)
            .is_some_and(|record| record.is_expanded);
        if is_expanded {
            let mut after = BTreeSet::new();
            position.for_each_turn(|turn| {
                after.insert(turn.after().key());
            });
            let successors = after.iter().filter_map(|key| index.get(key).copied());
            let successors: Vec<usize> = successors.collect();
            let left_out = after.len() - successors.len();
            graph.expand(at, successors, left_out);
        }
    }
    let values = graph.values();
    for (record, position) in records(&graph, &values).iter().zip(&positions) {
        if book.find(record.key) != Some(*record) {
            return Err(BookFault::Value(position.text()));
        }
    }
    let (found, expected) = (book.header().typical_error, graph.typical_error(&values));
    match found == expected {
        true => Ok(()),
        false => Err(BookFault::TypicalError { found, expected }),
    }
}
