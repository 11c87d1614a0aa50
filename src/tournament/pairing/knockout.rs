//! Knockouts: a seeded bracket in which the loser of a matchup is eliminated.
//!
//! The bracket is the usual one: if the higher seed always wins, the first seed
//! meets the second in the final, the first four are the semi-finalists, and so
//! on. It is padded with empty places to a power of two, so byes go to the
//! highest seeds.
//!
//! A tied encounter is replayed with the players in reverse order, as often as
//! the format allows; if the last replay is tied too, the higher seed advances.
//! Each matchup of the bracket reserves numbers for its encounter and all replays,
//! so that numbers don't depend on results elsewhere.

use super::rounds::{Encounter, EncounterScores, PairingError, Round, Schedule};

/// Returns the schedule as far as the results determine it.
pub(super) fn schedule(
    players: usize,
    replays: u32,
    scores: &EncounterScores,
) -> Result<Schedule, PairingError> {
    let size = players
        .checked_next_power_of_two()
        .and_then(|size| u32::try_from(size).ok())
        .ok_or(PairingError::TooLarge)?;
    let max_encounters = replays.checked_add(1).ok_or(PairingError::TooLarge)?;
    size.checked_mul(max_encounters)
        .ok_or(PairingError::TooLarge)?;

    let mut remaining: Vec<Option<usize>> = bracket(size as usize)
        .into_iter()
        .map(|seed| (seed < players).then_some(seed))
        .collect();
    let mut schedule = Schedule::default();
    let mut matchup = Matchup {
        number: 0,
        round: 1,
        max_encounters,
    };
    while remaining.len() > 1 {
        let mut round = Round::default();
        let mut winners = Vec::new();
        for pair in remaining.chunks(2) {
            winners.push(match (pair[0], pair[1]) {
                (Some(a), Some(b)) => {
                    matchup.add_encounters(a.min(b), a.max(b), scores, &mut round)
                }
                (one, other) => {
                    round.byes.extend(one.or(other));
                    one.or(other)
                }
            });
            matchup.number += max_encounters;
        }
        schedule.rounds.push(round);
        if winners.iter().any(Option::is_none) {
            return Ok(schedule);
        }
        remaining = winners;
        matchup.round += 1;
    }
    schedule.complete = true;
    schedule.champion = remaining[0];
    Ok(schedule)
}

/// Returns the seeds, from 0, in the order of the bracket: each pair that
/// meets in the first round has the same sum.
fn bracket(size: usize) -> Vec<usize> {
    let mut seeds = vec![0];
    while seeds.len() < size {
        let sum = 2 * seeds.len() - 1;
        seeds = seeds
            .into_iter()
            .flat_map(|seed| [seed, sum - seed])
            .collect();
    }
    seeds
}

/// A matchup of the bracket: two players meet until one wins or no replay is left.
struct Matchup {
    number: u32,
    round: u32,
    max_encounters: u32,
}

impl Matchup {
    /// Adds the known encounters of the two seeds to the round, and returns the
    /// winner, if it is known.
    fn add_encounters(
        &self,
        higher: usize,
        lower: usize,
        scores: &EncounterScores,
        round: &mut Round,
    ) -> Option<usize> {
        for replay in 0..self.max_encounters {
            let (first, second) = match replay % 2 {
                0 => (higher, lower),
                _ => (lower, higher),
            };
            let number = self.number + replay;
            round.encounters.push(Encounter {
                number,
                round: self.round,
                first,
                second,
            });
            let [first_points, second_points] = *scores.get(&number)?;
            if first_points != second_points {
                return Some(if first_points > second_points {
                    first
                } else {
                    second
                });
            }
        }
        Some(higher)
    }
}
