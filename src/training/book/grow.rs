//! Grows a book, round by round.
//!
//! A round expands a fixed number of leaves, in the order of their keys, and searches the positions
//! that their turns lead to and that the book does not have, again in the order of their keys. With a
//! selection, each of these gets a glance first, and only the best for a leaf are searched, and the
//! one that the leaf's own search found best. Each line is written to the log as soon as all before it
//! are. What a round does depends only on the rounds before it, so a log that was cut short anywhere
//! is continued from its last line, and replaying one checks it.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::graph::Graph;
use super::log::{BookLog, Constants, Effort, Entry, Searched, Selection};
use super::searches::{
    Append, GrowError, GrowLimits, PositionsToSearch, SearchPositions, search_here,
};
use crate::base::Score;
use crate::base::score::{DRAW, WIN, loss_in};
use crate::game::GamePosition;
use crate::openings::book::{BookHeader, BookRecord, write_book};
use crate::rules::Outcome;

/// A book that grows, with its log.
#[derive(Debug)]
pub struct GrowingBook {
    log: BookLog,
    graph: Graph,
    /// The positions, by their index in the graph.
    positions: Vec<GamePosition>,
    /// The key of the position after the best turn of each, as its own search found it.
    best: Vec<Option<u64>>,
    /// The index of each position, by its key.
    index: HashMap<u64, usize>,
    /// The results of glances, by key.
    glances: HashMap<u64, Searched>,
    /// The expanded positions that have a turn to a position that was not selected, by its key.
    left_out: HashMap<u64, Vec<usize>>,
    /// The number of rounds so far, with round 0, which searches the start.
    rounds: u32,
}

/// What a round does.
#[derive(Debug, Default)]
struct Round {
    /// The leaves to expand, and the keys of the positions after their turns.
    leaves: Vec<(usize, Vec<u64>)>,
    /// The positions that the book does not have, by their keys; with a selection, in the end only
    /// those that enter it.
    new: BTreeMap<u64, GamePosition>,
}

impl GrowingBook {
    /// Opens the book of a log; all lines of the log are replayed by [`grow`](Self::grow).
    pub fn new(log: BookLog) -> Self {
        Self {
            log,
            graph: Graph::default(),
            positions: Vec::new(),
            best: Vec::new(),
            index: HashMap::new(),
            glances: HashMap::new(),
            left_out: HashMap::new(),
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
    /// `new_worker` creates the function that searches positions on a thread, with a number of nodes,
    /// and returns `None` if it was stopped.
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
        W: FnMut(&GamePosition, u32) -> Result<Option<Searched>, GrowError> + Send,
    {
        let mut search = |positions: &PositionsToSearch<'_>, append: &mut Append<'_>| {
            search_here(positions, append, limits, &new_worker)
        };
        self.grow_with(limits, &mut search)
    }

    /// Grows the book as [`grow`](Self::grow) does, with a function of its own for the searches of a
    /// step.
    ///
    /// # Errors
    /// Returns an error in the same cases.
    pub fn grow_with(
        &mut self,
        limits: &GrowLimits<'_>,
        search: &mut SearchPositions<'_>,
    ) -> Result<(), GrowError> {
        let mut expanded = 0;
        loop {
            let is_enough = (limits.should_stop)() || expanded >= limits.leaves;
            if self.log.is_replayed() && is_enough {
                return Ok(());
            }
            let Some(mut round) = self.next_round() else {
                return match self.log.replay() {
                    None => Ok(()),
                    Some(_) => Err(self.log.deviation("the end, as no leaf is left").into()),
                };
            };
            let lines_before = self.log.appended();
            let Some(searched) = self.run_round(&mut round, limits, search)? else {
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
        round: &mut Round,
        limits: &GrowLimits<'_>,
        search: &mut SearchPositions<'_>,
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
        let selection = self.constants().selection;
        if let Some(selection) = selection.filter(|_| !round.leaves.is_empty()) {
            let Some(glances) = self.search_all(Effort::Glance, &round.new, limits, search)? else {
                return Ok(None);
            };
            self.glances.extend(glances);
            self.select(round, selection);
        }
        self.search_all(Effort::Search, &round.new, limits, search)
    }

    /// Replays the lines with the results of these positions, and searches those that the log does
    /// not have. Positions in which the game is over, and those that had their glance in an earlier
    /// round, have no line. Returns the results by key; `None` if some are missing.
    fn search_all(
        &mut self,
        effort: Effort,
        positions: &BTreeMap<u64, GamePosition>,
        limits: &GrowLimits<'_>,
        search: &mut SearchPositions<'_>,
    ) -> Result<Option<HashMap<u64, Searched>>, GrowError> {
        let Constants {
            nodes, selection, ..
        } = *self.constants();
        let nodes = match (effort, selection) {
            (Effort::Glance, Some(selection)) => selection.glance,
            _ => nodes,
        };
        let is_known = |key| effort == Effort::Glance && self.glances.contains_key(key);
        let all: Vec<(u64, &GamePosition)> = positions
            .iter()
            .filter(|(key, position)| position.outcome().is_none() && !is_known(key))
            .map(|(&key, position)| (key, position))
            .collect();
        let mut results = HashMap::new();
        while let Some(&(key, _)) = all.get(results.len()) {
            match self.log.replay() {
                None => break,
                Some(Entry::Searched(found_effort, found, searched))
                    if (found_effort, found) == (effort, key) =>
                {
                    results.insert(key, searched);
                }
                Some(_) => {
                    let expected = format!("{} {key:016x}", effort.word());
                    return Err(self.log.deviation(expected).into());
                }
            }
        }
        let positions = PositionsToSearch {
            round: self.rounds,
            effort,
            nodes,
            positions: &all,
            known: results.len(),
        };
        if positions.known < all.len() && limits.leaves > 0 {
            let log = &mut self.log;
            let mut append = |key, searched: Searched| {
                let best = searched.best.filter(|_| effort == Effort::Search);
                let searched = Searched { best, ..searched };
                log.append(Entry::Searched(effort, key, searched))?;
                results.insert(key, searched);
                (limits.advance)(1);
                Ok(())
            };
            search(&positions, &mut append)?;
        }
        Ok((results.len() == all.len()).then_some(results))
    }

    /// Leaves the positions out of a round that are not among the best for any of its leaves, by the
    /// glances or by the leaf's own search: a glance may miss what makes a turn the best.
    fn select(&self, round: &mut Round, selection: Selection) {
        let score = |key: &u64| match (self.index.get(key), round.new.get(key)) {
            (Some(&index), _) => self.graph.nodes().get(index).map(|node| node.own),
            (None, Some(position)) if position.outcome().is_some() => {
                Some(score_of_end(position.outcome(), position))
            }
            _ => self.glances.get(key).map(|glance| glance.score),
        };
        let mut selected = HashSet::new();
        for (leaf, keys) in &round.leaves {
            // Best for the side that plays the turn is the worst for the other.
            let mut ranked: Vec<_> = keys.iter().map(|key| (score(key), *key)).collect();
            ranked.sort_unstable();
            let best = ranked.into_iter().take(selection.keep.into());
            selected.extend(best.map(|(_, key)| key));
            selected.extend(self.best.get(*leaf).copied().flatten());
        }
        round.new.retain(|key, _| selected.contains(key));
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
            self.best
                .push(searched.get(&key).and_then(|found| found.best));
            self.index.insert(key, index);
            for predecessor in self.left_out.remove(&key).unwrap_or_default() {
                self.graph.link(predecessor, index);
            }
        }
        for (leaf, keys) in round.leaves {
            let count = keys.len();
            let mut successors = Vec::new();
            for key in keys {
                match self.index.get(&key) {
                    Some(&index) => successors.push(index),
                    None => self.left_out.entry(key).or_default().push(leaf),
                }
            }
            let left_out = count - successors.len();
            self.graph.expand(leaf, successors, left_out);
        }
        self.rounds += 1;
    }

    /// Returns the bytes of the book's file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let values = self.graph.values();
        let header = BookHeader {
            variant: self.constants().variant,
            nodes: self.constants().nodes,
            keep: self.constants().selection.map_or(0, |turns| turns.keep),
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
