//! The task of a perft: counting the leaves of the game tree.

use std::cell::RefCell;

use super::event::Event;
use super::task_params::TaskParams;
use crate::game::GameRecord;
use crate::search::CoreClaim;

/// Counts the leaves of the current position's tree after each turn, until
/// stopped, and reports them as text.
pub fn run(game: &GameRecord, depth: u32, params: &TaskParams) {
    let _done_guard = params.answer_at_end();
    let claim = RefCell::new(CoreClaim::new(&params.control));
    let stop = || {
        claim.borrow_mut().wait_to_continue(|| false);
        params.control.is_stopped()
    };
    let mut report =
        |turn: &str, leaves: u64| params.send(Event::Text(format!("{turn}: {leaves}")));
    let text = match game.perft_divide(depth, &stop, &mut report) {
        Some(total) => format!("Nodes searched: {total}"),
        None => "stopped before the end".to_owned(),
    };
    params.send(Event::Text(text));
}
