//! Tests of the schedules that are known from the start.

use std::collections::BTreeMap;

use super::*;

fn rounds(system: PairingSystem, players: usize) -> Vec<Vec<(usize, usize)>> {
    let schedule = schedule(system, players, &[]).unwrap();
    assert!(schedule.complete && schedule.champion.is_none());
    schedule.rounds.iter().map(pairs).collect()
}

/// The Berger tables of the FIDE Handbook (C.05 annex 1), with players
/// numbered from 1 and White named first.
#[test]
fn round_robins_are_the_berger_tables() {
    let four = ["1-4 2-3", "4-3 1-2", "2-4 3-1"];
    let six = [
        "1-6 2-5 3-4",
        "6-4 5-3 1-2",
        "2-6 3-1 4-5",
        "6-5 1-4 2-3",
        "3-6 4-2 5-1",
    ];
    for (players, table) in [(3, &four[..]), (4, &four), (5, &six), (6, &six)] {
        let found = rounds(PairingSystem::RoundRobin { rounds: 1 }, players);
        assert_eq!(found.len(), table.len());
        for (found, line) in found.iter().zip(table) {
            let expected: Vec<(usize, usize)> = line
                .split(' ')
                .map(|pair| {
                    let (first, second) = pair.split_once('-').unwrap();
                    let number = |text: &str| text.parse::<usize>().unwrap() - 1;
                    (number(first), number(second))
                })
                // With an odd number of players the highest number stands for a bye.
                .filter(|&(first, second)| first.max(second) < players)
                .collect();
            assert_eq!(*found, expected, "{players} players");
        }
    }
}

/// Returns how often each pair of players meets, and the colour surplus of each player: in how many
/// more encounters the player is first than second. Asserts that no player has two encounters in a
/// round.
fn meetings_and_surplus(
    rounds: &[Vec<(usize, usize)>],
    players: usize,
) -> (BTreeMap<(usize, usize), u32>, Vec<i32>) {
    let mut met = BTreeMap::new();
    let mut surplus = vec![0; players];
    for round in rounds {
        let mut busy = vec![false; players];
        for &(first, second) in round {
            assert!(first != second && !busy[first] && !busy[second]);
            busy[first] = true;
            busy[second] = true;
            *met.entry((first.min(second), first.max(second)))
                .or_default() += 1;
            surplus[first] += 1;
            surplus[second] -= 1;
        }
    }
    (met, surplus)
}

#[test]
fn round_robin_players_all_meet_with_balanced_colours() {
    for players in 2..=19 {
        for cycles in 1..=3 {
            let found = rounds(PairingSystem::RoundRobin { rounds: cycles }, players);
            let (met, surplus) = meetings_and_surplus(&found, players);
            assert_eq!(met.len(), players * (players - 1) / 2);
            assert!(met.values().all(|&times| times == cycles));
            assert!(surplus.iter().all(|games| games.abs() <= 1));
        }
    }
}

/// Worked out by hand: the first player meets the others in turn; its colours alternate, and change
/// from cycle to cycle.
#[test]
fn a_gauntlet_matches_a_table_worked_out_by_hand() {
    let system = PairingSystem::Gauntlet { rounds: 2 };
    let expected = [[(0, 1)], [(2, 0)], [(0, 3)], [(1, 0)], [(0, 2)], [(3, 0)]];
    assert_eq!(rounds(system, 4), expected);
}

#[test]
fn the_challenger_meets_all_others() {
    for players in 2..=12 {
        let cycles = 2;
        let system = PairingSystem::Gauntlet { rounds: cycles };
        let (met, surplus) = meetings_and_surplus(&rounds(system, players), players);
        assert_eq!(met.len(), players - 1);
        for (&(challenger, other), &times) in &met {
            assert!(challenger == 0 && other > 0 && times == cycles);
        }
        // The second cycle swaps all colours of the first.
        assert!(surplus.iter().all(|&games| games == 0));
    }
}

#[test]
fn encounters_are_numbered_in_order() {
    for system in [
        PairingSystem::RoundRobin { rounds: 2 },
        PairingSystem::Gauntlet { rounds: 1 },
    ] {
        let schedule = schedule(system, 7, &[]).unwrap();
        for (i, encounter) in schedule.encounters().enumerate() {
            assert_eq!(encounter.number as usize, i);
        }
        for (i, round) in schedule.rounds.iter().enumerate() {
            assert!(
                round
                    .encounters
                    .iter()
                    .all(|encounter| encounter.round as usize == i + 1)
            );
        }
    }
}

#[test]
fn finished_encounters_do_not_remain() {
    let system = PairingSystem::RoundRobin { rounds: 1 };
    let finished = [result(4, [0, 4]), result(1, [2, 2])];
    let schedule = schedule(system, 4, &finished).unwrap();
    let remaining: Vec<u32> = schedule
        .remaining(&finished)
        .iter()
        .map(|encounter| encounter.number)
        .collect();
    assert_eq!(remaining, [0, 2, 3, 5]);
}

#[test]
fn invalid_pairing_systems_and_results_are_rejected() {
    let round_robin = |cycles| PairingSystem::RoundRobin { rounds: cycles };
    let gauntlet = |cycles| PairingSystem::Gauntlet { rounds: cycles };
    let error = |system, players, finished: &[EncounterResult]| {
        schedule(system, players, finished).unwrap_err()
    };
    assert_eq!(error(round_robin(1), 1, &[]), PairingError::TooFewPlayers);
    assert_eq!(error(round_robin(u32::MAX), 9, &[]), PairingError::TooLarge);
    assert_eq!(
        error(round_robin(1), usize::MAX, &[]),
        PairingError::TooLarge
    );
    assert_eq!(error(gauntlet(1), 1, &[]), PairingError::TooFewPlayers);
    assert_eq!(error(gauntlet(u32::MAX), 9, &[]), PairingError::TooLarge);
    assert!(schedule(gauntlet(1), 3_000, &[]).is_ok());
    let swiss = PairingSystem::Swiss { rounds: 3 };
    assert_eq!(
        error(swiss, MAX_SWISS_PLAYERS + 1, &[]),
        PairingError::TooLarge
    );
    let knockout = PairingSystem::Knockout { replays: u32::MAX };
    assert_eq!(error(knockout, 4, &[]), PairingError::TooLarge);
    assert_eq!(
        error(round_robin(1), 3, &[result(3, [0, 0])]),
        PairingError::UnknownEncounter(3)
    );
    let twice = [result(2, [0, 4]), result(2, [0, 4])];
    assert_eq!(
        error(round_robin(1), 3, &twice),
        PairingError::DuplicateResult(2)
    );
    let too_many_points = [result(2, [0, u32::MAX])];
    assert_eq!(
        error(round_robin(1), 3, &too_many_points),
        PairingError::TooManyPoints(2)
    );
}
