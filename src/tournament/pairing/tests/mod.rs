//! Tests of schedules against published tables and tables worked out by hand, and tests of
//! the properties of schedules.

mod fixed;
mod knockout;

mod matching;
mod properties;
mod swiss;

use super::*;

impl Schedule {
    /// Returns the known encounters that are not finished.
    fn remaining(&self, finished: &[EncounterResult]) -> Vec<Encounter> {
        let is_finished = |number| finished.iter().any(|result| result.number == number);
        let encounters = self.encounters();
        encounters
            .filter(|encounter| !is_finished(encounter.number))
            .collect()
    }
}

/// Returns the encounters of a round as pairs, first player first.
fn pairs(round: &Round) -> Vec<(usize, usize)> {
    round
        .encounters
        .iter()
        .map(|encounter| (encounter.first, encounter.second))
        .collect()
}

fn result(number: u32, half_points: [u32; 2]) -> EncounterResult {
    EncounterResult {
        number,
        half_points,
    }
}
