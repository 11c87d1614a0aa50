//! The events that a search reports while it runs, and its result.
//!
//! Events are typed values; only the protocol layer converts them to text.

use std::time::Duration;

use crate::base::Score;

/// The relation of a score to the true value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The true value is at most the score.
    Upper = 1,
    /// The true value is at least the score.
    Lower = 2,
    /// The score is the true value, to the depth of the search.
    Exact = 3,
}

/// What a search reports about one line of play that it has found. `P` is the type of
/// the line's list of turns.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct SearchInfo<P> {
    /// The depth of the iteration; 0 if the game is over, and possibly if the search was
    /// stopped before the first iteration ended.
    pub depth: usize,
    /// The maximum distance from the root that was reached, in plies.
    pub seldepth: usize,
    /// The number of the line, from 1 for the best.
    pub multipv: usize,
    /// The score of the line for the side to move at the root.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The time since the search was requested. It never decreases from one report to the
    /// next.
    pub time: Duration,
    /// The number of turns made by all workers together.
    pub nodes: u64,
    /// The number of nodes per second.
    pub nps: u64,
    /// The share of the table in use, in thousandths.
    pub hashfull: u32,
    /// The number of nodes whose score came from an endgame table.
    pub table_hits: u64,
    /// The turns of the line, all legal; empty only if the game is over.
    pub pv: P,
}

impl<P> SearchInfo<P> {
    /// Returns the same report with the turns of the line in another form.
    pub fn with_pv<Q>(&self, pv: Q) -> SearchInfo<Q> {
        SearchInfo {
            depth: self.depth,
            seldepth: self.seldepth,
            multipv: self.multipv,
            score: self.score,
            bound: self.bound,
            time: self.time,
            nodes: self.nodes,
            nps: self.nps,
            hashfull: self.hashfull,
            table_hits: self.table_hits,
            pv,
        }
    }
}

/// The number of seconds after which a search also reports failed aspiration windows and
/// the turn that it is searching.
pub const VERBOSE_AFTER_SECONDS: u64 = 3;

/// How far a search has come.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SearchProgress {
    /// The depth of the current iteration, in plies.
    pub depth: usize,
    /// The time since the search was requested.
    pub time: Duration,
    /// The number of turns made by all workers together.
    pub nodes: u64,
    /// The number of nodes per second.
    pub nps: u64,
    /// The share of the table in use, in thousandths.
    pub hashfull: u32,
}

/// A receiver of search events. It is called on the thread of the main worker while the
/// search runs, and on the caller's thread at the end.
pub trait SearchSink<M> {
    /// Reports a line. The lines of one depth are reported one after the other, best
    /// first.
    fn info(&mut self, info: &SearchInfo<&[M]>);

    /// Reports that a root turn, the `number`-th from 1, is about to be searched. Only
    /// searches that have lasted a few seconds report this.
    fn current(&mut self, _depth: usize, _turn: M, _number: usize) {}

    /// Reports how far the search has come, once a second if it has lasted a few seconds.
    fn progress(&mut self, _progress: SearchProgress) {}
}

/// A sink that ignores all events.
#[derive(Copy, Clone, Debug, Default)]
pub struct NullSink;

impl<M> SearchSink<M> for NullSink {
    fn info(&mut self, _info: &SearchInfo<&[M]>) {}
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchOutcome<M> {
    /// The turn to play; `None` if there is no legal turn, or all are banned.
    pub best: Option<M>,
    /// The expected reply, legal after `best`; `None` if none is known.
    pub ponder: Option<M>,
    /// The score of `best` for the side to move.
    pub score: Score,
    /// The depth of the iteration that the answer comes from.
    pub depth: usize,
    /// The number of turns made by all workers together.
    pub nodes: u64,
    /// The time since the search was requested.
    pub time: Duration,
    /// The principal variation, which starts with `best`.
    pub pv: Vec<M>,
}
