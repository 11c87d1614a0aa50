//! Solving a class by sweeps that look forward.
//!
//! A first pass evaluates every position by the turns that leave the class, whose tables are
//! ready. Sweep *n* then finds the positions that end in exactly *n* plies: those that may have
//! become decided because sweep *n* − 1 decided a successor, or whose value outside the class is
//! *n*. Which those are is only marked roughly: a decided position marks every entry from which
//! one of its opponent's men may have come, and the squares from which a man of a kind may come
//! are noted in the first pass, from turns that the rules have generated. Each marked position is
//! then evaluated by all its turns, so a mark too many costs time but no error; a mark too few
//! would be found by [`verify`](super::verify()). What no sweep reaches is drawn.
//!
//! The result does not depend on the number of threads: in sweep *n*, only the value of *n* plies
//! is written, and it can't make another position end in *n* plies.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use super::class::Class;
use super::game::{KING, Lookup, MAX_KINDS, TableGame};
use super::layout::{Layout, Placement};
use super::probe::{NotCovered, TableSet, ended, is_stored, value_of};
use super::summary::Summary;
use super::table::Table;
use super::value::{MAX_PLIES, Value};
use crate::base::{Bitboard, Color, Square};
use crate::rules::MoveList;

/// The number of entries that a thread takes at a time, a multiple of 64.
const CHUNK: usize = 1 << 12;
/// The due ply, plus 1, of an entry without a position.
const NO_POSITION: u8 = u8::MAX;
/// The number of kinds with the king.
const ALL_KINDS: usize = MAX_KINDS + 1;

/// Receives the progress of [`solve`], and stops it.
pub struct Progress<'a> {
    /// Returns whether the work must end.
    pub is_stopped: &'a (dyn Fn() -> bool + Sync),
    /// Is called with the number of entries that the first pass has examined since the last
    /// call; and with 0 after each sweep.
    pub advance: &'a (dyn Fn(u64) + Sync),
}

/// The reason that a class was not solved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The work was stopped.
    #[error("stopped")]
    Stopped,
    /// A win takes more plies than a byte can store.
    #[error("a win in {0} takes more than {max} plies, which a table can't store", max = MAX_PLIES)]
    TooLong(String),
    /// A turn leads to a position that no table has.
    #[error(transparent)]
    NotCovered(#[from] NotCovered),
}

/// Solves a class. `earlier` contains the tables of all classes that turns lead to; `rayon`'s
/// current pool does the work.
///
/// # Errors
/// Returns an error if a class that is needed is missing, if the work was stopped, or if a win is
/// too long.
pub fn solve<P: TableGame>(
    class: Class<P>,
    earlier: &TableSet<P>,
    progress: &Progress<'_>,
) -> Result<Table<P>, SolveError> {
    let mut solver = Solver::new(class, earlier, progress);
    solver.classify_all()?;
    solver.complete_origins();
    solver.sweep_all()?;
    let summary = Summary::new(&solver.layout, |entry| solver.final_value(entry));
    let bytes = solver.stored_bytes();
    Ok(Table::from_bytes(solver.layout, bytes, summary))
}

/// Returns the number of bytes of memory that [`solve`] takes for a class, without the earlier
/// tables.
pub fn memory<P: TableGame>(layout: &Layout<P>) -> usize {
    // A value, a due ply and the byte for the file; two marks and the stored bit.
    3 * layout.entries() + 3 * layout.entries() / 8
}

struct Solver<'a, P> {
    layout: Layout<P>,
    earlier: &'a TableSet<P>,
    progress: &'a Progress<'a>,
    /// The byte of each value; 0 while it is unknown.
    values: Vec<AtomicU8>,
    /// The ply, plus 1, in whose sweep an entry must be evaluated even if it is not marked; 0 for
    /// none; [`NO_POSITION`].
    due: Vec<AtomicU8>,
    /// The greatest due ply, plus 1.
    last_due: AtomicU8,
    /// Whether the table holds the entry, a bit each.
    stored: Vec<AtomicU64>,
    /// The entries to evaluate in this sweep and in the next one.
    marks: [Vec<AtomicU64>; 2],
    /// By side, kind and target: the squares from which quiet turns come.
    origins: Vec<AtomicU64>,
}

fn zeros(count: usize) -> Vec<AtomicU64> {
    std::iter::repeat_with(|| AtomicU64::new(0))
        .take(count)
        .collect()
}

fn zero_bytes(count: usize) -> Vec<AtomicU8> {
    std::iter::repeat_with(|| AtomicU8::new(0))
        .take(count)
        .collect()
}

fn set_bit(bits: &[AtomicU64], index: usize) {
    let (word, bit) = (&bits[index / 64], 1 << (index % 64));
    if word.load(Relaxed) & bit == 0 {
        word.fetch_or(bit, Relaxed);
    }
}

const fn origin_index(color: Color, kind: usize, to: Square) -> usize {
    (color.index() * ALL_KINDS + kind) * 64 + to.index()
}

impl<'a, P: TableGame> Solver<'a, P> {
    fn new(class: Class<P>, earlier: &'a TableSet<P>, progress: &'a Progress<'a>) -> Self {
        let layout = Layout::new(class);
        let entries = layout.entries();
        let words = entries.div_ceil(64);
        Self {
            layout,
            earlier,
            progress,
            values: zero_bytes(entries),
            due: zero_bytes(entries),
            last_due: AtomicU8::new(0),
            stored: zeros(words),
            marks: [zeros(words), zeros(words)],
            origins: zeros(2 * ALL_KINDS * 64),
        }
    }

    /// Calls `work` with the entries of each chunk.
    fn for_each_chunk(
        &self,
        work: impl Fn(std::ops::Range<usize>) -> Result<(), SolveError> + Sync,
    ) -> Result<(), SolveError> {
        let entries = self.layout.entries();
        let chunks = 0..entries.div_ceil(CHUNK);
        chunks.into_par_iter().try_for_each(|chunk| {
            if (self.progress.is_stopped)() {
                return Err(SolveError::Stopped);
            }
            work(chunk * CHUNK..entries.min((chunk + 1) * CHUNK))
        })
    }

    /// The first pass.
    fn classify_all(&self) -> Result<(), SolveError> {
        self.for_each_chunk(|entries| {
            let count = entries.len() as u64;
            for entry in entries {
                self.classify(entry)?;
            }
            (self.progress.advance)(count);
            Ok(())
        })
    }

    fn classify(&self, entry: usize) -> Result<(), SolveError> {
        let placement = self.layout.placement(entry);
        let position = placement.and_then(|placement| self.layout.position(&placement));
        let Some(position) = position else {
            self.due[entry].store(NO_POSITION, Relaxed);
            return Ok(());
        };
        let mut turns = MoveList::new();
        let value = match ended(&position) {
            Some(value) => value,
            None => {
                position.generate_distinct(&mut turns);
                self.evaluate(&position, &turns, None)?
            }
        };
        if is_stored(&position, &turns) {
            set_bit(&self.stored, entry);
            self.note_origins(&position, &turns);
        }
        match value.plies() {
            Some(plies) => self.set_due(entry, plies),
            None => Ok(()),
        }
    }

    /// Notes where the men of the turns that keep all men come from.
    fn note_origins(&self, position: &P, turns: &[P::Move]) {
        let color = position.side_to_move();
        for &turn in turns.iter().filter(|&&turn| position.keeps_men(turn)) {
            let (from, to) = P::squares_of(turn);
            let kinds = (0..P::KINDS).chain([KING]);
            let kind = kinds
                .into_iter()
                .find(|&kind| position.men_of(color, kind).has(from));
            if let Some(kind) = kind {
                let froms = &self.origins[origin_index(color, kind, to)];
                if froms.load(Relaxed) & from.bit().0 == 0 {
                    froms.fetch_or(from.bit().0, Relaxed);
                }
            }
        }
    }

    /// Adds the images of the noted turns under the symmetries of the table.
    fn complete_origins(&mut self) {
        let is_symmetric = self.layout.class().is_symmetric();
        let has_mirror = self.layout.has_mirror();
        let noted: Vec<u64> = self.origins.iter().map(|set| set.load(Relaxed)).collect();
        for color in Color::ALL {
            for kind in (0..P::KINDS).chain([KING]) {
                for to in (0..P::SQUARES).map(|index| Square::new(index as u8)) {
                    for from in Bitboard(noted[origin_index(color, kind, to)]) {
                        let mut add = |color, from: Square, to| {
                            *self.origins[origin_index(color, kind, to)].get_mut() |= from.bit().0;
                        };
                        if has_mirror {
                            add(color, P::mirrored(from), P::mirrored(to));
                        }
                        if is_symmetric {
                            let (from, to) = (P::exchanged(from), P::exchanged(to));
                            add(!color, from, to);
                            if has_mirror {
                                add(!color, P::mirrored(from), P::mirrored(to));
                            }
                        }
                    }
                }
            }
        }
    }

    fn sweep_all(&self) -> Result<(), SolveError> {
        for plies in 0..=MAX_PLIES {
            let decided = AtomicU64::new(0);
            self.for_each_chunk(|entries| {
                let found = self.sweep(entries, plies)?;
                decided.fetch_add(found, Relaxed);
                Ok(())
            })?;
            (self.progress.advance)(0);
            let is_last = u16::from(self.last_due.load(Relaxed)) <= plies + 1;
            if decided.load(Relaxed) == 0 && is_last {
                return Ok(());
            }
        }
        Err(SolveError::TooLong(self.layout.class().to_string()))
    }

    /// Evaluates the entries of a chunk that may end in this number of plies, and returns how
    /// many do.
    fn sweep(&self, entries: std::ops::Range<usize>, plies: u16) -> Result<u64, SolveError> {
        let marks = &self.marks[usize::from(plies) % 2];
        let due = plies as u8 + 1;
        let mut decided = 0;
        let mut word = 0;
        for entry in entries {
            if entry.is_multiple_of(64) {
                word = marks[entry / 64].swap(0, Relaxed);
            }
            let is_marked = word >> (entry % 64) & 1 != 0;
            let stated = self.due[entry].load(Relaxed);
            let is_due = stated == due;
            if (is_marked && stated != NO_POSITION || is_due)
                && self.values[entry].load(Relaxed) == 0
            {
                decided += u64::from(self.examine(entry, plies)?);
            }
        }
        Ok(decided)
    }

    /// Evaluates an entry, and returns whether it ends in this number of plies.
    fn examine(&self, entry: usize, plies: u16) -> Result<bool, SolveError> {
        let Some(placement) = self.layout.placement(entry) else {
            return Ok(false);
        };
        let Some(position) = self.layout.position(&placement) else {
            return Ok(false);
        };
        let value = match ended(&position) {
            Some(value) => value,
            None => {
                let mut turns = MoveList::new();
                position.generate_distinct(&mut turns);
                self.evaluate(&position, &turns, Some(plies))?
            }
        };
        match value.plies() {
            Some(found) if found == plies => {
                // A draw is 0, so a decided value is not.
                let byte = value.byte().unwrap_or(0);
                self.values[entry].store(byte, Relaxed);
                self.mark_predecessors(&placement, plies);
                Ok(true)
            }
            Some(found) => self.set_due(entry, found).map(|()| false),
            None => Ok(false),
        }
    }

    /// Returns the value of a position by its turns, as far as it is known; unknown successors
    /// count as drawn. In the sweep `plies`, the result may be a draw if the position does not
    /// end in that many plies.
    fn evaluate(
        &self,
        position: &P,
        turns: &[P::Move],
        plies: Option<u16>,
    ) -> Result<Value, SolveError> {
        if turns.is_empty() {
            return Ok(value_of(position.end_without_turns()));
        }
        let must_lose = plies.is_some_and(|plies| plies.is_multiple_of(2));
        let mut best: Option<Value> = None;
        for &turn in turns {
            let next = position.after(turn);
            let value = if position.keeps_men(turn) && next.lookup() == Lookup::Table {
                self.own_value(&next)
            } else {
                self.earlier.value(&next)?
            };
            let value = value.before();
            if must_lose && !matches!(value, Value::Loss(_)) {
                return Ok(Value::Draw);
            }
            if plies.is_some() && value.plies() == plies && matches!(value, Value::Win(_)) {
                return Ok(value);
            }
            best = Some(best.map_or(value, |best| best.better(value)));
        }
        Ok(best.unwrap_or(Value::Draw))
    }

    /// Returns the value of a position of this class as far as it is known.
    #[inline]
    fn own_value(&self, position: &P) -> Value {
        let entry = self.layout.entry(position, false);
        let byte = entry.and_then(|entry| self.values.get(entry));
        byte.map_or(Value::Draw, |byte| Value::from_byte(byte.load(Relaxed)))
    }

    fn set_due(&self, entry: usize, plies: u16) -> Result<(), SolveError> {
        if plies >= MAX_PLIES {
            return Err(SolveError::TooLong(self.layout.class().to_string()));
        }
        let due = plies as u8 + 1;
        self.due[entry].store(due, Relaxed);
        self.last_due.fetch_max(due, Relaxed);
        Ok(())
    }

    fn mark_predecessors(&self, placement: &Placement, plies: u16) {
        let marks = &self.marks[(usize::from(plies) + 1) % 2];
        let origins = |color, kind, to| self.origins[origin_index(color, kind, to)].load(Relaxed);
        self.layout
            .for_each_predecessor(placement, origins, |entry| {
                if self.values[entry].load(Relaxed) == 0 {
                    set_bit(marks, entry);
                }
            });
    }

    /// Returns the value of an entry when all sweeps are done; `None` for an entry without a
    /// position.
    fn final_value(&self, entry: usize) -> Option<Value> {
        let has_position = self.due[entry].load(Relaxed) != NO_POSITION;
        has_position.then(|| Value::from_byte(self.values[entry].load(Relaxed)))
    }

    /// Returns the bytes of the table. An entry that the table does not hold repeats the one
    /// before it, which compresses best.
    fn stored_bytes(&self) -> Vec<u8> {
        let mut last = 0;
        let values = self.values.iter().enumerate();
        let byte = |(entry, value): (usize, &AtomicU8)| {
            if self.stored[entry / 64].load(Relaxed) >> (entry % 64) & 1 != 0 {
                last = value.load(Relaxed);
            }
            last
        };
        values.map(byte).collect()
    }
}
