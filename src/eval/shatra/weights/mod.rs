//! The weights of the evaluation, a table for each family of rule sets.

mod extended;
mod original;

use super::features::{COUNT, PLACE, PLACES, place};
use crate::base::Square;
use crate::eval::Pair;
use crate::rules::shatra::geometry::SQUARES;
use crate::rules::shatra::{Kind, RuleSet};

/// The weights of a family of rule sets.
#[derive(Debug)]
pub struct Weights {
    /// The weight of each feature.
    pub table: &'static [Pair; COUNT],
    /// The weights of men on squares, as White sees them, by [`Kind::number`].
    squares: [[Pair; SQUARES]; 5],
    /// The number of men on a full board, biys not counted.
    pub full: i32,
}

static EXTENDED: Weights = Weights {
    table: &extended::WEIGHTS,
    squares: spread(&extended::WEIGHTS),
    full: 32,
};

static ORIGINAL: Weights = Weights {
    table: &original::WEIGHTS,
    squares: spread(&original::WEIGHTS),
    full: 46,
};

/// Returns a table that gives each square the weight of its place.
const fn spread(table: &[Pair; COUNT]) -> [[Pair; SQUARES]; 5] {
    let mut squares = [[Pair::ZERO; SQUARES]; 5];
    let mut kind = 0;
    while kind < 5 {
        let mut i = 0;
        while i < SQUARES {
            squares[kind][i] = table[PLACE + kind * PLACES + place(Square::new(i as u8))];
            i += 1;
        }
        kind += 1;
    }
    squares
}

impl Weights {
    /// Returns the weights for a rule set.
    #[inline]
    pub const fn of<R: RuleSet>() -> &'static Self {
        if R::OFFICERS_LIMITED {
            &EXTENDED
        } else {
            &ORIGINAL
        }
    }

    /// Returns the weight of a man on a square, as White sees it.
    #[inline]
    pub fn man(&self, kind: Kind, square: Square) -> Pair {
        self.squares[kind.number()][square.index()]
    }
}
