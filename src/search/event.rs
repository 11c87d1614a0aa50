//! What a search tells while it runs, and its answer.
//!
//! Events are typed; only the protocol layer makes text of them.

use std::time::Duration;

use crate::base::Score;

/// How a score relates to the true one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The truth is at most the score.
    Upper = 1,
    /// The truth is at least the score.
    Lower = 2,
    /// The score is the truth, as far as the search saw.
    Exact = 3,
}

/// One line of play, as found by one iteration. `P` holds the turns.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Info<P> {
    /// The depth of the iteration; 0 if the search was stopped before the
    /// first one ended, or the game is over.
    pub depth: usize,
    /// The greatest distance from the root that was looked at, in plies.
    pub seldepth: usize,
    /// The rank of this line, from 1.
    pub multipv: usize,
    /// The worth of the line for the side to move at the root.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Time since the search was asked for; never less than before.
    pub time: Duration,
    /// Turns made by all workers together.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The line: legal turns, empty only if the game is over.
    pub pv: P,
}

impl<P> Info<P> {
    /// The same with the turns told in another way.
    pub fn with_pv<Q>(&self, pv: Q) -> Info<Q> {
        Info {
            depth: self.depth,
            seldepth: self.seldepth,
            multipv: self.multipv,
            score: self.score,
            bound: self.bound,
            time: self.time,
            nodes: self.nodes,
            nps: self.nps,
            hashfull: self.hashfull,
            pv,
        }
    }
}

/// Takes the events of a search, on the thread of its main worker.
pub trait Sink<M> {
    /// A line is known. The lines of one depth come one after the other, best
    /// first.
    fn info(&mut self, info: &Info<&[M]>);

    /// A root turn is about to be searched, `number` counting from 1. Told
    /// only in searches that have already lasted some seconds.
    fn current(&mut self, _depth: usize, _mv: M, _number: usize) {}
}

/// Hears nothing.
#[derive(Copy, Clone, Debug, Default)]
pub struct Silent;

impl<M> Sink<M> for Silent {
    fn info(&mut self, _info: &Info<&[M]>) {}
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<M> {
    /// The turn to play; `None` if there is no legal one.
    pub best: Option<M>,
    /// The reply expected, legal after `best`.
    pub ponder: Option<M>,
    /// The worth of `best` for the side to move.
    pub score: Score,
    /// The last iteration that counted for the answer.
    pub depth: usize,
    /// Turns made by all workers together.
    pub nodes: u64,
    /// Time since the search was asked for.
    pub time: Duration,
    /// The line that starts with `best`.
    pub pv: Vec<M>,
}
