//! The graph of a book's positions: their values, and the leaves to look at next.
//!
//! Turns can lead in circles, so the values are those of a game in which play that never ends is a
//! draw. They are computed by iteration: at first every expanded position is worth a draw, then
//! again and again the best of what its turns lead to. After n steps, a value is that of play of at
//! most n turns. A side that can force a leaf worth more than a draw to it can do so without
//! repeating a position, so it has done it after as many steps as there are positions at most, and
//! can do no better later: values move away from the draw only, and the iteration ends with the
//! exact ones, whatever the circles.
//!
//! A position of which the book leaves turns out is never a proved loss, whatever the others lead to:
//! it counts as if one more turn led to a leaf that is as bad as an evaluation can be.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::base::Score;
use crate::base::score::{DRAW, MAX_EVAL, before_turn, is_proved};

/// The most that a turn counts as giving away, in centipawns, so that the sums of a path can't
/// overflow.
const MAX_DROP: Score = 10_000;

/// A position of the graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The key of the position.
    pub key: u64,
    /// The score of the position's own search, or of the end of the game.
    pub own: Score,
    /// The depth of that search.
    pub depth: u8,
    /// Whether the game is over.
    pub is_ended: bool,
    /// The positions of the book after its turns, without repetition; `None` for a leaf.
    pub successors: Option<Vec<usize>>,
    /// The number of positions after its turns that the book does not have; 0 for a leaf.
    pub left_out: usize,
}

impl Node {
    /// Returns the value of the position, if it is expanded and the best turn that the book has is
    /// worth `best`.
    fn value_by(&self, best: Score) -> Score {
        match self.left_out {
            0 => best,
            _ => best.max(-MAX_EVAL),
        }
    }
}

/// The positions of a book; the first one is the start.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    nodes: Vec<Node>,
}

impl Graph {
    /// Returns the positions.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Adds a leaf; returns its index.
    pub fn add(&mut self, key: u64, own: Score, depth: u8, is_ended: bool) -> usize {
        self.nodes.push(Node {
            key,
            own,
            depth,
            is_ended,
            successors: None,
            left_out: 0,
        });
        self.nodes.len() - 1
    }

    /// Makes a leaf an expanded position, with these positions after its turns, and this number of
    /// others that the book does not have.
    pub fn expand(&mut self, index: usize, successors: Vec<usize>, left_out: usize) {
        if let Some(node) = self.nodes.get_mut(index) {
            node.successors = Some(successors);
            node.left_out = left_out;
        }
    }

    /// Enters a position after a turn of an expanded position that was left out before.
    pub fn link(&mut self, index: usize, successor: usize) {
        if let Some(node) = self.nodes.get_mut(index)
            && let Some(successors) = &mut node.successors
        {
            successors.push(successor);
            node.left_out = node.left_out.saturating_sub(1);
        }
    }

    /// Returns the value of each position for the side to move.
    pub fn values(&self) -> Vec<Score> {
        let initial = |node: &Node| node.successors.as_ref().map_or(node.own, |_| DRAW);
        let mut values: Vec<Score> = self.nodes.iter().map(initial).collect();
        loop {
            let next = |node: &Node| {
                let successors = node.successors.iter().flatten();
                let known = successors.filter_map(|&index| values.get(index));
                let best = known.map(|&value| before_turn(value)).max();
                best.map_or(node.own, |best| node.value_by(best))
            };
            let next: Vec<Score> = self.nodes.iter().map(next).collect();
            if next == values {
                return values;
            }
            values = next;
        }
    }

    /// Returns the cost of each position that can be reached: that of the cheapest path from the
    /// start, where a turn costs `ply_cost`, and as much more as it gives away.
    fn costs(&self, values: &[Score], ply_cost: u32) -> Vec<Option<u64>> {
        let mut costs: Vec<Option<u64>> = vec![None; self.nodes.len()];
        let mut waiting = BinaryHeap::from([Reverse((0_u64, 0_usize))]);
        while let Some(Reverse((cost, index))) = waiting.pop() {
            match costs.get_mut(index) {
                Some(known @ None) => *known = Some(cost),
                _ => continue,
            }
            let successors = self
                .nodes
                .get(index)
                .and_then(|node| node.successors.as_ref());
            let value_of = |index: usize| before_turn(values.get(index).copied().unwrap_or(DRAW));
            let successors = successors.map_or(&[][..], Vec::as_slice);
            let best = successors.iter().map(|&index| value_of(index)).max();
            for &successor in successors {
                let drop = best.unwrap_or(DRAW) - value_of(successor);
                let drop = drop.clamp(0, MAX_DROP).unsigned_abs();
                waiting.push(Reverse((cost + u64::from(ply_cost + drop), successor)));
            }
        }
        costs
    }

    /// Returns the leaves to expand next: the `count` cheapest ones, in the order of their keys.
    /// A leaf in which the game is over or decided is none of them.
    pub fn next_leaves(&self, count: usize, ply_cost: u32) -> Vec<usize> {
        let costs = self.costs(&self.values(), ply_cost);
        let leaves = self.nodes.iter().zip(costs).enumerate();
        let mut leaves: Vec<(u64, u64, usize)> = leaves
            .filter(|(_, (node, _))| {
                node.successors.is_none() && !node.is_ended && !is_proved(node.own)
            })
            .filter_map(|(index, (node, cost))| Some((cost?, node.key, index)))
            .collect();
        leaves.sort_unstable();
        leaves.truncate(count);
        leaves.sort_unstable_by_key(|&(_, key, _)| key);
        leaves.into_iter().map(|(_, _, index)| index).collect()
    }

    /// Returns the number of positions from which a turn leads to each position.
    pub fn predecessors(&self) -> Vec<u32> {
        let mut counts = vec![0; self.nodes.len()];
        for &successor in self
            .nodes
            .iter()
            .filter_map(|node| node.successors.as_ref())
            .flatten()
        {
            if let Some(count) = counts.get_mut(successor) {
                *count += 1;
            }
        }
        counts
    }

    /// Returns the number of different positions that can be reached from a position, without
    /// itself.
    pub fn count_below(&self, index: usize) -> u32 {
        let mut seen = vec![false; self.nodes.len()];
        let mut waiting = vec![index];
        let mut count = 0_u32;
        while let Some(index) = waiting.pop() {
            match seen.get_mut(index) {
                Some(seen @ false) => *seen = true,
                _ => continue,
            }
            count += 1;
            let successors = self
                .nodes
                .get(index)
                .and_then(|node| node.successors.as_ref());
            waiting.extend(successors.into_iter().flatten());
        }
        count.saturating_sub(1)
    }

    /// Returns how far the values of half of the expanded positions are at most from the scores of
    /// their own searches, in centipawns (the median); proved scores are left out. The leaves that
    /// are expanded are those that looked best, so a mean would mostly reflect the few that were
    /// not.
    pub fn typical_error(&self, values: &[Score]) -> u16 {
        let nodes = self.nodes.iter().zip(values);
        let is_measured = |(node, value): &(&Node, &Score)| {
            node.successors.is_some() && !is_proved(node.own) && !is_proved(**value)
        };
        let errors = nodes.filter(is_measured);
        let mut errors: Vec<u32> = errors
            .map(|(node, &value)| (value - node.own).unsigned_abs())
            .collect();
        errors.sort_unstable();
        let median = errors.get(errors.len() / 2).copied().unwrap_or(0);
        u16::try_from(median).unwrap_or(u16::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::score::{loss_in, win_in};
    use crate::util::rng::Rng;

    /// Returns a random graph, in which most positions are expanded and turns lead in circles.
    fn random_graph(seed: u64, size: usize) -> Graph {
        let mut rng = Rng::new(seed, 0);
        let mut graph = Graph::default();
        for index in 0..size {
            let own = rng.below(401) as Score - 200;
            graph.add(1000 - index as u64, own, 1, false);
        }
        for index in 0..size {
            if index == 0 || rng.below(3) > 0 {
                let count = 1 + rng.below(3);
                let mut successors: Vec<usize> = (0..count).map(|_| rng.below(size)).collect();
                successors.sort_unstable();
                successors.dedup();
                graph.expand(index, successors, 0);
            }
        }
        graph
    }

    /// Returns the best score that a side can force by play of at most `turns` turns, by trying
    /// everything; play that is then not over is a draw.
    fn forced(graph: &Graph, index: usize, turns: usize) -> Score {
        let node = &graph.nodes[index];
        match &node.successors {
            None => node.own,
            Some(_) if turns == 0 => DRAW,
            Some(successors) => {
                let scores = successors
                    .iter()
                    .map(|&next| -forced(graph, next, turns - 1));
                scores.max().unwrap()
            }
        }
    }

    #[test]
    fn values_are_what_trying_all_play_finds() {
        for seed in 0..300 {
            let size = 3 + (seed % 5) as usize;
            let graph = random_graph(seed, size);
            let values = graph.values();
            for (index, &value) in values.iter().enumerate() {
                // Longer play can't change what play through every position found.
                for turns in [size, size + 1] {
                    assert_eq!(value, forced(&graph, index, turns), "{seed} {index}");
                }
            }
        }
    }

    #[test]
    fn a_circle_is_a_draw_unless_a_side_can_leave_it_for_more() {
        let mut graph = Graph::default();
        let [start, other] = [10, 20].map(|key| graph.add(key, 0, 1, false));
        let leaf = graph.add(30, 70, 1, false);
        graph.expand(start, vec![other, leaf], 0);
        graph.expand(other, vec![start], 0);
        // To leave for the leaf loses 70, so the first side goes round in circles.
        assert_eq!(graph.values(), [0, 0, 70]);
        graph.nodes[leaf].own = -70;
        assert_eq!(graph.values(), [70, -70, -70]);
        graph.nodes[leaf].own = -win_in(0);
        assert_eq!(graph.values()[..2], [win_in(1), -win_in(2)]);
    }

    #[test]
    fn a_loss_is_proved_only_by_all_turns() {
        let mut graph = Graph::default();
        let [start, lost] = [10, 20].map(|key| graph.add(key, 0, 1, false));
        let won = graph.add(30, win_in(3), 1, false);
        graph.expand(start, vec![lost], 0);
        graph.expand(lost, vec![won], 2);
        assert_eq!(graph.values(), [MAX_EVAL, -MAX_EVAL, win_in(3)]);
        // The turns that were left out enter one by one.
        graph.link(lost, won);
        assert_eq!(graph.values()[..2], [MAX_EVAL, -MAX_EVAL]);
        graph.link(lost, won);
        assert_eq!(graph.values()[..2], [win_in(5), loss_in(4)]);
        // One turn suffices to prove a win.
        graph.nodes[lost].left_out = 1;
        graph.nodes[won].own = loss_in(2);
        assert_eq!(graph.values()[..2], [loss_in(4), win_in(3)]);
    }

    /// Returns the cost of each leaf, by trying every path without repetition.
    fn costs_of_all_paths(graph: &Graph, values: &[Score], ply_cost: u32) -> Vec<Option<u64>> {
        fn go(
            graph: &Graph,
            values: &[Score],
            ply_cost: u32,
            path: &mut Vec<usize>,
            cost: u64,
            best: &mut [Option<u64>],
        ) {
            let index = *path.last().unwrap();
            let known = best[index].get_or_insert(cost);
            *known = cost.min(*known);
            let Some(successors) = &graph.nodes[index].successors else {
                return;
            };
            let top = successors.iter().map(|&next| -values[next]).max().unwrap();
            for &next in successors {
                if !path.contains(&next) {
                    path.push(next);
                    let dropped = u64::from((top + values[next]).unsigned_abs());
                    let cost = cost + u64::from(ply_cost) + dropped;
                    go(graph, values, ply_cost, path, cost, best);
                    path.pop();
                }
            }
        }
        let mut best = vec![None; graph.nodes.len()];
        go(graph, values, ply_cost, &mut vec![0], 0, &mut best);
        best
    }

    #[test]
    fn the_next_leaves_are_the_cheapest_of_all_paths() {
        for seed in 0..200 {
            let graph = random_graph(seed, 8);
            let values = graph.values();
            let costs = costs_of_all_paths(&graph, &values, 25);
            assert_eq!(graph.costs(&values, 25), costs, "{seed}");
            let mut leaves: Vec<_> = (0..8)
                .filter(|&index| graph.nodes[index].successors.is_none())
                .filter_map(|index| Some((costs[index]?, graph.nodes[index].key, index)))
                .collect();
            leaves.sort_unstable();
            leaves.truncate(2);
            leaves.sort_unstable_by_key(|&(_, key, _)| key);
            let expected: Vec<_> = leaves.into_iter().map(|(_, _, index)| index).collect();
            assert_eq!(graph.next_leaves(2, 25), expected, "{seed}");
        }
    }

    #[test]
    fn positions_below_are_counted_once() {
        let mut graph = Graph::default();
        let [start, left, right, shared] = [1, 2, 3, 4].map(|key| graph.add(key, 0, 1, false));
        graph.expand(start, vec![left, right], 0);
        graph.expand(left, vec![shared], 0);
        graph.expand(right, vec![shared, start], 0);
        let below: Vec<_> = (0..4).map(|index| graph.count_below(index)).collect();
        assert_eq!(below, [3, 1, 3, 0]);
        assert_eq!(graph.predecessors(), [1, 1, 1, 2]);
    }

    #[test]
    fn the_typical_error_is_the_median_of_expanded_positions() {
        let mut graph = Graph::default();
        let scores = [40, -10, -500, 25];
        let indices = scores.map(|own| graph.add(u64::from(own as u32), own, 1, false));
        for pair in indices.windows(2) {
            graph.expand(pair[0], vec![pair[1]], 0);
        }
        // The values are -25, 25 and -25, the scores of the searches 40, -10 and -500.
        assert_eq!(graph.typical_error(&graph.values()), 65);
    }
}
