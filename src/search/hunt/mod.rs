//! Hunts: chains of offers that end with the capture of the biy.
//!
//! An offer is a turn after which the opponent must capture. A hunter plays nothing but offers and
//! its own captures, so the hunted side has hardly any choice, and a long chain is a small tree. The
//! search by depth sees such chains late, because each offer gives a man away; so it looks for them at
//! the root ([`root_hunts`](super::root_hunts)).
//!
//! A hunt is a proof. All replies are searched; a side that need not capture ends the hunt; and the
//! tree is walked once more by the rules before its score counts (`proof.rs`).

mod proof;
mod proof_search;
mod table;

pub use proof::HuntLine;
pub use table::HuntTable;

use proof_search::{HuntPosition, ProofSearch};

use super::game::SearchGame;

/// Looks for a hunt of the side to move. `earlier` are the keys of the positions of the game before
/// this one. `count_node` counts a position of the hunt, and returns whether the hunt may go on.
/// What is found stays in the table, where a later hunt continues.
pub fn find_hunt<G: SearchGame>(
    table: &mut HuntTable,
    position: &G,
    earlier: &[u64],
    count_node: impl FnMut() -> bool,
) -> Option<HuntLine<G::Move>> {
    let root = HuntPosition::of_hunter(position);
    let mut search = ProofSearch::new(table, count_node);
    if search.decide(&root) != Some(true) {
        return None;
    }
    proof::walk(&mut search, &root, earlier)
}
