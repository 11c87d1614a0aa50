//! Grows a book, round by round.
//!
//! A round expands a fixed number of leaves, in the order of their keys, and searches the positions
//! that their turns lead to and that the book does not have, again in the order of their keys. Each
//! line is written to the log as soon as all before it are. What a round does depends only on the
//! rounds before it, so a log that was cut short anywhere is gone on with from its last line, and
//! replaying one checks it.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::ops::ControlFlow;

use super::graph::Graph;
use super::log::{BookLog, Constants, Entry, LogError};
use crate::base::Score;
use crate::base::score::{DRAW, WIN, loss_in};
use crate::engine::{Engine, EngineError, Limits, RootFilter};
use crate::game::GamePosition;
use crate::openings::book::{BookHeader, BookRecord, write_book};
use crate::rules::Outcome;
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

/// The result of the search of a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Searched {
    /// The score for the side to move.
    pub score: Score,
    /// The depth, in plies.
    pub depth: u8,
}

/// Searches one position after another, each as if it were the first.
#[derive(Debug)]
pub struct LeafSearch {
    engine: Engine,
    nodes: u64,
}

impl LeafSearch {
    /// Creates a searcher for a book with these constants.
    pub fn new(constants: &Constants) -> Self {
        Self {
            engine: Engine::with_hash(HASH_MEGABYTES),
            nodes: constants.nodes.into(),
        }
    }

    /// Searches a position; returns `None` if `should_stop` ended the search.
    ///
    /// # Errors
    /// Returns an error if the search can't run or gives no score.
    pub fn search(
        &mut self,
        position: &GamePosition,
        should_stop: &dyn Fn() -> bool,
    ) -> Result<Option<Searched>, GrowError> {
        self.engine.clear();
        self.engine.set_game(&position.record())?;
        let (limits, filter) = (Limits::nodes(self.nodes), RootFilter::default());
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
        Ok(Some(Searched {
            score,
            depth: u8::try_from(depth).unwrap_or(u8::MAX),
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

/// A book that grows, with its log.
#[derive(Debug)]
pub struct GrowingBook {
    log: BookLog,
    graph: Graph,
    /// The positions, by their index in the graph.
    positions: Vec<GamePosition>,
    /// The index of each position, by its key.
    index: HashMap<u64, usize>,
    /// The number of rounds so far, with round 0, which searches the start.
    rounds: u32,
}

/// Searches the positions of a round on threads of this process.
fn search_here<W>(
    positions: &RoundPositions<'_>,
    append: &mut Append<'_>,
    limits: &GrowLimits<'_>,
    new_worker: &impl Fn() -> W,
) -> Result<(), GrowError>
where
    W: FnMut(&GamePosition) -> Result<Option<Searched>, GrowError> + Send,
{
    let rest = positions.positions.get(positions.known..);
    let rest = rest.unwrap_or_default();
    let jobs = limits.jobs.clamp(1, rest.len().max(1));
    let workers: Vec<_> = (0..jobs)
        .map(|_| {
            let mut search = new_worker();
            move |&(key, position): &(u64, &GamePosition)| (key, search(position))
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

/// The positions to search in a round.
#[derive(Debug)]
pub struct RoundPositions<'a> {
    /// The number of the round, from 0.
    pub round: u32,
    /// The positions with their keys, in the order of the keys.
    pub positions: &'a [(u64, &'a GamePosition)],
    /// The number of positions, the first ones, whose results are known.
    pub known: usize,
}

/// A function that receives the result of the next position, by its key.
pub type Append<'a> = dyn FnMut(u64, Searched) -> Result<(), GrowError> + Send + 'a;

/// A function that searches the positions of a round whose results are not known, and hands them on
/// in the order of the positions; only the first ones if it was stopped.
pub type SearchRound<'a> =
    dyn FnMut(&RoundPositions<'_>, &mut Append<'_>) -> Result<(), GrowError> + 'a;

/// What a round does.
#[derive(Debug, Default)]
struct Round {
    /// The leaves to expand, and the keys of the positions after their turns.
    leaves: Vec<(usize, Vec<u64>)>,
    /// The positions that the book does not have, by their keys.
    new: BTreeMap<u64, GamePosition>,
}

impl GrowingBook {
    /// Opens the book of a log; all lines of the log are replayed by [`grow`](Self::grow).
    pub fn new(log: BookLog) -> Self {
        Self {
            log,
            graph: Graph::default(),
            positions: Vec::new(),
            index: HashMap::new(),
            rounds: 0,
        }
    }

    /// Returns the constants of the book.
    pub const fn constants(&self) -> &Constants {
        self.log.constants()
    }

    /// Returns the graph of the positions.
    pub const fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the positions, by their index in the graph.
    pub fn positions(&self) -> &[GamePosition] {
        &self.positions
    }

    /// Replays the log, and then grows the book until a limit is reached, or no leaf is left.
    /// `new_worker` creates the function that searches positions on a thread, and returns `None` if
    /// it was stopped.
    ///
    /// # Errors
    /// Returns an error if a search fails, or if the log can't be written, or deviates from what
    /// this program does.
    pub fn grow<W>(
        &mut self,
        limits: &GrowLimits<'_>,
        new_worker: impl Fn() -> W,
    ) -> Result<(), GrowError>
    where
        W: FnMut(&GamePosition) -> Result<Option<Searched>, GrowError> + Send,
    {
        let mut search = |positions: &RoundPositions<'_>, append: &mut Append<'_>| {
            search_here(positions, append, limits, &new_worker)
        };
        self.grow_with(limits, &mut search)
    }

    /// Grows the book as [`grow`](Self::grow) does, with a function of its own for the searches of a
    /// round.
    ///
    /// # Errors
    /// Returns an error in the same cases.
    pub fn grow_with(
        &mut self,
        limits: &GrowLimits<'_>,
        search: &mut SearchRound<'_>,
    ) -> Result<(), GrowError> {
        let mut expanded = 0;
        loop {
            let is_enough = (limits.should_stop)() || expanded >= limits.leaves;
            if self.log.is_replayed() && is_enough {
                return Ok(());
            }
            let Some(round) = self.next_round() else {
                return match self.log.replay() {
                    None => Ok(()),
                    Some(_) => Err(self.log.deviation("the end, as no leaf is left").into()),
                };
            };
            let lines_before = self.log.appended();
            let Some(searched) = self.run_round(&round, limits, search)? else {
                return Ok(());
            };
            if self.log.appended() > lines_before {
                expanded += round.leaves.len() as u64;
                self.log.sync()?;
            }
            self.enter(round, &searched);
        }
    }

    /// Returns what the next round does; `None` if no leaf is left.
    fn next_round(&self) -> Option<Round> {
        let mut round = Round::default();
        if self.rounds == 0 {
            let start =
                GamePosition::from_text(self.constants().variant, crate::game::START).ok()?;
            round.new.insert(start.key(), start);
            return Some(round);
        }
        let Constants {
            round: count,
            ply_cost,
            ..
        } = *self.constants();
        for leaf in self.graph.next_leaves(count as usize, ply_cost) {
            let mut after = BTreeMap::new();
            if let Some(position) = self.positions.get(leaf) {
                position.for_each_turn(|turn| {
                    let position = turn.after();
                    after.insert(position.key(), position);
                });
            }
            round.leaves.push((leaf, after.keys().copied().collect()));
            after.retain(|key, _| !self.index.contains_key(key));
            round.new.extend(after);
        }
        (!round.leaves.is_empty()).then_some(round)
    }

    /// Replays or writes the lines of a round, and searches what the log does not have. Returns the
    /// results by key; `None` if the round was not completed.
    fn run_round(
        &mut self,
        round: &Round,
        limits: &GrowLimits<'_>,
        search: &mut SearchRound<'_>,
    ) -> Result<Option<HashMap<u64, Searched>>, GrowError> {
        let keys = round
            .leaves
            .iter()
            .filter_map(|(leaf, _)| Some(self.graph.nodes().get(*leaf)?.key));
        let head = [Entry::Round(self.rounds)]
            .into_iter()
            .chain(keys.map(Entry::Leaf));
        for entry in head {
            if self.log.is_replayed() && limits.leaves == 0 {
                return Ok(None);
            }
            self.log.replay_or_append(entry)?;
        }
        let all: Vec<(u64, &GamePosition)> = round
            .new
            .iter()
            .filter(|(_, position)| position.outcome().is_none())
            .map(|(&key, position)| (key, position))
            .collect();
        let mut results = HashMap::new();
        while let Some(&(key, _)) = all.get(results.len()) {
            match self.log.replay() {
                None => break,
                Some(Entry::Score(found, score, depth)) if found == key => {
                    results.insert(key, Searched { score, depth });
                }
                Some(_) => {
                    let expected = format!("score {key:016x}");
                    return Err(self.log.deviation(expected).into());
                }
            }
        }
        let positions = RoundPositions {
            round: self.rounds,
            positions: &all,
            known: results.len(),
        };
        if positions.known < all.len() && limits.leaves > 0 {
            let log = &mut self.log;
            let mut append = |key, searched: Searched| {
                let Searched { score, depth } = searched;
                log.append(Entry::Score(key, score, depth))?;
                results.insert(key, searched);
                (limits.advance)(1);
                Ok(())
            };
            search(&positions, &mut append)?;
        }
        Ok((results.len() == all.len()).then_some(results))
    }

    /// Enters the results of a round.
    fn enter(&mut self, round: Round, searched: &HashMap<u64, Searched>) {
        for (key, position) in round.new {
            let (own, depth, is_ended) = match (position.outcome(), searched.get(&key)) {
                (None, Some(found)) => (found.score, found.depth, false),
                (outcome, _) => (score_of_end(outcome, &position), 0, true),
            };
            let index = self.graph.add(key, own, depth, is_ended);
            self.positions.push(position);
            self.index.insert(key, index);
        }
        for (leaf, keys) in round.leaves {
            let successors = keys.iter().filter_map(|key| self.index.get(key).copied());
            let successors = successors.collect();
            self.graph.expand(leaf, successors);
        }
        self.rounds += 1;
    }

    /// Returns the bytes of the book's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let values = self.graph.values();
        let header = BookHeader {
            variant: self.constants().variant,
            nodes: self.constants().nodes,
            typical_error: self.graph.typical_error(&values),
        };
        write_book(&header, records(&self.graph, &values))
    }
}

/// Returns the records of a graph whose positions have these values.
pub(super) fn records(graph: &Graph, values: &[Score]) -> Vec<BookRecord> {
    let predecessors = graph.predecessors();
    let nodes = graph.nodes().iter().enumerate();
    nodes
        .map(|(index, node)| BookRecord {
            key: node.key,
            value: values.get(index).copied().unwrap_or(node.own),
            own: node.own,
            depth: node.depth,
            is_expanded: node.successors.is_some(),
            is_ended: node.is_ended,
            transposes: predecessors.get(index).is_some_and(|&count| count > 1),
            below: graph.count_below(index),
        })
        .collect()
}

/// Returns the score of a position in which the game is over, for the side to move.
fn score_of_end(outcome: Option<Outcome>, position: &GamePosition) -> Score {
    match outcome {
        Some(Outcome::Win(winner, _)) if winner == position.side_to_move() => WIN,
        Some(Outcome::Win(..)) => loss_in(0),
        Some(Outcome::Draw(_)) | None => DRAW,
    }
}
