//! Perft divide: counts the leaves of the game tree below each legal turn.

use std::ops::ControlFlow;

use super::Playable;
use crate::rules::perft::perft_until;

/// Calls `report` with the text of each legal turn and the number of leaves after it,
/// which are `depth` turns away from `position`. Returns the total number of leaves, or
/// `None` if `stop` returns `true` first. `stop` is called every few milliseconds.
pub(super) fn perft_divide<P: Playable>(
    position: &P,
    depth: u32,
    stop: &dyn Fn() -> bool,
    report: &mut dyn FnMut(&str, u64),
) -> Option<u64> {
    let Some(depth_below) = depth.checked_sub(1) else {
        return Some(1);
    };
    let mut turns = Vec::new();
    position.for_each_path(|turn, played| {
        turns.push((turn, played.text));
        if stop() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let mut total = 0;
    for (turn, text) in turns {
        let leaves = perft_until(&position.after(turn), depth_below, &stop)?;
        if stop() {
            return None;
        }
        report(&text, leaves);
        total += leaves;
    }
    Some(total)
}
