//! A search in slices, for a host whose only thread it runs on.
//!
//! When the host asks for a pause ([`Poll::Pause`](super::Poll::Pause)), the search returns as it does when it is
//! stopped. It keeps the results of the iterations that are complete, and the transposition table. The
//! next slice begins the unfinished iteration again, and soon arrives where it was, as the table
//! has what it had found. A search of several workers does not pause.

use std::time::Duration;

use super::event::SearchOutcome;
use super::game::SearchGame;
use super::root_turn::RootTurn;
use super::time::Timer;
use super::worker::SearchWorker;
use super::{Bound, Control};
use crate::base::score::INFINITE;
use crate::eval::Evaluator;

/// How far a search in slices has come. A new search has the default value.
#[derive(Clone, Debug, Default)]
pub enum SearchStage<M> {
    /// It has not begun.
    #[default]
    New,
    /// It is in the middle of an iteration.
    Begun,
    /// It is over, but its answer may not be due.
    Finished(SearchOutcome<M>),
}

/// What a slice of a search has led to.
#[derive(Clone, Debug)]
pub enum Slice<M> {
    /// The search is over.
    Done(SearchOutcome<M>),
    /// The search goes on in the next slice.
    Paused,
    /// The search is over, but the host must stop it, or tell it of a ponderhit, before the next
    /// slice returns its answer.
    Waiting,
}

/// The turn that has been the best since some iteration.
#[derive(Copy, Clone, Debug)]
pub struct BestSince<M> {
    /// The turn; `None` before the first iteration is complete.
    pub turn: Option<M>,
    /// The number of iterations that have confirmed it.
    pub confirmations: u32,
}

impl<M: Copy + Eq> BestSince<M> {
    /// Returns the value before the first iteration.
    pub const fn new() -> Self {
        Self {
            turn: None,
            confirmations: 0,
        }
    }

    /// Records the best turn of another iteration.
    pub fn record(&mut self, turn: M) {
        self.confirmations = if self.turn == Some(turn) {
            self.confirmations + 1
        } else {
            0
        };
        self.turn = Some(turn);
    }
}

/// What a worker keeps during a pause, besides its [`WorkerState`](super::worker::WorkerState).
#[derive(Debug)]
pub struct PausedWorker<M> {
    /// The timer, which knows when pondering ended.
    pub timer: Timer,
    /// The number of nodes searched so far.
    pub nodes: u64,
    /// How many of them were those of hunts, for each side.
    pub hunt_nodes: [u64; 2],
    /// The time at which progress is reported next.
    pub next_progress: Duration,
    /// The best turn so far.
    pub best: BestSince<M>,
}

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
