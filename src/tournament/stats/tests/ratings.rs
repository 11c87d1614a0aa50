//! Tests of ratings of many players.

use super::super::{Anchor, Counts, Crosstable, Rating, Tally, ratings};
use super::assert_close;

fn table(players: usize, games: &[(usize, usize, [u64; 3])]) -> Crosstable {
    let mut table = Crosstable::new(players);
    for &(first, second, [wins, draws, losses]) in games {
        table.record(first, second, Tally::new(wins, draws, losses));
    }
    table
}

fn four_players() -> Crosstable {
    table(
        4,
        &[
            (0, 1, [12, 5, 3]),
            (0, 2, [10, 6, 4]),
            (0, 3, [15, 3, 2]),
            (1, 2, [8, 7, 5]),
            (1, 3, [9, 4, 7]),
            (2, 3, [6, 10, 4]),
        ],
    )
}

fn assert_rated(found: &[Rating], expected: &[(f64, f64)]) {
    assert_eq!(found.len(), expected.len());
    for (found, &expected) in found.iter().zip(expected) {
        let &Rating::Rated { elo, margin } = found else {
            panic!("{found:?}, expected {expected:?}");
        };
        assert_close(elo, expected.0);
        assert_close(margin, expected.1);
    }
}

/// Computed with numpy: the equations "points equal expected points", solved with
/// the pseudo-inverse, and margins of `1.96 · sqrt(diag(H⁺ J H⁺))`, where `H` is
/// the Laplacian of `n p (1 - p)` and `J` that of `n p (1 - p) - draws / 4`.
#[test]
fn ratings_match_those_computed_by_numpy() {
    let expected = [
        (132.47762309245965, 62.61834056059518),
        (-19.470142881984117, 57.728046575562324),
        (-33.21170232374594, 52.574409918475276),
        (-79.79577788672961, 58.17137003585921),
    ];
    assert_rated(&ratings(&four_players(), Anchor::Mean(0.0)), &expected);
    let shifted = expected.map(|(elo, margin)| (elo + 2000.0, margin));
    assert_rated(&ratings(&four_players(), Anchor::Mean(2000.0)), &shifted);
}

/// Computed with numpy as above; the margins are those of the differences from the last player.
#[test]
fn an_anchored_player_has_a_margin_of_zero() {
    let anchor = Anchor::Player {
        player: 3,
        elo: 1500.0,
    };
    let expected = [
        (1712.2734009791893, 101.85177723114026),
        (1560.3256350047455, 95.26134882005486),
        (1546.5840755629837, 86.53718778279743),
        (1500.0, 0.0),
    ];
    assert_rated(&ratings(&four_players(), anchor), &expected);
}

/// With two players, the difference of their ratings is the Elo of their match.
/// Its margin is the trinomial one, by the delta method: 2 · 15.173… computed
/// with numpy, and 30.43 in fastchess.
#[test]
fn two_players_differ_by_the_elo_of_their_match() {
    let table = table(2, &[(0, 1, [136, 111, 96])]);
    let expected = [
        (20.35122909326353, 15.173247004147402),
        (-20.35122909326353, 15.173247004147402),
    ];
    assert_rated(&ratings(&table, Anchor::Mean(0.0)), &expected);
    assert_close(
        Counts::SingleGames(table.get(0, 1)).elo().unwrap().value,
        2.0 * 20.35122909326353,
    );
}

/// Player 0 beat 1 and 4, player 4 lost all games, 5 and 6 met only each other; 1, 2
/// and 3 beat one another in a cycle and are equal.
#[test]
fn unratable_players_get_a_reason() {
    let mut games = vec![(1, 2, [1, 0, 0]), (2, 3, [1, 0, 0]), (3, 1, [1, 0, 0])];
    games.extend([(0, 1, [2, 0, 0]), (0, 4, [1, 0, 0]), (2, 4, [3, 0, 0])]);
    games.push((5, 6, [1, 1, 1]));
    let table = table(7, &games);
    let found = ratings(&table, Anchor::Mean(100.0));
    assert_eq!((found[0], found[4]), (Rating::Above, Rating::Below));
    assert_eq!(
        (found[5], found[6]),
        (Rating::Disconnected, Rating::Disconnected)
    );
    for rating in &found[1..4] {
        assert!(matches!(rating, Rating::Rated { elo, margin }
            if (elo - 100.0).abs() < 1e-9 && *margin > 0.0));
    }
    // The group of the anchored player is rated, even if it is smaller than another.
    let anchor = Anchor::Player {
        player: 6,
        elo: 0.0,
    };
    let found = ratings(&table, anchor);
    assert!(matches!(found[5], Rating::Rated { elo, .. } if elo.abs() < 1e-9));
    assert!(
        found[..5]
            .iter()
            .all(|&rating| rating == Rating::Disconnected)
    );
}

#[test]
fn lopsided_results_are_rated() {
    let table = table(3, &[(0, 1, [9999, 1, 0]), (1, 2, [9999, 1, 0])]);
    let found = ratings(&table, Anchor::Mean(0.0));
    // 19,999 half points against 1.
    let gap = 400.0 * 19_999f64.log10();
    for (rating, expected) in found.iter().zip([gap, 0.0, -gap]) {
        assert!(matches!(rating, Rating::Rated { elo, .. } if (elo - expected).abs() < 1e-6));
    }
}

#[test]
fn an_empty_table_and_isolated_players_are_accepted() {
    assert!(ratings(&Crosstable::new(0), Anchor::Mean(0.0)).is_empty());
    let found = ratings(&Crosstable::new(2), Anchor::Mean(7.0));
    assert_eq!(found[1], Rating::Disconnected);
    assert!(matches!(found[0], Rating::Rated { elo: 7.0, margin } if margin == 0.0));
    let anchor = Anchor::Player {
        player: 9,
        elo: 0.0,
    };
    assert_eq!(ratings(&four_players(), anchor), [Rating::Disconnected; 4]);
}

#[test]
fn ratings_from_draws_alone_have_a_margin() {
    let mut table = Crosstable::new(3);
    table.record(0, 1, Tally::new(0, 2, 0));
    table.record(1, 2, Tally::new(0, 2, 0));
    table.record(2, 0, Tally::new(0, 2, 0));
    for rating in ratings(&table, Anchor::Mean(0.0)) {
        let Rating::Rated { elo, margin } = rating else {
            panic!("{rating:?}");
        };
        assert!(
            elo.abs() < 1e-9 && (100.0..400.0).contains(&margin),
            "{rating}"
        );
    }
}
