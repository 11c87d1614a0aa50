//! Perft: counts the leaves of the game tree, to verify a move generator.

use super::{Game, MoveList};

/// Returns the number of leaves `depth` turns away from `position` (RULES.md section
/// 12). At the last ply, turns are counted but not played.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count(),
        _ => sum_over_children(position, |next| perft(next, depth - 1)),
    }
}

/// Returns the same number as [`perft`], or `None` as soon as `stop` returns `true`.
/// `stop` is called every few milliseconds.
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
        total += perft_until(&position.after(turn), depth - 1, stop)?;
    }
    Some(total)
}

/// Returns the same number as [`perft`], but also plays the last turn before each leaf, to
/// measure the speed of generating and playing turns.
pub fn perft_one_by_one<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => sum_over_children(position, |next| perft_one_by_one(next, depth - 1)),
    }
}

/// Returns the sum of `count` over the positions one turn away.
#[inline]
fn sum_over_children<G: Game>(position: &G, count: impl Fn(&G) -> u64) -> u64 {
    let mut turns = MoveList::new();
    position.generate(&mut turns);
    let count_after = |turn| {
        // `Game::after` would copy the position once more, which costs a tenth of the time.
        let mut next = position.clone();
        next.play(turn);
        count(&next)
    };
    turns.into_iter().map(count_after).sum()
}
