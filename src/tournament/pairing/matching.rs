//! Minimum-cost perfect matching in a complete graph, by Edmonds' blossom
//! algorithm.
//!
//! The crate `integer-blossom` computes the matching exactly, in 128 bits. Swiss
//! pairings need such large weights, because only the magnitude of a weight ranks
//! one criterion above another. The crate uses no floating point, hashing or random
//! numbers, so every machine finds the same pairing.

use integer_blossom::min_weight_perfect_matching;

/// Returns the partner of every vertex in a perfect matching of minimum total
/// cost. `cost(i, j)` is called for `i < j`; costs must not be negative, and must
/// be below 2¹²⁴. If the number of vertices is odd, the last one is its own
/// partner.
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
