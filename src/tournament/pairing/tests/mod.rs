//! Tests of schedules against published tables and tables worked out by hand, and of
//! their properties.

mod fixed;
mod knockout;

mod matching;
mod properties;
mod swiss;

use std::collections::BTreeSet;

use super::*;

/// Returns the known encounters that are not finished.
fn remaining(schedule: &Schedule, finished: &[EncounterResult]) -> Vec<Encounter> {
    let finished: BTreeSet<u32> = finished.iter().map(|result| result.number).collect();
    let encounters = schedule.encounters();
    encounters
        .filter(|encounter| !finished.contains(&encounter.number))
        .collect()
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
