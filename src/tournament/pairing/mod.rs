//! Pairs players: schedules are pure functions of the pairing system and the
//! results.
//!
//! No state is kept between calls. A schedule is computed from the results so
//! far, and is the same wherever and whenever it is computed, so a
//! tournament can be resumed, or shared among machines, by encounter numbers
//! alone. Round-robins and gauntlets are known from the start; knockouts and
//! Swiss tournaments gain a round as soon as the previous one is complete.
//!
//! The unit of pairing is the *encounter*: usually a pair of games on one opening
//! with colours swapped, or a single game. Pairing is the same in both cases,
//! since only the sum of the points counts. The player called `first` has White in
//! the first game, so colours are balanced for single games as well.

mod color;
mod fixed;
mod knockout;
mod matching;
mod rounds;
mod swiss;

use serde::{Deserialize, Serialize};

use rounds::EncounterScores;
pub use rounds::{Encounter, EncounterResult, PairingError, Round, Schedule};
pub use swiss::{MAX_SWISS_PLAYERS, MAX_SWISS_ROUNDS};

/// The maximum number of half points of a player in one encounter, so that sums
/// can't overflow.
pub const MAX_HALF_POINTS: u32 = 1 << 20;

/// The pairing system of a tournament. Players are numbered from 0; where
/// strength matters, a lower number means a higher seed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairingSystem {
    /// Every player meets every other `rounds` times, with colours swapped from
    /// cycle to cycle.
    RoundRobin {
        /// The number of encounters between any two players.
        rounds: u32,
    },
    /// The first player meets each of the others.
    Gauntlet {
        /// The number of encounters with each opponent.
        rounds: u32,
    },
    /// A knockout: the loser of an encounter is eliminated.
    Knockout {
        /// The maximum number of further encounters after a tied one. If the
        /// last is tied too, the higher seed advances.
        replays: u32,
    },
    /// Players with similar scores meet; no two players meet twice if that can be avoided.
    Swiss {
        /// The number of rounds.
        rounds: u32,
    },
}

impl PairingSystem {
    /// Returns whether all encounters are known before the first game.
    pub const fn is_fixed(self) -> bool {
        matches!(self, Self::RoundRobin { .. } | Self::Gauntlet { .. })
    }
}

/// Returns the schedule of a tournament of players `0..players`, as far as the
/// finished encounters determine it; their order does not matter.
///
/// # Errors
///
/// Returns an error if the pairing system is impossible with this number of
/// players, or if a result refers to an encounter that is not on the schedule,
/// duplicates another result, or has too many points.
pub fn schedule(
    system: PairingSystem,
    players: usize,
    finished: &[EncounterResult],
) -> Result<Schedule, PairingError> {
    if players < 2 {
        return Err(PairingError::TooFewPlayers);
    }
    let scores = collect_scores(finished)?;
    let schedule = match system {
        PairingSystem::RoundRobin { rounds } => {
            fixed_schedule(fixed::round_robin(players, rounds)?)
        }
        PairingSystem::Gauntlet { rounds } => fixed_schedule(fixed::gauntlet(players, rounds)?),
        PairingSystem::Knockout { replays } => knockout::schedule(players, replays, &scores)?,
        PairingSystem::Swiss { rounds } => swiss::schedule(players, rounds, &scores)?,
    };
    let mut numbers: Vec<u32> = schedule
        .encounters()
        .map(|encounter| encounter.number)
        .collect();
    numbers.sort_unstable();
    match scores
        .keys()
        .find(|number| numbers.binary_search(number).is_err())
    {
        Some(&number) => Err(PairingError::UnknownEncounter(number)),
        None => Ok(schedule),
    }
}

fn collect_scores(finished: &[EncounterResult]) -> Result<EncounterScores, PairingError> {
    let mut scores = EncounterScores::new();
    for &EncounterResult {
        number,
        half_points,
    } in finished
    {
        if half_points.iter().any(|&points| points > MAX_HALF_POINTS) {
            return Err(PairingError::TooManyPoints(number));
        }
        if scores.insert(number, half_points).is_some() {
            return Err(PairingError::DuplicateResult(number));
        }
    }
    Ok(scores)
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
