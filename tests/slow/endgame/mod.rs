//! Exact values of endings of at most three men, the biys included, by the slow rules alone.
//!
//! A [`Class`] says which men are on the board. [`EndgameTable::solve`] lists every position of the
//! class and all that can follow, and finds their values backwards from the ends: a side to move
//! that has no biy or no legal turn has lost, with nothing left to play. What is neither won nor
//! lost when nothing changes any more is drawn, as the side that can't win repeats positions. So a
//! value holds for a position without a history.
//!
//! Two positions of a table are the same if the men, the side to move, the temdeks and the urgent
//! marks are. The rest is dealt with as follows:
//!
//! * The square passed by a two-square step is left out: only an enemy shatra could capture en
//!   passant, and three men hold one shatra at most.
//! * The halfmove clock counts only where bare biys are drawn (Original and Online), and there only
//!   once the biys are bare; it is kept up to that limit. Elsewhere it is 0.
//! * Positions in mid-chain are no positions of a table: a turn is a whole chain.

mod endings;
mod packed;
mod table;

use super::{Kind, RuleSet, Side, Square};
#[allow(unused_imports)] // each test program uses only some of these
pub use endings::{Ending, sample_endings};
pub use table::EndgameTable;

/// The greatest number of men of a class, the biys included.
const MAX_MEN: usize = 3;

/// The value of a position for its side to move, in its own turns, as a score of the protocol
/// counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// It wins with its `n`-th turn, and no sooner against the best defence.
    Win(u32),
    /// It has lost after `n` more turns of its own, and no sooner if it defends best.
    Loss(u32),
    Draw,
}

impl Value {
    /// Returns the value of a position that ends in this number of plies, the last of which is the
    /// winner's.
    fn of_plies(plies: u32) -> Value {
        if plies.is_multiple_of(2) {
            Value::Loss(plies / 2)
        } else {
            Value::Win(plies.div_ceil(2))
        }
    }
}

/// The men that are on the board beside the two biys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    pub rule_set: RuleSet,
    pub others: Vec<(Side, Kind)>,
}

impl Class {
    /// Returns the class of the two biys and one more man of White.
    ///
    /// A class with Black's man needs no table of its own: a half turn of the board exchanges the
    /// sides.
    pub fn of_three(rule_set: RuleSet, kind: Kind) -> Class {
        Class {
            rule_set,
            others: vec![(Side::White, kind)],
        }
    }

    /// Returns the classes of three men of a rule set, as [`Class::of_three`] makes them.
    pub fn all_of_three(rule_set: RuleSet) -> Vec<Class> {
        let kinds: &[Kind] = if rule_set.follows_original() {
            &[Kind::Batyr, Kind::Shatra]
        } else {
            &[Kind::Batyr, Kind::Tura, Kind::Yalkyn, Kind::Shatra]
        };
        kinds
            .iter()
            .map(|&kind| Class::of_three(rule_set, kind))
            .collect()
    }

    /// Returns all men of the class.
    fn men(&self) -> Vec<(Side, Kind)> {
        let biys = Side::BOTH.map(|side| (side, Kind::Biy));
        let men: Vec<_> = biys.into_iter().chain(self.others.clone()).collect();
        assert!(men.len() <= MAX_MEN, "{self:?} has too many men");
        men
    }
}

/// Returns the square that a half turn of the board exchanges with this one.
pub(super) fn half_turn(square: Square) -> Square {
    (6 - square.0, 15 - square.1)
}
