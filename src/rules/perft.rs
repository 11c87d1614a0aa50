//! Counting the leaves of the game tree: the proof of a move generator.

use crate::base::{Game, MoveList};

/// The number of leaves `depth` turns away from `position`
/// (RULES.md section 12). The last ply is counted, not listed.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count(),
        _ => divide(position, depth).map(|(_, leaves)| leaves).sum(),
    }
}

/// The leaves behind each turn of `position`, in the order of generation.
/// Nothing at depth 0.
pub fn divide<G: Game>(position: &G, depth: u32) -> impl Iterator<Item = (G::Move, u64)> {
    let mut turns = MoveList::new();
    if depth > 0 {
        position.generate(&mut turns);
    }
    turns.into_iter().map(move |turn| {
        let mut next = position.clone();
        next.play(turn);
        (turn, perft(&next, depth - 1))
    })
}

/// The same number with every leaf made on the board, one by one: the honest
/// measure of generating and making turns.
pub fn perft_one_by_one<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut turns = MoveList::new();
    position.generate(&mut turns);
    turns
        .into_iter()
        .map(|turn| {
            let mut next = position.clone();
            next.play(turn);
            perft_one_by_one(&next, depth - 1)
        })
        .sum()
}
