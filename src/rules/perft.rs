//! Counting the leaves of the game tree: the proof of a move generator.

use crate::base::{Game, MoveList};

/// The number of leaves `depth` turns away from `position`
/// (RULES.md section 12). The last ply is counted, not listed.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count(),
        _ => sum_behind(position, |next| perft(next, depth - 1)),
    }
}

/// The same number, unless `stop` says so before it is known. It is asked
/// every few milliseconds.
pub fn perft_until<G: Game>(position: &G, depth: u32, stop: &impl Fn() -> bool) -> Option<u64> {
    if depth < 3 {
        return Some(perft(position, depth));
    }
    let mut turns = MoveList::new();
    position.generate(&mut turns);
    let mut total = 0;
    for turn in turns {
        if stop() {
            return None;
        }
        let mut next = position.clone();
        next.play(turn);
        total += perft_until(&next, depth - 1, stop)?;
    }
    Some(total)
}

/// The same number with every leaf made on the board, one by one: the honest
/// measure of generating and making turns.
pub fn perft_one_by_one<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => sum_behind(position, |next| perft_one_by_one(next, depth - 1)),
    }
}

/// What `count` says of each position a turn away, summed up.
#[inline]
fn sum_behind<G: Game>(position: &G, count: impl Fn(&G) -> u64) -> u64 {
    let mut turns = MoveList::new();
    position.generate(&mut turns);
    let behind = |turn| {
        let mut next = position.clone();
        next.play(turn);
        count(&next)
    };
    turns.into_iter().map(behind).sum()
}
