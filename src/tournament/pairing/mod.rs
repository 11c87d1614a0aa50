//! Pairing: schedules as pure functions of the format and the results.
//!
//! No state is kept between calls. A schedule is computed anew from the results
//! so far, and is the same wherever and whenever that is done, so that a
//! tournament can be resumed, or shared among machines, by encounter numbers
//! alone. Round-robins and gauntlets are known from the start; a knockout and a
//! Swiss tournament gain a round as soon as the one before is complete.
//!
//! The unit of pairing is the *encounter*: usually a pair of games with colours
//! swapped on one opening, or a single game. Pairing does not depend on which
//! of these it is: only the sum of the points counts. `first` has White in the
//! first game, so that colours are balanced for single games as well.

mod color;
mod gauntlet;
mod knockout;
mod matching;
mod round_robin;
mod rounds;
mod swiss;

use rounds::EncounterScores;
pub use rounds::{Encounter, EncounterResult, PairingError, Round, Schedule};
pub use swiss::{MAX_SWISS_PLAYERS, MAX_SWISS_ROUNDS};

/// The maximum number of half points that a player may win in one encounter,
/// limited so that sums can't overflow.
pub const MAX_HALF_POINTS: u32 = 1 << 20;

/// The format of a tournament. Players are numbered from 0; where strength
/// matters, a lower number is a higher seed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum PairingSystem {
    /// Every player against every other, `cycles` times, with colours swapped
    /// from cycle to cycle.
    RoundRobin {
        /// The number of encounters between any two players.
        cycles: u32,
    },
    /// The first players against all others, but not among themselves.
    Gauntlet {
        /// The number of challengers: the first players.
        challengers: usize,
        /// The number of encounters between a challenger and each of the
        /// others.
        cycles: u32,
    },
    /// A knockout: the loser of an encounter is out.
    Knockout {
        /// The number of further encounters to decide a tied one. If the last
        /// is tied too, the higher seed advances.
        replays: u32,
    },
    /// Players with similar scores meet, no two of them twice.
    Swiss {
        /// The number of rounds.
        rounds: u32,
    },
}

/// Returns the schedule of a tournament of players `0..players`, as far as it
/// follows from the finished encounters, whose order does not matter.
///
/// # Errors
///
/// Returns an error if the format is impossible with this number of players, or
/// if a result refers to an encounter that is not on the schedule, is the
/// second one for its encounter, or has too many points.
pub fn schedule(
    format: PairingSystem,
    players: usize,
    finished: &[EncounterResult],
) -> Result<Schedule, PairingError> {
    if players < 2 {
        return Err(PairingError::TooFewPlayers);
    }
    let results = collect_scores(finished)?;
    let schedule = match format {
        PairingSystem::RoundRobin { cycles } => {
            fixed_schedule(round_robin::rounds(players, cycles)?)
        }
        PairingSystem::Gauntlet {
            challengers,
            cycles,
        } => fixed_schedule(gauntlet::rounds(players, challengers, cycles)?),
        PairingSystem::Knockout { replays } => knockout::schedule(players, replays, &results)?,
        PairingSystem::Swiss { rounds } => swiss::schedule(players, rounds, &results)?,
    };
    let mut numbers: Vec<u32> = schedule
        .encounters()
        .map(|encounter| encounter.number)
        .collect();
    numbers.sort_unstable();
    match results
        .keys()
        .find(|number| numbers.binary_search(number).is_err())
    {
        Some(&number) => Err(PairingError::UnknownEncounter(number)),
        None => Ok(schedule),
    }
}

fn collect_scores(finished: &[EncounterResult]) -> Result<EncounterScores, PairingError> {
    let mut results = EncounterScores::new();
    for &EncounterResult {
        number,
        half_points,
    } in finished
    {
        if half_points.iter().any(|&points| points > MAX_HALF_POINTS) {
            return Err(PairingError::TooManyPoints(number));
        }
        if results.insert(number, half_points).is_some() {
            return Err(PairingError::DuplicateResult(number));
        }
    }
    Ok(results)
}

fn fixed_schedule(rounds: Vec<Round>) -> Schedule {
    Schedule {
        rounds,
        complete: true,
        champion: None,
    }
}

#[cfg(test)]
mod tests;
