//! Helpers shared by several test programs.

// Each test program uses only part of this module.
#![allow(dead_code, unused_imports, unused_macros)]

pub mod half_turn;
pub mod picture;
pub mod rule_sets;
pub mod turn_lists;

use batyr::base::zobrist::splitmix;
use batyr::rules::shatra::{Occupant, Position, RuleSet, Setup};

/// A pseudorandom number generator with reproducible output.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed << 32)
    }

    /// Returns a number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 += 1;
        (splitmix(self.0) % bound as u64) as usize
    }

    /// Returns one of the items, or `None` if there are none.
    pub fn choose<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        if items.is_empty() {
            return None;
        }
        items.get(self.below(items.len()))
    }

    /// Returns `true` with probability 1 / `n`.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// Parses an SPN, and panics if it is invalid.
pub fn position<R: RuleSet>(spn: &str) -> Position<R> {
    let setup: Setup = spn.parse().unwrap_or_else(|e| panic!("{spn}: {e}"));
    setup.position().unwrap_or_else(|e| panic!("{spn}: {e}"))
}

/// Returns the position with up to `max` men removed, though never a biy or a man in mid-chain, and
/// sometimes with urgent marks added and temdeks changed.
pub fn thinned<R: RuleSet>(position: &Position<R>, max: usize, random: &mut Random) -> Position<R> {
    let mut setup = position.setup();
    for _ in 0..=random.below(max) {
        let index = random.below(setup.squares.len());
        let is_biy = matches!(setup.squares[index], Some(Occupant::Man { man, .. })
            if man.letter().eq_ignore_ascii_case(&'K'));
        let is_transit = setup.transit.is_some_and(|square| square.index() == index);
        if !is_biy && !is_transit {
            setup.squares[index] = None;
        }
    }
    for occupant in setup.squares.iter_mut().flatten() {
        if let Occupant::Man { urgent, .. } = occupant
            && random.once_in(40)
        {
            *urgent = true;
        }
    }
    for temdek in &mut setup.temdeks {
        if random.once_in(6) {
            *temdek = !*temdek;
        }
    }
    setup
        .position()
        .expect("a position with fewer men is legal")
}
