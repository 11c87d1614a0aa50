//! The perft task, which counts the leaves of the game tree.

use std::cell::RefCell;

use super::event::EngineEvent;
use super::task_params::TaskParams;
use crate::game::GameRecord;
use crate::search::CoreClaim;

/// Counts the leaves of the game tree below each turn of the current position, until
/// stopped, and reports the counts as text.
pub fn run(game: &GameRecord, depth: u32, params: &TaskParams) {
    let _done_guard = params.done_guard();
    let claim = RefCell::new(CoreClaim::new(&params.control));
    let stop = || {
        claim.borrow_mut().wait_to_continue(|| false);
        params.control.is_stopped()
    };
    let mut report =
        |turn: &str, leaves: u64| params.send(EngineEvent::Text(format!("{turn}: {leaves}")));
    let text = match game.perft_divide(depth, &stop, &mut report) {
        Some(total) => format!("Nodes searched: {total}"),
        None => "stopped before all leaves were counted".to_owned(),
    };
    params.send(EngineEvent::Text(text));
}
