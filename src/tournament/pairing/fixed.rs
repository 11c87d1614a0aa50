//! Schedules that are known from the start: round-robins and gauntlets.
//!
//! Round-robins are made by the circle method, in the order of the Berger tables: one place is
//! fixed and the others rotate (Schurig 1886; FIDE Handbook C.05 annex 1). The player in the fixed
//! place alternates colours from round to round, and any two players' numbers of games as White
//! differ by at most one.

use super::rounds::{PairingError, Round, ScheduleBuilder};

/// The maximum number of encounters. A larger schedule would take over a few hundred megabytes
/// and an impracticably long run.
const MAX_ENCOUNTERS: usize = 1 << 23;

/// Returns all rounds of a round-robin.
pub(super) fn round_robin(players: usize, cycles: u32) -> Result<Vec<Round>, PairingError> {
    check_size(
        players.saturating_mul(players.saturating_sub(1)) / 2,
        cycles,
    )?;
    let mut builder = ScheduleBuilder::default();
    for cycle in 0..cycles {
        for round in 0..places(players) - 1 {
            let swapped = cycle % 2 == 1;
            builder.add_round(berger_pairs(players, round).into_iter().map(
                |(first, second)| match swapped {
                    false => (first, second),
                    true => (second, first),
                },
            ))?;
        }
    }
    Ok(builder.rounds)
}

/// Returns all rounds of a gauntlet, each with one encounter: the first player meets the others one
/// after another. Its colours alternate within a cycle, and each pairing changes colours from cycle to
/// cycle.
pub(super) fn gauntlet(players: usize, cycles: u32) -> Result<Vec<Round>, PairingError> {
    check_size(players.saturating_sub(1), cycles)?;
    let mut builder = ScheduleBuilder::default();
    for cycle in 0..cycles as usize {
        for other in 1..players {
            let first_is_white = (other + cycle) % 2 == 1;
            builder.add_round([match first_is_white {
                true => (0, other),
                false => (other, 0),
            }])?;
        }
    }
    Ok(builder.rounds)
}

/// Returns the number of places in the table. With an odd number of players, one place is empty,
/// and the player paired with it in a round has no encounter.
fn places(players: usize) -> usize {
    players.next_multiple_of(2)
}

/// Returns the pairs of a round, numbered from 0, of the Berger table.
fn berger_pairs(players: usize, round: usize) -> Vec<(usize, usize)> {
    let places = places(players);
    let (fixed_place, rotating_places) = (places - 1, places - 1);
    // Every round rotates all places but the fixed one by half the number of places.
    let opposite = round * (places / 2) % rotating_places;
    let first_pair = match round % 2 {
        0 => (opposite, fixed_place),
        _ => (fixed_place, opposite),
    };
    let others = (1..places / 2).map(|step| {
        (
            (opposite + step) % rotating_places,
            (opposite + rotating_places - step) % rotating_places,
        )
    });
    std::iter::once(first_pair)
        .chain(others)
        .filter(|&(first, second)| first.max(second) < players)
        .collect()
}

/// Returns an error if the schedule would have more than [`MAX_ENCOUNTERS`] encounters.
fn check_size(encounters_of_cycle: usize, cycles: u32) -> Result<(), PairingError> {
    match encounters_of_cycle.checked_mul(cycles as usize) {
        Some(0..=MAX_ENCOUNTERS) => Ok(()),
        _ => Err(PairingError::TooLarge),
    }
}
