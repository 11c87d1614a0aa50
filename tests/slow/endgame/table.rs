//! The table of a class: every position that can follow, its turns, and its value.

use std::{
    collections::{BTreeSet, HashMap},
    thread,
};

use super::super::{Position, RuleSet};
use super::packed::{Packed, pack, positions, turned, unpack};
use super::{Class, Value};

/// The plies to the end of a position that is drawn, or not yet solved.
const UNSOLVED: u32 = u32::MAX;

/// The values of all positions of a class and of all that can follow them.
pub struct EndgameTable {
    rule_set: RuleSet,
    /// The positions; those of the class itself come first.
    positions: Vec<Packed>,
    index: HashMap<Packed, u32>,
    /// For each position, the indices of those after each of its turns, without duplicates.
    successors: Vec<Vec<u32>>,
    /// The plies to the end of each position, even for the side to move that loses.
    plies: Vec<u32>,
}

impl EndgameTable {
    /// Solves a class.
    pub fn solve(class: &Class) -> EndgameTable {
        let mut table = EndgameTable {
            rule_set: class.rule_set,
            positions: positions(class),
            index: HashMap::new(),
            successors: Vec::new(),
            plies: Vec::new(),
        };
        let numbered = table.positions.iter().copied().zip(0..);
        table.index = numbered.collect();
        table.find_all();
        table.solve_backwards();
        table
    }

    /// Returns the value of a position of the class, or of the class with the sides exchanged, or
    /// of any that can follow; `None` for another.
    pub fn probe(&self, position: &Position) -> Option<Value> {
        let index = self.index.get(&pack(position));
        let index = index.or_else(|| self.index.get(&pack(&turned(position))))?;
        Some(self.value(*index))
    }

    /// Returns all positions of the table with their values, in an order that is always the same.
    pub fn values(&self) -> impl Iterator<Item = (Position, Value)> {
        let numbered = self.positions.iter().zip(0..);
        numbered.map(|(&packed, index)| (unpack(self.rule_set, packed), self.value(index)))
    }

    /// Returns a position of [`EndgameTable::values`] and its value.
    pub fn at(&self, index: usize) -> (Position, Value) {
        let position = unpack(self.rule_set, self.positions[index]);
        (position, self.value(index as u32))
    }

    /// Checks every value against those of the positions after each turn, which are all that the
    /// rules say of a value. Finding the turns takes nearly all the time of [`EndgameTable::solve`],
    /// so they are found again only for every `RECHECKED`-th position.
    ///
    /// # Panics
    ///
    /// Panics if a value does not follow from those of the successors, or if a position has other
    /// successors.
    pub fn check_successors(&self) {
        const RECHECKED: usize = 61;
        for (index, successors) in self.successors.iter().enumerate() {
            let packed = self.positions[index];
            let position = unpack(self.rule_set, packed);
            let is_drawn =
                position.side_without_biy().is_none() && position.is_drawn_by_bare_biys();
            let expected = match is_drawn {
                true => Value::Draw,
                false => best_of(successors.iter().map(|&after| self.value(after))),
            };
            assert_eq!(self.value(index as u32), expected, "{position:?}");
            if index % RECHECKED == 0 && !is_drawn {
                let turns = position.turns();
                let after = turns
                    .iter()
                    .map(|turn| self.index[&pack(&position.play(turn))]);
                let found: BTreeSet<u32> = after.collect();
                assert_eq!(found, successors.iter().copied().collect(), "{position:?}");
            }
        }
    }

    fn value(&self, index: u32) -> Value {
        match self.plies[index as usize] {
            UNSOLVED => Value::Draw,
            plies => Value::of_plies(plies),
        }
    }

    /// Adds what can follow the positions until nothing new comes.
    fn find_all(&mut self) {
        while self.successors.len() < self.positions.len() {
            let fresh = &self.positions[self.successors.len()..];
            let rule_set = self.rule_set;
            let threads = thread::available_parallelism().map_or(1, usize::from);
            let lists: Vec<Vec<Packed>> = thread::scope(|scope| {
                let list = |part: &[Packed]| -> Vec<Vec<Packed>> {
                    part.iter()
                        .map(|&packed| after_turns(rule_set, packed))
                        .collect()
                };
                let parts = fresh.chunks(fresh.len().div_ceil(threads));
                let workers: Vec<_> = parts.map(|part| scope.spawn(move || list(part))).collect();
                let lists = workers.into_iter().map(|worker| worker.join().unwrap());
                lists.flatten().collect()
            });
            for list in lists {
                let numbered = list.into_iter().map(|packed| {
                    *self.index.entry(packed).or_insert_with(|| {
                        self.positions.push(packed);
                        self.positions.len() as u32 - 1
                    })
                });
                let numbered = numbered.collect();
                self.successors.push(numbered);
            }
        }
    }

    /// Finds the plies to the end, the shortest first: a position is won in one ply more than the
    /// quickest loss that it can give the enemy, and lost in one ply more than the slowest win that
    /// it must.
    fn solve_backwards(&mut self) {
        let count = self.positions.len();
        self.plies = vec![UNSOLVED; count];
        let mut predecessors = vec![Vec::new(); count];
        for (list, index) in self.successors.iter().zip(0_u32..) {
            for &after in list {
                predecessors[after as usize].push(index);
            }
        }
        let mut unsolved: Vec<usize> = self.successors.iter().map(Vec::len).collect();
        let mut layer: Vec<u32> = Vec::new();
        for (&packed, index) in self.positions.iter().zip(0_u32..) {
            if has_lost(&unpack(self.rule_set, packed)) {
                self.plies[index as usize] = 0;
                layer.push(index);
            }
        }
        let mut plies = 0;
        while !layer.is_empty() {
            plies += 1;
            let mut next = Vec::new();
            for index in layer {
                for &before in &predecessors[index as usize] {
                    unsolved[before as usize] -= 1;
                    let is_solved = if plies % 2 == 1 {
                        true
                    } else {
                        unsolved[before as usize] == 0
                    };
                    if is_solved && self.plies[before as usize] == UNSOLVED {
                        self.plies[before as usize] = plies;
                        next.push(before);
                    }
                }
            }
            layer = next;
        }
    }
}

/// Returns the positions after the legal turns of a position, without duplicates.
fn after_turns(rule_set: RuleSet, packed: Packed) -> Vec<Packed> {
    let position = unpack(rule_set, packed);
    if position.is_drawn_by_bare_biys() {
        return Vec::new();
    }
    let turns = position.turns();
    let mut after: Vec<Packed> = turns
        .iter()
        .map(|turn| pack(&position.play(turn)))
        .collect();
    after.sort_unstable();
    after.dedup();
    after
}

/// Returns whether the side to move has lost. A capture of the biy ends the game before its clock
/// can draw it.
fn has_lost(position: &Position) -> bool {
    let has_no_biy = position.side_without_biy() == Some(position.side_to_move());
    has_no_biy || !position.is_drawn_by_bare_biys() && position.turns().is_empty()
}

/// Returns the value of a position from those after its turns.
fn best_of(after: impl Iterator<Item = Value>) -> Value {
    let values: Vec<Value> = after.collect();
    let quickest_win = values.iter().filter_map(|value| match value {
        Value::Loss(turns) => Some(turns + 1),
        _ => None,
    });
    let slowest_loss = values.iter().map(|value| match value {
        Value::Win(turns) => Some(*turns),
        _ => None,
    });
    match quickest_win.min() {
        Some(turns) => Value::Win(turns),
        None => {
            let losses: Option<Vec<u32>> = slowest_loss.collect();
            losses.map_or(Value::Draw, |losses| {
                Value::Loss(losses.into_iter().max().unwrap_or(0))
            })
        }
    }
}
