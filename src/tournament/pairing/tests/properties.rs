//! Properties of Swiss pairings, whatever the results.

use proptest::prelude::*;

use super::*;
use crate::base::zobrist::splitmix;

/// Plays a complete tournament with random results from `seed`, in which players with lower numbers
/// win more often. The two players of an encounter share `total_points` half points.
fn play(
    players: usize,
    rounds: u32,
    seed: u64,
    total_points: u32,
) -> (Schedule, Vec<EncounterResult>) {
    let format = PairingSystem::Swiss { rounds };
    let mut finished: Vec<EncounterResult> = Vec::new();
    loop {
        let schedule = schedule(format, players, &finished).unwrap();
        let remaining = schedule.remaining(&finished);
        if remaining.is_empty() {
            return (schedule, finished);
        }
        for encounter in remaining {
            let random = splitmix(seed ^ splitmix(u64::from(encounter.number)));
            let won = (random % u64::from(total_points + 1)) as u32;
            let bonus = u32::from(encounter.first < encounter.second && random >> 32 & 1 == 1);
            let won = (won + bonus).min(total_points);
            finished.push(result(encounter.number, [won, total_points - won]));
        }
    }
}

/// Asserts that every player either plays or has the bye in every round. Returns how often every
/// two players met, the number of byes of each player, and the largest colour surplus of any player
/// after any round.
fn checked_counts(schedule: &Schedule, players: usize) -> (Vec<Vec<u32>>, Vec<u32>, i32) {
    let mut met = vec![vec![0; players]; players];
    let (mut byes, mut surplus) = (vec![0; players], vec![0_i32; players]);
    let mut max_surplus = 0;
    for round in &schedule.rounds {
        let mut appearances = vec![0; players];
        for &(first, second) in &pairs(round) {
            appearances[first] += 1;
            appearances[second] += 1;
            met[first][second] += 1;
            met[second][first] += 1;
            surplus[first] += 1;
            surplus[second] -= 1;
        }
        for &player in &round.byes {
            appearances[player] += 1;
            byes[player] += 1;
        }
        assert_eq!(round.byes.len(), players % 2);
        assert!(appearances.iter().all(|&times| times == 1));
        max_surplus = surplus
            .iter()
            .fold(max_surplus, |max, surplus| max.max(surplus.abs()));
    }
    (met, byes, max_surplus)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// With at most half as many rounds as players, a pairing without a rematch always exists
    /// (Dirac 1952: each player still has at least half of the field to meet).
    #[test]
    fn swiss_pairings_obey_the_rules(
        players in 2_usize..24,
        share in 1_u32..=100,
        seed: u64,
        total_points in prop::sample::select(vec![2_u32, 4]),
    ) {
        let rounds = (players as u32 / 2 * share).div_ceil(100).max(1);
        let (schedule, _) = play(players, rounds, seed, total_points);
        prop_assert!(schedule.complete);
        prop_assert_eq!(schedule.rounds.len(), rounds as usize);
        let (met, byes, max_surplus) = checked_counts(&schedule, players);
        prop_assert!(met.iter().flatten().all(|&times| times <= 1));
        prop_assert!(byes.iter().all(|&times| times <= 1));
        prop_assert!(max_surplus <= 2);
    }

    /// Even with more rounds than a round-robin, no player has a second bye before
    /// all have had one.
    #[test]
    fn byes_are_shared_evenly(players in 1_usize..8, rounds in 1_u32..20, seed: u64) {
        let players = 2 * players + 1;
        let (schedule, _) = play(players, rounds, seed, 2);
        let (_, byes, _) = checked_counts(&schedule, players);
        let max_byes = rounds.div_ceil(players as u32);
        prop_assert!(byes.iter().all(|&times| times <= max_byes));
    }

    /// Later results leave earlier rounds unchanged, and the order of the results does not matter.
    #[test]
    fn schedules_can_be_resumed(players in 2_usize..14, seed: u64) {
        let rounds = 4;
        let format = PairingSystem::Swiss { rounds };
        let (complete, mut finished) = play(players, rounds, seed, 4);
        for count in 0..finished.len() {
            let schedule = schedule(format, players, &finished[..count]).unwrap();
            prop_assert_eq!(&schedule.rounds[..], &complete.rounds[..schedule.rounds.len()]);
        }
        finished.reverse();
        prop_assert_eq!(schedule(format, players, &finished).unwrap(), complete);
    }
}

/// The largest field with the largest differences in score, which would expose an overflow.
#[test]
fn the_largest_field_is_paired() {
    let players = MAX_SWISS_PLAYERS;
    let (schedule, _) = play(players, 6, 1, MAX_HALF_POINTS);
    let (met, _, max_surplus) = checked_counts(&schedule, players);
    assert!(met.iter().flatten().all(|&times| times <= 1) && max_surplus <= 2);
}
