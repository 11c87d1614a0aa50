//! Tests of Swiss pairings against tables worked out by hand, with players numbered
//! from 0.

use super::*;

/// An expected round, and its results.
struct ExpectedRound {
    pairs: [(usize, usize); 3],
    bye: Option<usize>,
    half_points: [[u32; 2]; 3],
}

/// Plays the rounds one by one and compares them with the table.
fn check(players: usize, table: &[ExpectedRound]) {
    let system = PairingSystem::Swiss {
        rounds: table.len() as u32,
    };
    let mut finished = Vec::new();
    for (i, expected) in table.iter().enumerate() {
        let schedule = schedule(system, players, &finished).unwrap();
        assert_eq!(schedule.rounds.len(), i + 1);
        assert_eq!(
            pairs(&schedule.rounds[i]),
            expected.pairs,
            "round {}",
            i + 1
        );
        assert_eq!(schedule.rounds[i].byes, Vec::from_iter(expected.bye));
        assert_eq!(schedule.complete, i + 1 == table.len());
        let remaining = schedule.remaining(&finished);
        for (encounter, half_points) in remaining.iter().zip(expected.half_points) {
            assert_eq!(encounter.number as usize, finished.len());
            finished.push(result(encounter.number, half_points));
        }
    }
    let complete = schedule(system, players, &finished).unwrap();
    assert!(complete.complete && complete.remaining(&finished).is_empty());
}

/// Encounters are single games; scores are in half points.
///
/// Round 1: upper half against lower half; the first player alternates by
/// board.
///
/// Round 2: players 0 and 5 have 2 points, 1 and 4 have 1, 2 and 3 have 0. Players 1 and
/// 4 have met and must both float. Two floats of one half point are the minimum:
/// down (0-5 stays) or up (2-3 stays); floats should be as low in the table as
/// possible, so down. In 1-2 and 4-3 opposite colours are due, in 1-3 and 4-2 the same.
///
/// Round 3: players 0, 1 and 5 have 3 points, 3 has 2, 4 has 1, 2 has 0. Without
/// rematches, 0-1 leaves 5-3 4-2 (squared score differences 0 + 1 + 1) or 5-4 3-2
/// (0 + 4 + 4); 0-2 leaves 1-3 4-5 (9 + 1 + 4); 0-4 leaves 1-5 2-3 (4 + 0 + 4).
/// The first of these pairings is the best, with two floats. Player 0 (WB) is due to be
/// first, 1 (BW) is not. Both 5 and 3 had BW: 5, ranked higher, gets the colour due and is
/// second. Both 4 and 2 had WB: 4 is first.
#[test]
fn six_players_are_paired_as_by_hand() {
    check(
        6,
        &[
            ExpectedRound {
                pairs: [(0, 3), (4, 1), (2, 5)],
                bye: None,
                half_points: [[2, 0], [1, 1], [0, 2]],
            },
            ExpectedRound {
                pairs: [(5, 0), (1, 2), (3, 4)],
                bye: None,
                half_points: [[1, 1], [2, 0], [2, 0]],
            },
            ExpectedRound {
                pairs: [(0, 1), (3, 5), (4, 2)],
                bye: None,
                half_points: [[1, 1], [1, 1], [1, 1]],
            },
        ],
    );
}

/// Encounters are pairs of games; scores are in half points, and a bye earns 4.
///
/// Round 1: the last player has the bye, the others are paired as in a field of
/// six.
///
/// Round 2: players 5 and 6 have 4 points, 0 has 3, 1 and 4 have 2, 3 has 1, 2 has
/// 0. Player 2, the lowest, has the bye. 5-6 stay together; 0-3 have met, so 0-1 4-3 or
/// 0-4 1-3 with equal squared score differences; the colours fit in the first and
/// clash in the second. 5 had Black and is first.
///
/// Round 3: player 0 has 7 points, 5 and 6 have 6, 3 has 5, 2 has 4, 1 and 4 have 2.
/// The bye goes to 1 or 4. Whichever of them has it, the smallest sum of squared score
/// differences (1 + 1 + 4) is that of 0-5 6-3 or 0-6 5-3, with 2 against the other of
/// them. Colours due: 0, 6 and 4 first, 5, 3, 2 and 1 second; 0-5 6-3 2-4
/// satisfies all, so 1 has the bye.
///
/// Round 4: player 0 has 11 points, 3 has 9, 1, 2, 5 and 6 have 6, 4 has 4. The bye goes to
/// 4. Player 0 has met all others but 2 and 6: 0-2 3-5 1-6, 0-6 3-2 1-5 and 0-6 3-5 1-2 all
/// have squared score differences of 25 + 9 + 0, and every other pairing has a rematch.
/// Colours due: 0 second, 3 and 5 first, because each had the other colour once more;
/// mildly 2 first, 1 and 6 second. Costs of clashes: 3-5 (2) and 1-6 (1); or 0-6 (1) and 3-2
/// (1); or 0-6 (1) and 3-5 (2). So the second pairing is the best. The preferences of 0 and 3
/// are stronger than those of 6 and 2.
#[test]
fn seven_players_are_paired_as_by_hand() {
    check(
        7,
        &[
            ExpectedRound {
                pairs: [(0, 3), (4, 1), (2, 5)],
                bye: Some(6),
                half_points: [[3, 1], [2, 2], [0, 4]],
            },
            ExpectedRound {
                pairs: [(5, 6), (1, 0), (3, 4)],
                bye: Some(2),
                half_points: [[2, 2], [0, 4], [4, 0]],
            },
            ExpectedRound {
                pairs: [(0, 5), (6, 3), (4, 2)],
                bye: Some(1),
                half_points: [[4, 0], [0, 4], [2, 2]],
            },
            ExpectedRound {
                pairs: [(6, 0), (3, 2), (5, 1)],
                bye: Some(4),
                half_points: [[2, 2], [2, 2], [2, 2]],
            },
        ],
    );
}

/// In three rounds of four players, every player meets every other, whatever the
/// scores.
#[test]
fn the_last_round_may_be_forced() {
    // First 0-2 and 3-1; both higher seeds win and meet; then only 0-3 and 1-2 remain.
    let finished = [
        result(0, [2, 0]),
        result(1, [0, 2]),
        result(2, [1, 1]),
        result(3, [1, 1]),
    ];
    let schedule = schedule(PairingSystem::Swiss { rounds: 3 }, 4, &finished).unwrap();
    let sorted = |round: &Round| {
        let mut pairs = pairs(round);
        pairs.iter_mut().for_each(|pair| {
            *pair = (pair.0.min(pair.1), pair.0.max(pair.1));
        });
        pairs.sort_unstable();
        pairs
    };
    let found: Vec<_> = schedule.rounds.iter().map(sorted).collect();
    assert_eq!(
        found,
        [[(0, 2), (1, 3)], [(0, 1), (2, 3)], [(0, 3), (1, 2)]]
    );
}

#[test]
fn two_players_meet_in_every_round() {
    let finished = [result(0, [2, 0]), result(1, [2, 0])];
    let schedule = schedule(PairingSystem::Swiss { rounds: 3 }, 2, &finished).unwrap();
    let found: Vec<_> = schedule.rounds.iter().map(pairs).collect();
    assert_eq!(found, [[(0, 1)], [(1, 0)], [(0, 1)]]);
}
