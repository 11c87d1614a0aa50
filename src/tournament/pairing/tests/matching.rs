//! Tests of the matching against an exhaustive search.

use super::super::matching::min_cost_matching;
use crate::base::zobrist::splitmix;

/// Returns the minimum cost, by trying all matchings.
fn exhaustive_min_cost(unmatched: &[usize], cost: &dyn Fn(usize, usize) -> i128) -> i128 {
    let Some((&first, others)) = unmatched.split_first() else {
        return 0;
    };
    (0..others.len())
        .map(|i| {
            let mut rest = others.to_vec();
            let partner = rest.remove(i);
            cost(first, partner) + exhaustive_min_cost(&rest, cost)
        })
        .min()
        .unwrap()
}

fn total_cost(partner: &[usize], cost: &dyn Fn(usize, usize) -> i128) -> i128 {
    (0..partner.len())
        .filter(|&i| i < partner[i])
        .map(|i| cost(i, partner[i]))
        .sum()
}

#[test]
fn the_matching_is_perfect_and_has_minimum_cost() {
    for seed in 0..600 {
        let vertices = 2 + 2 * (seed as usize % 4);
        // Small ranges produce many equal costs, which lead to blossoms.
        let range = [2, 3, 10, 1000, u64::MAX >> 1][seed as usize % 5];
        let cost = |i: usize, j: usize| {
            let edge = (i * 16 + j) as u64;
            i128::from(splitmix(seed << 16 | edge) % range)
        };
        let partner = min_cost_matching(vertices, cost);
        for i in 0..vertices {
            assert!(partner[i] != i && partner[partner[i]] == i);
        }
        let all: Vec<usize> = (0..vertices).collect();
        assert_eq!(
            total_cost(&partner, &cost),
            exhaustive_min_cost(&all, &cost),
            "{seed}"
        );
    }
}

/// Points on a line in clusters of three: pairing neighbours costs least, but in each cluster one
/// point is left over, so blossoms nest and expand.
#[test]
fn large_graphs_are_matched_too() {
    for clusters in [2, 10, 40] {
        let coordinate = |i: usize| (i / 3 * 100 + i % 3) as i128;
        let cost = |i: usize, j: usize| (coordinate(j) - coordinate(i)).abs();
        let partner = min_cost_matching(3 * clusters, cost);
        // On a line, pairing neighbours from the left is best, whatever the gaps.
        let expected: i128 = (0..3 * clusters)
            .step_by(2)
            .map(|i| coordinate(i + 1) - coordinate(i))
            .sum();
        assert_eq!(total_cost(&partner, &cost), expected);
    }
}

#[test]
fn the_smallest_graphs_are_matched() {
    assert!(min_cost_matching(0, |_, _| 0).is_empty());
    assert_eq!(min_cost_matching(2, |_, _| 0), [1, 0]);
}
