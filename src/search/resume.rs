//! How a worker goes on with a search that has paused: with the root turns of the last complete
//! iteration, and with what the unfinished one has proved of them.

use super::game::SearchGame;
use super::root_turn::RootTurn;
use super::worker::SearchWorker;
use super::{Bound, Control};
use crate::base::score::INFINITE;
use crate::eval::Evaluator;

impl<G: SearchGame, E: Evaluator<G>> SearchWorker<'_, G, E> {
    /// Prepares the root turns for another slice. Returns `false` if the search ends instead, with what the
    /// last slice has found.
    pub fn resume(&mut self) -> bool {
        let control: &Control = self.job.control;
        if control.is_halted() || self.timer.out_of_time(control) {
            return false;
        }
        self.state.cut_short = false;
        let unfinished = std::mem::take(&mut self.state.root);
        self.state.root.clone_from(&self.state.last_complete);
        merge(&mut self.state.root, &unfinished, self.job.lines == 1);
        true
    }
}

/// Adds to the root turns of the last complete iteration what an unfinished one has proved. If it
/// has found a better turn, that turn comes first.
fn merge<M: Copy + Eq>(root: &mut [RootTurn<M>], unfinished: &[RootTurn<M>], reorders: bool) {
    for known in unfinished {
        if let Some(turn) = root.iter_mut().find(|turn| turn.turn == known.turn) {
            turn.hunt.clone_from(&known.hunt);
            turn.proved_loss = known.proved_loss;
        }
    }
    let is_better = |turn: &&RootTurn<M>| {
        let line = &turn.line;
        turn.searched && line.bound != Bound::Upper && line.score > -INFINITE
    };
    if let Some(better) = unfinished.first().filter(is_better)
        && let Some(place) = root.iter().position(|turn| turn.turn == better.turn)
        && place > 0
        && reorders
    {
        root[place].line.clone_from(&better.line);
        root[..=place].rotate_right(1);
    }
}
