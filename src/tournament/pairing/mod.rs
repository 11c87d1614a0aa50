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

mod colour;
mod gauntlet;
mod knockout;
mod matching;
mod round_robin;
mod swiss;

use std::collections::BTreeMap;

use thiserror::Error;

/// The maximum number of players of a Swiss tournament: enough for engines, and
/// few enough that the weights of the matching can't overflow.
pub const MOST_SWISS_PLAYERS: usize = 128;
/// The maximum number of rounds of a Swiss tournament, limited for the same
/// reason.
pub const MOST_SWISS_ROUNDS: u32 = 64;
/// The maximum number of half points that a player may win in one encounter,
/// limited so that sums can't overflow.
pub const MOST_HALF_POINTS: u32 = 1 << 20;

/// The format of a tournament. Players are numbered from 0; where strength
/// matters, a lower number is a higher seed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// Every player against every other, `cycles` times, with colours swapped
    /// from cycle to cycle.
    RoundRobin {
        /// The number of encounters between each two players.
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

/// A meeting of two players.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Encounter {
    /// The number within the tournament, from 0, by which results refer to the
    /// encounter. It never changes. In a knockout some numbers may be unused.
    pub number: u32,
    /// The round, from 1.
    pub round: u32,
    /// The player with White in the first game.
    pub first: usize,
    /// The other player.
    pub second: usize,
}

/// The result of an encounter whose games are all finished.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct EncounterResult {
    /// The number of the encounter.
    pub number: u32,
    /// The half points of `first` and `second`: 2 for a win, 1 for a draw.
    pub half_points: [u32; 2],
}

/// A round: encounters that may be played in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The encounters, in the order of their numbers.
    pub encounters: Vec<Encounter>,
    /// The players with a bye, who advance (knockout) or get the points of a
    /// win (Swiss). Players without a game in a round-robin or gauntlet are not
    /// listed.
    pub byes: Vec<usize>,
}

/// The encounters of a tournament, as far as they are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    /// The rounds from the first on, including finished ones.
    pub rounds: Vec<Round>,
    /// Whether all encounters are known, so that no result adds one.
    pub complete: bool,
    /// The winner of a knockout, once known.
    pub champion: Option<usize>,
}

/// An error in computing a schedule.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error)]
pub enum PairingError {
    /// Fewer than two players.
    #[error("a tournament needs at least two players")]
    TooFewPlayers,
    /// More players, rounds or encounters than can be counted or paired.
    #[error("the tournament is too large")]
    TooLarge,
    /// No challengers, or no opponents for them.
    #[error("a gauntlet needs challengers and opponents")]
    NoChallengers,
    /// A result for an encounter that is not on the schedule.
    #[error("a result for encounter {0}, which is not on the schedule")]
    UnknownEncounter(u32),
    /// Two results for one encounter.
    #[error("a second result for encounter {0}")]
    SecondResult(u32),
    /// More points than the maximum for an encounter.
    #[error("the points of encounter {0} are out of range")]
    Points(u32),
}

/// The half points of encounters, by their numbers.
type Results = BTreeMap<u32, [u32; 2]>;

/// Returns the schedule of a tournament of players `0..players`, as far as it
/// follows from the finished encounters, whose order does not matter.
///
/// # Errors
///
/// Returns an error if the format is impossible with this number of players, or
/// if a result refers to an encounter that is not on the schedule, is the
/// second one for its encounter, or has too many points.
pub fn schedule(
    format: Format,
    players: usize,
    finished: &[EncounterResult],
) -> Result<Schedule, PairingError> {
    if players < 2 {
        return Err(PairingError::TooFewPlayers);
    }
    let results = collect(finished)?;
    let schedule = match format {
        Format::RoundRobin { cycles } => fixed(round_robin::rounds(players, cycles)?),
        Format::Gauntlet {
            challengers,
            cycles,
        } => fixed(gauntlet::rounds(players, challengers, cycles)?),
        Format::Knockout { replays } => knockout::schedule(players, replays, &results)?,
        Format::Swiss { rounds } => swiss::schedule(players, rounds, &results)?,
    };
    let mut known: Vec<u32> = schedule.encounters().map(|known| known.number).collect();
    known.sort_unstable();
    match results
        .keys()
        .find(|number| known.binary_search(number).is_err())
    {
        Some(&number) => Err(PairingError::UnknownEncounter(number)),
        None => Ok(schedule),
    }
}

fn collect(finished: &[EncounterResult]) -> Result<Results, PairingError> {
    let mut results = Results::new();
    for &EncounterResult {
        number,
        half_points,
    } in finished
    {
        if half_points.iter().any(|&points| points > MOST_HALF_POINTS) {
            return Err(PairingError::Points(number));
        }
        if results.insert(number, half_points).is_some() {
            return Err(PairingError::SecondResult(number));
        }
    }
    Ok(results)
}

fn fixed(rounds: Vec<Round>) -> Schedule {
    Schedule {
        rounds,
        complete: true,
        champion: None,
    }
}

impl Schedule {
    /// Returns all known encounters, round by round.
    pub fn encounters(&self) -> impl Iterator<Item = Encounter> + '_ {
        self.rounds
            .iter()
            .flat_map(|round| round.encounters.iter().copied())
    }

    /// Returns the known encounters that are still to be played.
    pub fn open(&self, finished: &[EncounterResult]) -> Vec<Encounter> {
        let done: std::collections::BTreeSet<u32> =
            finished.iter().map(|result| result.number).collect();
        self.encounters()
            .filter(|encounter| !done.contains(&encounter.number))
            .collect()
    }
}

/// A builder of fixed schedules, which numbers encounters and rounds.
#[derive(Default)]
struct Builder {
    rounds: Vec<Round>,
    next: u32,
}

impl Builder {
    /// Adds a round of pairs, first player first.
    fn round(
        &mut self,
        pairs: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<(), PairingError> {
        let round = u32::try_from(self.rounds.len() + 1).map_err(|_| PairingError::TooLarge)?;
        let mut encounters = Vec::new();
        for (first, second) in pairs {
            encounters.push(Encounter {
                number: self.next,
                round,
                first,
                second,
            });
            self.next = self.next.checked_add(1).ok_or(PairingError::TooLarge)?;
        }
        self.rounds.push(Round {
            encounters,
            byes: Vec::new(),
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests;
