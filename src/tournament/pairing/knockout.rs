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

use std::cmp::Ordering;
use std::ops::Range;

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
    let mut numbers = 0..max_encounters;
    while remaining.len() > 1 {
        let mut round = Round::default();
        let round_number = schedule.rounds.len() as u32 + 1;
        let mut winners = Vec::new();
        for pair in remaining.chunks(2) {
            winners.push(match (pair[0], pair[1]) {
                (Some(a), Some(b)) => {
                    let seeds = [a.min(b), a.max(b)];
                    add_encounters(seeds, numbers.clone(), round_number, scores, &mut round)
                }
                (one, other) => {
                    round.byes.extend(one.or(other));
                    one.or(other)
                }
            });
            numbers = numbers.end..numbers.end + max_encounters;
        }
        schedule.rounds.push(round);
        if winners.iter().any(Option::is_none) {
            return Ok(schedule);
        }
        remaining = winners;
    }
    schedule.complete = true;
    schedule.champion = remaining[0];
    Ok(schedule)
}

/// Returns the seeds, from 0, in the order of the bracket: in every pair of the
/// first round, the seeds have the same sum.
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

/// Adds the known encounters of two seeds, which meet until one wins or no number is left, to the
/// round. Returns the winner, if it is known.
fn add_encounters(
    [higher, lower]: [usize; 2],
    numbers: Range<u32>,
    round_number: u32,
    scores: &EncounterScores,
    round: &mut Round,
) -> Option<usize> {
    let (mut first, mut second) = (higher, lower);
    for number in numbers {
        round.encounters.push(Encounter {
            number,
            round: round_number,
            first,
            second,
        });
        let [first_points, second_points] = *scores.get(&number)?;
        match first_points.partial_cmp(&second_points) {
            Some(Ordering::Greater) => return Some(first),
            Some(Ordering::Less) => return Some(second),
            _ => (first, second) = (second, first),
        }
    }
    Some(higher)
}
