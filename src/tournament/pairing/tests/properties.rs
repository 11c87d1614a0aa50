//! Properties of Swiss pairings, whatever the results.

use proptest::prelude::*;

use super::*;
use crate::base::zobrist::splitmix;

/// Plays a complete tournament with results drawn from a seed, in which higher seeds win more
/// often. The players of an encounter share `most` half points.
fn play(players: usize, rounds: u32, seed: u64, most: u32) -> (Schedule, Vec<EncounterResult>) {
    let format = PairingSystem::Swiss { rounds };
    let mut finished: Vec<EncounterResult> = Vec::new();
    loop {
        let schedule = schedule(format, players, &finished).unwrap();
        let remaining = schedule.remaining(&finished);
        if remaining.is_empty() {
            return (schedule, finished);
        }
        for encounter in remaining {
            let luck = splitmix(seed ^ splitmix(u64::from(encounter.number)));
            let won = (luck % u64::from(most + 1)) as u32;
            let bonus = u32::from(encounter.first < encounter.second && luck >> 32 & 1 == 1);
            let won = (won + bonus).min(most);
            finished.push(result(encounter.number, [won, most - won]));
        }
    }
}

/// Checks that every player plays or has the bye in every round; returns how often any two met, the
/// byes of each player, and the widest surplus of one colour that any player ever had.
fn checked_counts(schedule: &Schedule, players: usize) -> (Vec<Vec<u32>>, Vec<u32>, i32) {
    let mut met = vec![vec![0; players]; players];
    let (mut byes, mut surplus) = (vec![0; players], vec![0_i32; players]);
    let mut widest = 0;
    for round in &schedule.rounds {
        let mut busy = vec![0; players];
        for &(first, second) in &pairs(round) {
            busy[first] += 1;
            busy[second] += 1;
            met[first][second] += 1;
            met[second][first] += 1;
            surplus[first] += 1;
            surplus[second] -= 1;
        }
        for &player in &round.byes {
            busy[player] += 1;
            byes[player] += 1;
        }
        assert_eq!(round.byes.len(), players % 2);
        assert!(busy.iter().all(|&times| times == 1));
        widest = surplus
            .iter()
            .fold(widest, |most, games| most.max(games.abs()));
    }
    (met, byes, widest)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Rounds up to half the number of players: a pairing without a rematch then always exists
    /// (Dirac 1952: each playerstill has at least half of the field to meet).
    #[test]
    fn swiss_pairings_obey_the_rules(
        players in 2_usize..24,
        share in 1_u32..=100,
        seed: u64,
        most in prop::sample::select(vec![2_u32, 4]),
    ) {
        let rounds = (players as u32 / 2 * share).div_ceil(100).max(1);
        let (schedule, _) = play(players, rounds, seed, most);
        prop_assert!(schedule.complete);
        prop_assert_eq!(schedule.rounds.len(), rounds as usize);
        let (met, byes, widest) = checked_counts(&schedule, players);
        prop_assert!(met.iter().flatten().all(|&times| times <= 1));
        prop_assert!(byes.iter().all(|&times| times <= 1));
        prop_assert!(widest <= 2);
    }

    /// Up to and beyond the rounds of a round-robin, no player has a second bye
    /// before all have had one, and the number of rounds is kept.
    #[test]
    fn byes_are_shared_evenly(players in 1_usize..8, rounds in 1_u32..20, seed: u64) {
        let players = 2 * players + 1;
        let (schedule, _) = play(players, rounds, seed, 2);
        let (_, byes, _) = checked_counts(&schedule, players);
        let most = rounds.div_ceil(players as u32);
        prop_assert!(byes.iter().all(|&times| times <= most));
    }

    /// The order of the results does not matter, and later results leave earlier rounds unchanged.
    #[test]
    fn schedules_can_be_resumed(players in 2_usize..14, seed: u64) {
        let rounds = 4;
        let format = PairingSystem::Swiss { rounds };
        let (whole, mut finished) = play(players, rounds, seed, 4);
        for cut in 0..finished.len() {
            let schedule = schedule(format, players, &finished[..cut]).unwrap();
            prop_assert_eq!(&schedule.rounds[..], &whole.rounds[..schedule.rounds.len()]);
        }
        finished.reverse();
        prop_assert_eq!(schedule(format, players, &finished).unwrap(), whole);
    }
}

/// The largest field with the widest scores, so that an overflow would show.
#[test]
fn the_largest_field_is_paired() {
    let players = MAX_SWISS_PLAYERS;
    let (schedule, _) = play(players, 6, 1, MAX_HALF_POINTS);
    let (met, _, widest) = checked_counts(&schedule, players);
    assert!(met.iter().flatten().all(|&times| times <= 1) && widest <= 2);
}
