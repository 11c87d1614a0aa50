//! Encounters, rounds and schedules.

use std::collections::BTreeMap;

use thiserror::Error;

/// A meeting of two players.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Encounter {
    /// The number within the tournament, from 0, by which results identify the
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
    /// The half points of `first` and `second`, summed over the games: 2 for a win, 1 for a draw.
    pub half_points: [u32; 2],
}

/// A round: encounters that may be played in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The encounters, in the order of their numbers.
    pub encounters: Vec<Encounter>,
    /// The players with a bye, who advance (knockout) or get the points for a
    /// win (Swiss). Players without an encounter in a round-robin or gauntlet are not
    /// listed.
    pub byes: Vec<usize>,
}

/// The known encounters of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    /// The rounds from the first, including finished ones.
    pub rounds: Vec<Round>,
    /// Whether all encounters are known, so no further result adds one.
    pub complete: bool,
    /// The winner of a knockout, if it is known.
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
    /// A result for an encounter that is not on the schedule.
    #[error("there is a result for encounter {0}, which is not on the schedule")]
    UnknownEncounter(u32),
    /// Two results for one encounter.
    #[error("there are two results for encounter {0}")]
    DuplicateResult(u32),
    /// More points than the maximum for an encounter.
    #[error("the result of encounter {0} has too many points")]
    TooManyPoints(u32),
}

/// The half points of finished encounters, by encounter number.
pub(super) type EncounterScores = BTreeMap<u32, [u32; 2]>;

impl Schedule {
    /// Returns all known encounters, round by round.
    pub fn encounters(&self) -> impl Iterator<Item = Encounter> + '_ {
        self.rounds
            .iter()
            .flat_map(|round| round.encounters.iter().copied())
    }
}

/// A builder for schedules that are known from the start. It numbers encounters and rounds.
#[derive(Default)]
pub(super) struct ScheduleBuilder {
    pub(super) rounds: Vec<Round>,
    next_number: u32,
}

impl ScheduleBuilder {
    /// Adds a round of these pairs; the first player of each has White in the first game.
    pub(super) fn add_round(
        &mut self,
        pairs: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<(), PairingError> {
        let round = u32::try_from(self.rounds.len() + 1).map_err(|_| PairingError::TooLarge)?;
        let mut encounters = Vec::new();
        for (first, second) in pairs {
            encounters.push(Encounter {
                number: self.next_number,
                round,
                first,
                second,
            });
            self.next_number = self
                .next_number
                .checked_add(1)
                .ok_or(PairingError::TooLarge)?;
        }
        self.rounds.push(Round {
            encounters,
            byes: Vec::new(),
        });
        Ok(())
    }
}
