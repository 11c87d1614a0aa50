//! Tests of the crosstable and its ranking.

use super::super::{Crosstable, Standing, Tally};

const WIN: Tally = Tally::new(1, 0, 0);
const DRAW: Tally = Tally::new(0, 1, 0);
const LOSS: Tally = Tally::new(0, 0, 1);

fn table(players: usize, games: &[(usize, usize, Tally)]) -> Crosstable {
    let mut table = Crosstable::new(players);
    for &(first, second, tally) in games {
        table.record(first, second, tally);
    }
    table
}

fn player_order(table: &Crosstable) -> Vec<usize> {
    table
        .ranking()
        .iter()
        .map(|standing| standing.player)
        .collect()
}

/// Worked out by hand. A has 2 points (beat B and C, lost to D), B has 1½ (drew
/// with C, beat D), C also has 1½ (drew with B, beat D), and D has 1 (beat A).
/// Sonneborn-Berger: A has 1½ for B and 1½ for C, so 3; B has ¾ for C and 1 for
/// D, so 1¾; C has the same; D has 2 for A. B and C have equal wins too, so their
/// numbers decide.
#[test]
fn ties_are_broken_by_sonneborn_berger_then_wins_then_number() {
    let table = table(
        4,
        &[
            (0, 1, WIN),
            (0, 2, WIN),
            (0, 3, LOSS),
            (1, 2, DRAW),
            (1, 3, WIN),
            (2, 3, WIN),
        ],
    );
    let ranking = table.ranking();
    assert_eq!(player_order(&table), [0, 1, 2, 3]);
    let quarters: Vec<u64> = ranking
        .iter()
        .map(|standing| standing.sonneborn_quarters)
        .collect();
    assert_eq!(quarters, [12, 7, 7, 8]);
    assert_eq!(
        ranking[3],
        Standing {
            player: 3,
            tally: Tally::new(1, 0, 2),
            sonneborn_quarters: 8
        }
    );
}

/// Worked out by hand: A and B have one point each. A took its point from C,
/// which has one; B drew twice with D, which also has one. The Sonneborn-Berger
/// score of A is 1, and that of B is ½·1 + ½·1 = 1. A won a game and B won none,
/// so the numbers, which favour B here, do not decide.
#[test]
fn wins_break_a_tie_before_numbers() {
    let (b, a, c, d) = (0, 1, 2, 3);
    let table = table(5, &[(a, c, WIN), (c, 4, WIN), (b, d, DRAW), (b, d, DRAW)]);
    let ranking = table.ranking();
    let index_of = |player| {
        ranking
            .iter()
            .position(|standing| standing.player == player)
            .unwrap()
    };
    assert_eq!(ranking[index_of(a)].sonneborn_quarters, 4);
    assert_eq!(ranking[index_of(b)].sonneborn_quarters, 4);
    assert!(index_of(a) < index_of(b));
}

#[test]
fn cells_are_from_the_point_of_view_of_the_rows_player() {
    let mut table = table(3, &[(2, 0, Tally::new(3, 1, 0))]);
    assert_eq!(table.get(2, 0), Tally::new(3, 1, 0));
    assert_eq!(table.get(0, 2), Tally::new(0, 1, 3));
    assert_eq!(table.total(1), Tally::default());
    assert_eq!(table.get(0, 7), Tally::default());
    let before = table.clone();
    table.record(1, 1, WIN);
    table.record(1, 3, WIN);
    assert_eq!(table, before);
}
