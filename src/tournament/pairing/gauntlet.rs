//! Gauntlets: every challenger meets every player who is not a challenger.
//!
//! The larger group rotates past the smaller one, so that no player has two
//! encounters in a round. Each pairing changes colours from cycle to cycle. A player's
//! colours alternate from round to round, except in some cases where the rotation wraps
//! around or a cycle begins.

use super::round_robin::check_size;
use super::rounds::{PairingError, Round, ScheduleBuilder};

/// Returns all rounds of a gauntlet of the first `challengers` players.
pub(super) fn rounds(
    players: usize,
    challengers: usize,
    cycles: u32,
) -> Result<Vec<Round>, PairingError> {
    if challengers == 0 || challengers >= players {
        return Err(PairingError::NoChallengersOrOpponents);
    }
    check_size(players, cycles)?;
    let others = players - challengers;
    let steps = challengers.max(others);
    let mut builder = ScheduleBuilder::default();
    for cycle in 0..cycles {
        for step in 0..steps {
            builder.add_round((0..challengers.min(others)).map(|index| {
                let rotated = (index + step) % steps;
                let (challenger, other) = match challengers <= others {
                    true => (index, rotated),
                    false => (rotated, index),
                };
                let challenger_begins = (challenger + other + cycle as usize).is_multiple_of(2);
                match challenger_begins {
                    true => (challenger, challengers + other),
                    false => (challengers + other, challenger),
                }
            }))?;
        }
    }
    Ok(builder.rounds)
}
