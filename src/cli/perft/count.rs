//! Counts the leaves of the game tree of a position.
//!
//! The tree is split two turns deep, and the subtrees are counted by a pool of threads.
//! Two turns give thousands of subtrees in most positions, so no thread idles long while
//! the last subtree is counted.

use std::time::Duration;

use indicatif::ProgressBar;
use rayon::ThreadPool;
use rayon::prelude::{IntoParallelRefIterator, ParallelIterator};
use serde::Serialize;

use crate::game::{GameRecord, Playable, for_position};
use crate::rules::MoveList;
use crate::rules::perft::{perft, perft_until};

/// A root turn and the number of leaves after it.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct TurnLeaves {
    /// The root turn.
    pub turn: String,
    /// The number of leaves after it.
    pub leaves: u64,
}

/// The result of a count.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PerftCount {
    /// The leaves after each root turn, in the order of the move generator.
    pub leaves_by_turn: Vec<TurnLeaves>,
    /// The total number of leaves counted.
    pub leaves: u64,
    /// Whether all leaves were counted; `false` if a signal ended the count.
    pub complete: bool,
}

/// Counts the leaves `depth` turns after the last position of a game, until `stop` returns true.
pub fn count_leaves(
    game: &GameRecord,
    depth: u32,
    pool: &ThreadPool,
    stop: &(impl Fn() -> bool + Sync),
    bar: &ProgressBar,
) -> PerftCount {
    for_position!(game, position => {
        pool.install(|| count_in_parallel(position, depth, stop, bar))
    })
}

/// Counts the leaves on all threads of the pool in which this function runs.
fn count_in_parallel<P: Playable>(
    position: &P,
    depth: u32,
    stop: &(impl Fn() -> bool + Sync),
    bar: &ProgressBar,
) -> PerftCount {
    let Some(depth_left) = depth.checked_sub(1) else {
        return PerftCount {
            leaves_by_turn: Vec::new(),
            leaves: 1,
            complete: true,
        };
    };
    let mut turns = MoveList::new();
    position.generate(&mut turns);
    let root_turns: Vec<_> = turns.into_iter().collect();
    let reply_count = |&turn: &P::Move| perft(&position.after(turn), 1);
    bar.set_length(root_turns.iter().map(reply_count).sum());
    let counts: Vec<(TurnLeaves, bool)> = root_turns
        .par_iter()
        .map(|&turn| {
            let text = position.turn_text(turn);
            let (leaves, complete) = count_after(&position.after(turn), depth_left, stop, bar);
            (TurnLeaves { turn: text, leaves }, complete)
        })
        .collect();
    let complete = counts.iter().all(|(_, complete)| *complete);
    let leaves_by_turn: Vec<TurnLeaves> = counts.into_iter().map(|(count, _)| count).collect();
    PerftCount {
        leaves: leaves_by_turn.iter().map(|count| count.leaves).sum(),
        leaves_by_turn,
        complete,
    }
}

/// Returns the number of leaves of the position after a root turn, and whether the
/// count is complete. The replies are distributed over the threads.
fn count_after<P: Playable>(
    position: &P,
    depth: u32,
    stop: &(impl Fn() -> bool + Sync),
    bar: &ProgressBar,
) -> (u64, bool) {
    if depth < 2 {
        let leaves = perft_until(position, depth, stop);
        bar.inc(perft(position, 1));
        return (leaves.unwrap_or(0), leaves.is_some());
    }
    let mut turns = MoveList::new();
    position.generate(&mut turns);
    let turns: Vec<_> = turns.into_iter().collect();
    turns
        .par_iter()
        .map(|&turn| {
            let leaves = if stop() {
                None
            } else {
                perft_until(&position.after(turn), depth - 1, stop)
            };
            bar.inc(1);
            (leaves.unwrap_or(0), leaves.is_some())
        })
        .reduce(|| (0, true), |a, b| (a.0 + b.0, a.1 && b.1))
}

/// Formats the duration of a count and the number of leaves counted per second.
pub fn time_and_speed(leaves: u64, duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    let speed = leaves as f64 / seconds.max(1e-9) / 1e6;
    format!("{seconds:.2} s, {speed:.1} million/s")
}

#[cfg(test)]
mod tests {
    use rayon::ThreadPoolBuilder;

    use super::*;
    use crate::game::Variant;
    use crate::rules::shatra::{Original, Position};

    fn count(depth: u32, threads: usize) -> PerftCount {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let game = GameRecord::new(Variant::Original);
        let hidden = ProgressBar::hidden();
        count_leaves(&game, depth, &pool.unwrap(), &|| false, &hidden)
    }

    #[test]
    fn parallel_counts_agree_with_perft() {
        for depth in 0..=3 {
            let expected = perft(&Position::<Original>::start(), depth);
            let single_threaded = count(depth, 1);
            let summary = (single_threaded.leaves, single_threaded.complete);
            assert_eq!(summary, (expected, true));
            assert_eq!(count(depth, 3), single_threaded);
        }
    }

    #[test]
    fn an_interrupted_count_is_incomplete() {
        let pool = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let game = GameRecord::new(Variant::Original);
        let count = count_leaves(&game, 4, &pool, &|| true, &ProgressBar::hidden());
        assert_eq!((count.leaves, count.complete), (0, false));
    }
}
