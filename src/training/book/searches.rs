//! Searches of positions for a book, each as if it were the first, so that the result depends on the
//! position and the number of nodes alone.

use std::io;
use std::ops::ControlFlow;

use super::log::{Effort, LogError, Searched};
use crate::engine::{Engine, EngineError, Limits, RootFilter};
use crate::game::GamePosition;
use crate::rules::shatra::Numbering;
use crate::util::in_order::WorkerThreads;

/// The size of the transposition table of a search, in megabytes. A small one is cheap to clear.
const HASH_MEGABYTES: usize = 4;

/// The threads that search. These are not rayon's threads: the searches have their own pool, and a
/// rayon thread that waits for another pool starts other work in the meantime.
const THREADS: WorkerThreads = WorkerThreads {
    name: "batyr-book",
    stack_size: 2 << 20,
};

/// An error in growing a book.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GrowError {
    /// The log can't be used.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A search failed.
    #[error(transparent)]
    Search(#[from] EngineError),
    /// A search gave no score.
    #[error("a search gave no score of {0}")]
    NoScore(String),
    /// A thread can't be started.
    #[error("can't start a thread: {0}")]
    Threads(#[from] io::Error),
    /// The function that searches a round has failed.
    #[error(transparent)]
    Round(Box<dyn std::error::Error + Send + Sync>),
}

/// Searches one position after another, each as if it were the first.
#[derive(Debug)]
pub struct LeafSearch {
    engine: Engine,
}

impl Default for LeafSearch {
    fn default() -> Self {
        Self {
            engine: Engine::with_hash(HASH_MEGABYTES),
        }
    }
}

impl LeafSearch {
    /// Searches a position with this number of nodes; returns `None` if `should_stop` ended the
    /// search.
    ///
    /// # Errors
    /// Returns an error if the search can't run or gives no score.
    pub fn search(
        &mut self,
        position: &GamePosition,
        nodes: u32,
        should_stop: &dyn Fn() -> bool,
    ) -> Result<Option<Searched>, GrowError> {
        self.engine.clear();
        self.engine.set_game(&position.record())?;
        let (limits, filter) = (Limits::nodes(nodes.into()), RootFilter::default());
        let answer = self
            .engine
            .search_and_wait(limits, filter, should_stop, &mut |_| {})?;
        if answer.is_stopped {
            return Ok(None);
        }
        let depth = answer.lines.first().map_or(0, |line| line.depth);
        let score = answer
            .score
            .ok_or_else(|| GrowError::NoScore(position.text()))?;
        let mut after = position.record();
        let best = answer
            .turn
            .filter(|turn| after.play(turn, Numbering::Official).is_ok());
        Ok(Some(Searched {
            score,
            depth: u8::try_from(depth).unwrap_or(u8::MAX),
            best: best.map(|_| after.position().key()),
        }))
    }
}

/// When to stop growing, and what to report meanwhile.
pub struct GrowLimits<'a> {
    /// The number of leaves to expand, rounded up to whole rounds; those of rounds that the log has
    /// whole are not counted. With 0, the log is only replayed.
    pub leaves: u64,
    /// The number of positions to search at a time.
    pub jobs: usize,
    /// Returns whether to stop at once. What has been searched is kept.
    pub should_stop: &'a (dyn Fn() -> bool + Sync),
    /// Receives the number of positions that were searched.
    pub advance: &'a (dyn Fn(u64) + Sync),
}

/// Searches positions on threads of this process.
pub(super) fn search_here<W>(
    positions: &PositionsToSearch<'_>,
    append: &mut Append<'_>,
    limits: &GrowLimits<'_>,
    new_worker: &impl Fn() -> W,
) -> Result<(), GrowError>
where
    W: FnMut(&GamePosition, u32) -> Result<Option<Searched>, GrowError> + Send,
{
    let rest = positions.positions.get(positions.known..);
    let rest = rest.unwrap_or_default();
    let nodes = positions.nodes;
    let jobs = limits.jobs.clamp(1, rest.len().max(1));
    let workers: Vec<_> = (0..jobs)
        .map(|_| {
            let mut search = new_worker();
            move |&(key, position): &(u64, &GamePosition)| (key, search(position, nodes))
        })
        .collect();
    let mut rest = rest.iter();
    let next = || rest.next().filter(|_| !(limits.should_stop)());
    let finish = |(key, result): (u64, Result<Option<Searched>, GrowError>)| {
        let searched = match result {
            Ok(Some(searched)) => searched,
            Ok(None) => return ControlFlow::Break(Ok(())),
            Err(error) => return ControlFlow::Break(Err(error)),
        };
        match append(key, searched) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(Err(error)),
        }
    };
    let broken = THREADS.run_in_order(workers, next, finish)?;
    broken.unwrap_or(Ok(()))
}

/// The positions that a step of a book's growth searches.
#[derive(Debug)]
pub struct PositionsToSearch<'a> {
    /// The number of the round, from 0.
    pub round: u32,
    /// How thoroughly the positions are searched; a round has one step for each effort.
    pub effort: Effort,
    /// The number of nodes of each search.
    pub nodes: u32,
    /// The positions with their keys, in the order of the keys.
    pub positions: &'a [(u64, &'a GamePosition)],
    /// The number of positions, the first ones, whose results are known.
    pub known: usize,
}

/// A function that receives the result of the next position, by its key.
pub type Append<'a> = dyn FnMut(u64, Searched) -> Result<(), GrowError> + Send + 'a;

/// A function that searches the positions of a step whose results are not known, and hands them on
/// in the order of the positions; only the first ones if it was stopped.
pub type SearchPositions<'a> =
    dyn FnMut(&PositionsToSearch<'_>, &mut Append<'_>) -> Result<(), GrowError> + 'a;
