//! The pairs of games of every two engines.

use crate::tournament::pairs::Pair;
use crate::tournament::stats::Pentanomial;

/// The counts of pairs between engines.
#[derive(Clone, Debug)]
pub struct EnginePairs {
    engines: usize,
    /// The counts row by row, from the point of view of the row's engine.
    cells: Vec<Pentanomial>,
}

impl EnginePairs {
    /// Creates counts of zero between this many engines.
    pub fn new(engines: usize) -> Self {
        Self {
            engines,
            cells: vec![Pentanomial::default(); engines * engines],
        }
    }

    /// Counts a pair for both of its engines.
    pub fn add(&mut self, pair: &Pair) {
        let [(one, points_of_one), (other, points_of_other)] = pair.results();
        for (engine, opponent, points) in
            [(one, other, points_of_one), (other, one, points_of_other)]
        {
            if let Some(cell) = self.cells.get_mut(engine * self.engines + opponent) {
                let _counted = cell.record(points);
            }
        }
    }

    /// Returns the pairs of two engines, from the point of view of `one`.
    pub fn get(&self, one: usize, other: usize) -> Pentanomial {
        let cell = self.cells.get(one * self.engines + other);
        cell.copied().unwrap_or_default()
    }

    /// Returns all pairs of an engine.
    pub fn of_engine(&self, engine: usize) -> Pentanomial {
        let mut sum = Pentanomial::default();
        for opponent in 0..self.engines {
            sum += self.get(engine, opponent);
        }
        sum
    }
}
