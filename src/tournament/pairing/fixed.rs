//! Round-robins and gauntlets, whose encounters are known from the start.
//!
//! Round-robins follow the circle method, in the order of the Berger tables: one place is fixed and
//! the others rotate (Schurig 1886; FIDE Handbook C.05 annex 1). The player in the fixed place
//! alternates colours from round to round, and the numbers of games as White of any two players
//! differ by at most one. In a gauntlet, the first player meets every other; its colours alternate
//! from round to round. In both, each pairing changes colours from cycle to cycle.

use super::rounds::{Encounter, PairingError, Round, Schedule};

/// The approximate maximum number of encounters: more than anyone would wait for; together they
/// take a few hundred megabytes.
const MAX_ENCOUNTERS: usize = 1 << 23;

/// Returns the schedule of a round-robin.
pub(super) fn round_robin(players: usize, cycles: u32) -> Result<Schedule, PairingError> {
    check_size(players, cycles)?;
    let mut rounds = Vec::new();
    for cycle in 0..cycles {
        for round in 0..places(players) - 1 {
            let pairs = berger_pairs(players, round).into_iter();
            rounds.push(pairs.map(|pair| swapped_if(cycle % 2 == 1, pair)).collect());
        }
    }
    Ok(schedule(rounds))
}

/// Returns the schedule of a gauntlet, with one encounter in each round.
pub(super) fn gauntlet(players: usize, cycles: u32) -> Result<Schedule, PairingError> {
    check_size(players, cycles)?;
    let mut rounds = Vec::new();
    for cycle in 0..cycles as usize {
        for other in 1..players {
            rounds.push(vec![swapped_if((other + cycle) % 2 == 0, (0, other))]);
        }
    }
    Ok(schedule(rounds))
}

const fn swapped_if(is_swapped: bool, (first, second): (usize, usize)) -> (usize, usize) {
    match is_swapped {
        true => (second, first),
        false => (first, second),
    }
}

/// Returns the schedule with these pairs in each round. Encounters and rounds are numbered.
fn schedule(rounds: Vec<Vec<(usize, usize)>>) -> Schedule {
    let mut numbers = 0..;
    let rounds = (1..).zip(rounds).map(|(round, pairs)| Round {
        encounters: pairs
            .into_iter()
            .zip(numbers.by_ref())
            .map(|((first, second), number)| Encounter {
                number,
                round,
                first,
                second,
            })
            .collect(),
        byes: Vec::new(),
    });
    Schedule {
        rounds: rounds.collect(),
        complete: true,
        champion: None,
    }
}

/// Returns the number of places in the table. With an odd number of players one place is empty, and
/// the player paired with it has no encounter in that round.
fn places(players: usize) -> usize {
    players.next_multiple_of(2)
}

/// Returns the pairs of a round, numbered from 0, of the Berger table.
fn berger_pairs(players: usize, round: usize) -> Vec<(usize, usize)> {
    let places = places(players);
    let (fixed, rotating) = (places - 1, places - 1);
    // Every round rotates the other places by half the number of places.
    let opposite = round * (places / 2) % rotating;
    let first_pair = match round % 2 {
        0 => (opposite, fixed),
        _ => (fixed, opposite),
    };
    let others = (1..places / 2).map(|step| {
        (
            (opposite + step) % rotating,
            (opposite + rotating - step) % rotating,
        )
    });
    std::iter::once(first_pair)
        .chain(others)
        .filter(|&(first, second)| first.max(second) < players)
        .collect()
}

/// Returns an error if there would be too many encounters to fit into memory, before any is
/// created.
fn check_size(players: usize, cycles: u32) -> Result<(), PairingError> {
    players
        .checked_mul(players)
        .and_then(|pairs| pairs.checked_mul(cycles as usize))
        .filter(|&encounters| encounters <= MAX_ENCOUNTERS)
        .map(|_| ())
        .ok_or(PairingError::TooLarge)
}
