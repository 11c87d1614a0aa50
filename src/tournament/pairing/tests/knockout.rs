//! Tests of knockouts against brackets drawn by hand.

use super::*;

fn knockout(players: usize, replays: u32, finished: &[EncounterResult]) -> Schedule {
    schedule(PairingSystem::Knockout { replays }, players, finished).unwrap()
}

/// Eight seeds, 1 to 8, drawn by hand: 1-8, 4-5, 2-7, 3-6. The higher seeds win,
/// except that 8 beats 1 and 6 beats 3: 4-8, 2-6. Then 8 and 2 win: 2-8 in the
/// final, where the higher seed is first. 8 wins.
#[test]
fn eight_players_form_the_usual_bracket() {
    let first = knockout(8, 0, &[]);
    assert_eq!(pairs(&first.rounds[0]), [(0, 7), (3, 4), (1, 6), (2, 5)]);
    assert!(!first.complete && first.rounds.len() == 1);

    let mut finished = vec![result(0, [1, 3]), result(1, [4, 0]), result(2, [3, 1])];
    // A round is not known until all games of the previous one are finished.
    assert_eq!(knockout(8, 0, &finished).rounds.len(), 1);
    finished.push(result(3, [0, 4]));
    let second = knockout(8, 0, &finished);
    assert_eq!(pairs(&second.rounds[1]), [(3, 7), (1, 5)]);
    let numbers: Vec<u32> = second
        .encounters()
        .map(|encounter| encounter.number)
        .collect();
    assert_eq!(numbers, [0, 1, 2, 3, 4, 5]);

    finished.extend([result(4, [0, 4]), result(5, [4, 0])]);
    let third = knockout(8, 0, &finished);
    assert_eq!(pairs(&third.rounds[2]), [(1, 7)]);
    assert_eq!(third.rounds[2].encounters[0].round, 3);

    finished.push(result(6, [1, 3]));
    let end = knockout(8, 0, &finished);
    assert!(end.complete && end.remaining(&finished).is_empty());
    assert_eq!(end.champion, Some(7));
}

/// Six seeds, drawn by hand: the bracket of eight without 7 and 8, so 1 and 2
/// have byes; 4-5 and 3-6. With 5 and 3 winning: 1-5 and 2-3.
#[test]
fn six_players_leave_two_byes() {
    let first = knockout(6, 0, &[]);
    assert_eq!(pairs(&first.rounds[0]), [(3, 4), (2, 5)]);
    assert_eq!(first.rounds[0].byes, [0, 1]);
    let numbers: Vec<u32> = first
        .encounters()
        .map(|encounter| encounter.number)
        .collect();
    assert_eq!(numbers, [1, 3]);
    let second = knockout(6, 0, &[result(1, [0, 4]), result(3, [4, 0])]);
    assert_eq!(pairs(&second.rounds[1]), [(0, 4), (1, 2)]);
    assert!(second.rounds[1].byes.is_empty());
}

/// Seven seeds, drawn by hand: only the first has a bye; 4-5, 2-7, 3-6.
#[test]
fn seven_players_leave_one_bye() {
    let first = knockout(7, 0, &[]);
    assert_eq!(pairs(&first.rounds[0]), [(3, 4), (1, 6), (2, 5)]);
    assert_eq!(first.rounds[0].byes, [0]);
}

/// Three seeds with two replays: 2-3 is tied twice, and 3 wins the second
/// replay; in the final, 1-3, all encounters are tied, so 1 wins as the higher seed.
/// Every matchup has three numbers: 0 to 2 for the bye, 3 to 5 for 2-3, 6 to 8 for the final.
#[test]
fn tied_encounters_are_replayed_with_colours_swapped() {
    let mut finished = Vec::new();
    let encounters = [(3, (1, 2)), (4, (2, 1)), (5, (1, 2))];
    for (i, (number, players)) in encounters.into_iter().enumerate() {
        let schedule = knockout(3, 2, &finished);
        assert_eq!(schedule.rounds.len(), 1);
        let remaining = schedule.remaining(&finished);
        assert_eq!(remaining.len(), 1);
        assert_eq!(
            (
                remaining[0].number,
                (remaining[0].first, remaining[0].second)
            ),
            (number, players)
        );
        finished.push(result(number, if i < 2 { [2, 2] } else { [1, 3] }));
    }
    for number in 6..=8 {
        let remaining = knockout(3, 2, &finished).remaining(&finished);
        assert_eq!(remaining.len(), 1);
        assert_eq!((remaining[0].number, remaining[0].round), (number, 2));
        finished.push(result(number, [2, 2]));
    }
    let end = knockout(3, 2, &finished);
    assert_eq!((end.complete, end.champion), (true, Some(0)));
}

/// No replay follows an encounter that was won.
#[test]
fn results_of_superfluous_replays_are_rejected() {
    let finished = [result(0, [4, 0]), result(1, [2, 2])];
    assert_eq!(
        schedule(PairingSystem::Knockout { replays: 1 }, 2, &finished),
        Err(PairingError::UnknownEncounter(1))
    );
}

#[test]
fn the_two_highest_seeds_meet_in_the_final_if_they_always_win() {
    for players in 2..=33 {
        let mut finished = Vec::new();
        loop {
            let schedule = knockout(players, 1, &finished);
            let remaining = schedule.remaining(&finished);
            if remaining.is_empty() {
                assert_eq!((schedule.complete, schedule.champion), (true, Some(0)));
                let last = schedule.rounds.last().unwrap();
                assert_eq!(pairs(last), [(0, 1)]);
                assert_eq!(schedule.encounters().count(), players - 1);
                break;
            }
            for encounter in remaining {
                // No encounter is tied: the lower number wins.
                let won = encounter.first < encounter.second;
                finished.push(result(encounter.number, if won { [4, 0] } else { [0, 4] }));
            }
        }
    }
}
