//! Probing: the value of a position, whether a table holds it or its turns decide it.
//!
//! Which positions a table holds is decided here alone, for solving, verifying and probing:
//! those with a turn that keeps all men, unless a turn ends the game. All others are decided by
//! positions with fewer men, or with fewer men that can promote, so that playing their turns
//! always ends.

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use super::class::Class;
use super::game::{Lookup, TableGame};
use super::table::Table;
use super::value::Value;
use crate::rules::{End, Game, MoveList};

/// The reason that no table has a value.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotCovered {
    /// There is no table of these men.
    #[error("there is no table of {0}")]
    NoTable(String),
    /// Tables do not distinguish something that the position has.
    #[error("the position is in no table, because {0}")]
    Nowhere(&'static str),
    /// The table is damaged.
    #[error("the table of {0} is damaged")]
    Damaged(String),
}

/// The value of a position and those of its turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probe<M> {
    /// The value of the position.
    pub value: Value,
    /// Whether the limit on turns without a capture or a pawn's move may draw the game before a
    /// win that the value promises. The tables do not count these turns.
    pub is_limit_near: bool,
    /// Whether that limit may change the value of one of the turns.
    pub is_limit_near_after: bool,
    /// The legal turns, the best first, each with its value for the side that plays it.
    pub turns: Vec<(M, Value)>,
}

/// A table that is read when it is first needed; `None` if it can't be used.
type LazyTable<P> = LazyLock<Option<Table<P>>, Box<dyn FnOnce() -> Option<Table<P>> + Send>>;

/// The tables of a game.
pub struct TableSet<P> {
    tables: HashMap<Class<P>, LazyTable<P>>,
    max_men: usize,
}

impl<P: TableGame> fmt::Debug for TableSet<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.tables.keys()).finish()
    }
}

impl<P> Default for TableSet<P> {
    fn default() -> Self {
        Self {
            tables: HashMap::new(),
            max_men: 0,
        }
    }
}

impl<P: TableGame> TableSet<P> {
    /// Adds a table.
    pub fn add(&mut self, table: Table<P>) {
        self.add_unread(table.class(), || Some(table));
    }

    /// Adds the table of a class that is read when it is first needed.
    pub fn add_unread(
        &mut self,
        class: Class<P>,
        read: impl FnOnce() -> Option<Table<P>> + Send + 'static,
    ) {
        self.max_men = self.max_men.max(class.men());
        self.tables.insert(class, LazyLock::new(Box::new(read)));
    }

    /// Returns the table of a class, unless it can't be used.
    pub fn table(&self, class: Class<P>) -> Option<&Table<P>> {
        LazyLock::force(self.tables.get(&class)?).as_ref()
    }

    /// Returns the tables that can be used, in no particular order.
    pub fn tables(&self) -> impl Iterator<Item = &Table<P>> {
        self.tables
            .values()
            .filter_map(|table| LazyLock::force(table).as_ref())
    }

    /// Returns whether there are no tables.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// Returns the greatest number of men of a table, kings included; 0 if there is none.
    pub const fn max_men(&self) -> usize {
        self.max_men
    }

    /// Returns the value of a position and of each of its turns.
    ///
    /// # Errors
    /// Returns an error if the position has more men than any table, or if the value is in no table.
    pub fn probe(&self, position: &P) -> Result<Probe<P::Move>, NotCovered> {
        let value = self.covered_value(position)?;
        let mut list = MoveList::new();
        if ended(position).is_none() {
            position.generate(&mut list);
        }
        let mut turns = Vec::with_capacity(list.len());
        let mut is_limit_near_after = false;
        for turn in list {
            let next = position.after(turn);
            let value = self.value(&next)?;
            is_limit_near_after |= is_limit_near(&next, value);
            turns.push((turn, value.before()));
        }
        turns.sort_by_key(|(_, value)| -value.preference());
        Ok(Probe {
            value,
            is_limit_near: is_limit_near(position, value),
            is_limit_near_after,
            turns,
        })
    }

    /// Returns the value of a position; `None` if the position has more men than any table, if the
    /// value is in no table, or if the limit on turns without a capture or a pawn's move may draw the
    /// game before a win that the value promises.
    pub fn certain_value(&self, position: &P) -> Option<Value> {
        let value = self.covered_value(position).ok()?;
        (!is_limit_near(position, value)).then_some(value)
    }

    /// Returns the value of a position that may have been set up with any men. With more of them
    /// than the tables have, no value counts as one of the tables, even if all turns lead to
    /// positions that they contain.
    fn covered_value(&self, position: &P) -> Result<Value, NotCovered> {
        let men = position.man_count().unsigned_abs() as usize + 2;
        if men > self.max_men {
            let (class, _) = Class::of(position);
            return Err(NotCovered::NoTable(class.to_string()));
        }
        self.value(position)
    }

    /// Returns a line that keeps the value of a position, with the shortest win and the longest
    /// defence, to the end of the game; empty in a drawn position, and in one in no table.
    pub fn best_line(&self, position: &P) -> Vec<P::Move> {
        let mut position = *position;
        let mut line = Vec::new();
        let mut value = self.certain_value(&position);
        while let Some(plies) = value.and_then(Value::plies).filter(|&plies| plies > 0) {
            let mut turns = MoveList::new();
            position.generate_distinct(&mut turns);
            let keeps_value = |turn: &&P::Move| {
                let after = self.value(&position.after(**turn));
                after.is_ok_and(|after| Some(after.before()) == value)
            };
            // A side that has won without a turn has none to play.
            let Some(&turn) = turns.iter().find(keeps_value) else {
                break;
            };
            line.push(turn);
            position.play(turn);
            value = self
                .value(&position)
                .ok()
                .filter(|after| after.plies() < Some(plies));
        }
        line
    }

    /// Returns the value of a position.
    ///
    /// # Errors
    /// Returns an error if the value is in no table.
    pub fn value(&self, position: &P) -> Result<Value, NotCovered> {
        let value = self.value_without_limit(position)?;
        let is_cut = !P::MAY_ESCAPE_LIMIT && exceeds_limit(position, value);
        Ok(if is_cut { Value::Draw } else { value })
    }

    /// Returns the value of a position, as if two bare kings could play on for ever.
    pub(super) fn value_without_limit(&self, position: &P) -> Result<Value, NotCovered> {
        if let Some(value) = ended(position) {
            return Ok(value);
        }
        let mut turns = MoveList::new();
        position.generate_distinct(&mut turns);
        if turns.is_empty() {
            return Ok(value_of(position.end_without_turns()));
        }
        match position.lookup() {
            Lookup::Nowhere(reason) => return Err(NotCovered::Nowhere(reason)),
            Lookup::Table if is_stored(position, &turns) => return self.stored_value(position),
            Lookup::Table | Lookup::Turns => {}
        }
        // Beside a turn that wins at once there may be turns that lead back here.
        if wins_at_once(position, &turns) {
            return Ok(Value::Win(1));
        }
        let mut best = None;
        for &turn in &turns {
            let value = self.value(&position.after(turn))?.before();
            best = Some(best.map_or(value, |best: Value| best.better(value)));
        }
        Ok(best.unwrap_or(Value::Draw))
    }

    fn stored_value(&self, position: &P) -> Result<Value, NotCovered> {
        let (class, is_exchanged) = Class::of(position);
        let table = self.table(class);
        let table = table.ok_or_else(|| NotCovered::NoTable(class.to_string()))?;
        let entry = table.layout().entry(position, is_exchanged);
        entry
            .and_then(|entry| table.value(entry))
            .ok_or_else(|| NotCovered::Damaged(class.to_string()))
    }
}

/// Returns whether the limit on turns without a capture or a pawn's move may draw the game before
/// a win that the value promises.
fn is_limit_near<P: TableGame>(position: &P, value: Value) -> bool {
    P::MAY_ESCAPE_LIMIT && exceeds_limit(position, value)
}

/// Returns whether the end that the value promises is further away than the limit on plies.
fn exceeds_limit<P: Game>(position: &P, value: Value) -> bool {
    let limit = position.plies_to_limit();
    limit
        .zip(value.plies())
        .is_some_and(|(limit, plies)| u32::from(plies) > limit)
}

/// Returns the value of a position in which the game has ended although there may be turns.
#[inline]
pub(super) fn ended<P: Game>(position: &P) -> Option<Value> {
    if position.is_lost() {
        Some(Value::Loss(0))
    } else if position.is_drawn() {
        Some(Value::Draw)
    } else {
        None
    }
}

/// Returns the value of a position without turns. An end that the side to move wins without a
/// turn counts as one ply, as if it had to claim it.
pub(super) const fn value_of(end: End) -> Value {
    match end {
        End::Won => Value::Win(1),
        End::Drawn => Value::Draw,
        End::Lost => Value::Loss(0),
    }
}

/// Returns whether the table holds the value of a position with these turns.
#[inline]
pub(super) fn is_stored<P: TableGame>(position: &P, turns: &[P::Move]) -> bool {
    turns.iter().any(|&turn| position.keeps_men(turn)) && !wins_at_once(position, turns)
}

/// Returns whether one of the turns wins at once: it takes the last man that the opponent needs.
fn wins_at_once<P: TableGame>(position: &P, turns: &[P::Move]) -> bool {
    let takes_men = turns.iter().filter(|&&turn| !position.keeps_men(turn));
    takes_men
        .into_iter()
        .any(|&turn| position.after(turn).is_lost())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::board8::{Position, Setup, Shatranj};
    use crate::tables::{Layout, Summary};

    /// According to the table of this test, the position is drawn, and Rh2 loses in 100 plies.
    #[test]
    fn the_limit_may_change_the_value_of_a_turn_alone() {
        let at_clock = |clock: u32| {
            let fen = format!("k7/1r6/8/8/8/8/8/K6R w - - {clock} 90");
            let setup = Setup::from_fen::<Shatranj>(&fen).unwrap();
            setup.position::<Shatranj>().unwrap()
        };
        let start = at_clock(0);
        let next = start.after(start.parse_move("h1h2").unwrap());
        let (class, _) = Class::<Position<Shatranj>>::of(&start);
        let layout = Layout::new(class);
        let mut bytes = vec![0; layout.entries()];
        bytes[layout.entry(&next, false).unwrap()] = Value::Win(99).byte().unwrap();
        let mut tables = TableSet::default();
        tables.add(Table::from_bytes(layout, bytes, Summary::default()));
        // The limit is 140 turns.
        for (clock, is_near) in [(0, false), (40, false), (41, true), (130, true)] {
            let probe = tables.probe(&at_clock(clock)).unwrap();
            assert_eq!((probe.value, probe.is_limit_near), (Value::Draw, false));
            assert_eq!(probe.is_limit_near_after, is_near, "{clock}");
        }
    }
}
