//! Who plays whom: schedules as pure functions of the format and the results.
//!
//! Nothing is remembered between calls. A schedule is computed anew from the
//! results so far and is the same wherever and whenever that is done, so that a
//! tournament can be resumed or shared out among machines by encounter numbers
//! alone. Round-robins and gauntlets are known from the start; a knockout and a
//! Swiss tournament grow a round as soon as the one before is complete.
//!
//! What is paired is an *encounter*: usually a pair of games with colours
//! swapped on one opening, or a single game. Which of them is no concern here:
//! only the sum of the points counts. `first` moves first in the first game, so
//! colours are balanced for single games as well.

mod colour;
mod gauntlet;
mod knockout;
mod matching;
mod round_robin;
mod swiss;

use std::collections::BTreeMap;

use thiserror::Error;

/// The most players of a Swiss tournament: enough for engines, and few enough
/// that the weights of the matching can't overflow.
pub const MOST_SWISS_PLAYERS: usize = 128;
/// The most rounds of a Swiss tournament, for the same reason.
pub const MOST_SWISS_ROUNDS: u32 = 64;
/// The most half points that a player may win in one encounter, so that sums
/// can't overflow.
pub const MOST_HALF_POINTS: u32 = 1 << 20;

/// The system by which players meet. Players are numbers from 0; where strength
/// matters, a lower number is seeded higher.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// All play all, `cycles` times, with colours swapped from cycle to cycle.
    RoundRobin {
        /// How often two players meet.
        cycles: u32,
    },
    /// The first players against all others, but not among themselves.
    Gauntlet {
        /// How many of the first players are challengers.
        challengers: usize,
        /// How often a challenger meets each of the others.
        cycles: u32,
    },
    /// Who loses is out.
    Knockout {
        /// How many further encounters a tie may take. If the last is tied too,
        /// the higher seed goes on.
        replays: u32,
    },
    /// Players with like scores meet, nobody twice.
    Swiss {
        /// Number of rounds.
        rounds: u32,
    },
}

/// Two players who meet.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Encounter {
    /// Number within the tournament, from 0, by which results refer to it. It
    /// never changes. In a knockout numbers may be left out.
    pub number: u32,
    /// Round, from 1.
    pub round: u32,
    /// The player who has White in the first game.
    pub first: usize,
    /// The other player.
    pub second: usize,
}

/// The outcome of an encounter, all its games finished.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct EncounterResult {
    /// Number of the encounter.
    pub number: u32,
    /// Half points of `first` and `second`: 2 for a win, 1 for a draw.
    pub half_points: [u32; 2],
}

/// The encounters that may be played in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// In the order of their numbers.
    pub encounters: Vec<Encounter>,
    /// Who sits out and goes on, or gets the points of a win (Swiss). Players
    /// without a game in a round-robin or gauntlet are not listed.
    pub byes: Vec<usize>,
}

/// All that is known of the encounters of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    /// From the first round on, with those that are finished.
    pub rounds: Vec<Round>,
    /// Whether this is the whole of it, so that no result adds an encounter.
    pub complete: bool,
    /// The winner of a knockout, once known.
    pub champion: Option<usize>,
}

/// Why there is no schedule.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error)]
pub enum PairingError {
    /// Fewer than two players.
    #[error("a tournament needs at least two players")]
    TooFewPlayers,
    /// More players, rounds or encounters than can be counted or paired.
    #[error("the tournament is too large")]
    TooLarge,
    /// No challengers, or nobody left to challenge.
    #[error("a gauntlet needs challengers and opponents")]
    NoChallengers,
    /// A result for an encounter that is not on the schedule.
    #[error("a result for encounter {0}, which is not on the schedule")]
    UnknownEncounter(u32),
    /// Two results for one encounter.
    #[error("a second result for encounter {0}")]
    SecondResult(u32),
    /// More points than an encounter can sensibly bring.
    #[error("the points of encounter {0} are out of range")]
    Points(u32),
}

/// Results by the numbers of their encounters.
type Results = BTreeMap<u32, [u32; 2]>;

/// The schedule of a tournament of players `0..players`, as far as the finished
/// encounters tell. Their order does not matter.
///
/// # Errors
///
/// When the format makes no sense for so many players, or a result is for no
/// encounter of the schedule, comes twice or has too many points.
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
    /// All encounters known, round by round.
    pub fn encounters(&self) -> impl Iterator<Item = Encounter> + '_ {
        self.rounds
            .iter()
            .flat_map(|round| round.encounters.iter().copied())
    }

    /// The encounters still to be played, of those known.
    pub fn open(&self, finished: &[EncounterResult]) -> Vec<Encounter> {
        let done: std::collections::BTreeSet<u32> =
            finished.iter().map(|result| result.number).collect();
        self.encounters()
            .filter(|encounter| !done.contains(&encounter.number))
            .collect()
    }
}

/// Hands out numbers and rounds to the encounters of a fixed schedule.
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
