//! What the values of a class come to: how often each side wins, and the longest wins.

use rayon::prelude::*;
use serde::Serialize;

use super::game::TableGame;
use super::layout::{Layout, Placement};
use super::value::Value;
use crate::base::Color;

/// The numbers of positions with each result, for their side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// The positions that the side to move wins.
    pub wins: u64,
    /// The drawn positions.
    pub draws: u64,
    /// The positions that the side to move loses.
    pub losses: u64,
}

/// The longest win of a side.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct LongestWin {
    /// The number of plies to the end.
    pub plies: u16,
    /// The first entry of the table that takes so long.
    pub entry: u64,
}

/// What the values of a class come to. Each position counts once, whatever symmetry the rules
/// have. White is the side with the stronger men.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// The positions by the side to move. In a class with the same men on both sides, White is
    /// to move in all of them.
    pub tallies: [Tally; 2],
    /// The longest win of each side, if it can win.
    pub longest: [Option<LongestWin>; 2],
    /// The number of placements of the men in which whichever side is to move gets less than if
    /// its opponent were to move.
    pub zugzwangs: u64,
}

impl Summary {
    /// Computes the summary of a class from the values of all its positions; `value` returns
    /// `None` for an entry without a position.
    pub(super) fn new<P: TableGame>(
        layout: &Layout<P>,
        value: impl Fn(usize) -> Option<Value> + Sync,
    ) -> Self {
        const CHUNK: usize = 1 << 14;
        let chunks = layout.entries().div_ceil(CHUNK);
        let of_chunk = |chunk: usize| {
            let mut summary = Self::default();
            let end = layout.entries().min((chunk + 1) * CHUNK);
            for entry in chunk * CHUNK..end {
                let Some(found) = value(entry) else { continue };
                let Some(placement) = layout.placement(entry) else {
                    continue;
                };
                if !layout.is_duplicate(entry, &placement) {
                    summary.count(entry, &placement, found);
                    if placement.to_move == Color::White {
                        let other = value(layout.entry_with_other_to_move(&placement));
                        summary.zugzwangs += u64::from(is_zugzwang(found, other));
                    }
                }
            }
            summary
        };
        let parts = (0..chunks).into_par_iter().map(of_chunk);
        parts.reduce(Self::default, Self::merged)
    }

    fn count(&mut self, entry: usize, placement: &Placement, value: Value) {
        let mover = placement.to_move;
        let tally = &mut self.tallies[mover.index()];
        let winner = match value {
            Value::Win(_) => {
                tally.wins += 1;
                mover
            }
            Value::Draw => {
                tally.draws += 1;
                return;
            }
            Value::Loss(_) => {
                tally.losses += 1;
                !mover
            }
        };
        let plies = value.plies().unwrap_or(0);
        let entry = entry as u64;
        let longest = &mut self.longest[winner.index()];
        *longest = longer(*longest, Some(LongestWin { plies, entry }));
    }

    fn merged(mut self, other: Self) -> Self {
        for (mine, theirs) in self.tallies.iter_mut().zip(other.tallies) {
            mine.wins += theirs.wins;
            mine.draws += theirs.draws;
            mine.losses += theirs.losses;
        }
        for (mine, theirs) in self.longest.iter_mut().zip(other.longest) {
            *mine = longer(*mine, theirs);
        }
        self.zugzwangs += other.zugzwangs;
        self
    }
}

/// Returns the longer of two wins, or the one that comes first in the table.
fn longer(one: Option<LongestWin>, other: Option<LongestWin>) -> Option<LongestWin> {
    let key = |win: &LongestWin| (win.plies, u64::MAX - win.entry);
    one.into_iter().chain(other).max_by_key(key)
}

/// Returns whether White gets less with White to move than with Black to move. The second value
/// is Black's.
fn is_zugzwang(white_to_move: Value, black_to_move: Option<Value>) -> bool {
    let result = |value: Value| value.preference().signum();
    black_to_move.is_some_and(|black| result(white_to_move) < -result(black))
}
