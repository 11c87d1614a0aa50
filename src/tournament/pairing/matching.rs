//! Minimum-cost perfect matching in a complete graph, by Edmonds' blossom
//! algorithm.
//!
//! The algorithm is that of the crate `integer-blossom`: exact
//! in 128 bits, which the weights of Swiss pairings need (they rank one rule
//! above another by magnitude alone), and free of floating point, hashing and
//! random numbers, so that every machine finds the same pairing.

use integer_blossom::min_weight_perfect_matching;

/// Returns the partner of every vertex in a perfect matching of minimum total
/// cost. `cost(i, j)` is called for `i < j`; costs are not negative, and stay
/// below 2¹²⁴. The number of vertices must be even; otherwise the last one is
/// its own partner.
pub(super) fn min_cost_matching(
    vertices: usize,
    cost: impl Fn(usize, usize) -> i128,
) -> Vec<usize> {
    let paired = vertices - vertices % 2;
    let mut costs = vec![0; paired * paired];
    for i in 0..paired {
        for j in i + 1..paired {
            costs[i * paired + j] = cost(i, j);
        }
    }
    let mut partner = min_weight_perfect_matching(&costs, paired);
    partner.extend(paired..vertices);
    partner
}
