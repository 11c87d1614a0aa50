//! The weights of the evaluation: one table for each family of rule sets.

mod extended;
mod original;

use super::features::{COUNT, PLACE, PLACES, place};
use crate::base::Square;
use crate::eval::TaperedWeight;
use crate::rules::shatra::geometry::SQUARES;
use crate::rules::shatra::{Extended, Kind, Kurin, Online, Original, Pritchard, RuleSet};

/// The weights of a family of rule sets, with a table by square for speed.
#[derive(Debug)]
pub struct Weights {
    /// The weight of each feature.
    pub table: &'static [TaperedWeight; COUNT],
    /// The weight of each kind of man on each square, by [`Kind::index`]; squares are given
    /// from the point of view of the man's side.
    by_square: [[TaperedWeight; SQUARES]; 5],
    /// The number of men on a full board, not counting biys.
    pub full_men: i32,
}

static EXTENDED: Weights = Weights {
    table: &extended::WEIGHTS,
    by_square: by_square(&extended::WEIGHTS),
    full_men: 32,
};

static ORIGINAL: Weights = Weights {
    table: &original::WEIGHTS,
    by_square: by_square(&original::WEIGHTS),
    full_men: 46,
};

/// Returns a table that gives each square the weight of its place.
const fn by_square(table: &[TaperedWeight; COUNT]) -> [[TaperedWeight; SQUARES]; 5] {
    let mut squares = [[TaperedWeight::ZERO; SQUARES]; 5];
    let mut kind = 0;
    while kind < 5 {
        let mut index = 0;
        while index < SQUARES {
            let square = Square::new(index as u8);
            squares[kind][index] = table[PLACE + kind * PLACES + place(square)];
            index += 1;
        }
        kind += 1;
    }
    squares
}

/// A rule set that weighted features evaluate.
///
/// Every rule set names its weights here, so a new rule set without weights does not
/// compile.
#[diagnostic::on_unimplemented(
    message = "no weights evaluate the rule set `{Self}`",
    label = "the weights of `{Self}` are not stated",
    note = "implement `EvaluatedByFeatures` for `{Self}` in src/eval/shatra/weights/mod.rs, with \
            the weights of its `EvaluationFamily`"
)]
pub trait EvaluatedByFeatures: RuleSet {
    /// The weights of the features.
    const WEIGHTS: &'static Weights;
}

impl EvaluatedByFeatures for Extended {
    const WEIGHTS: &'static Weights = &EXTENDED;
}

impl EvaluatedByFeatures for Kurin {
    const WEIGHTS: &'static Weights = &EXTENDED;
}

impl EvaluatedByFeatures for Pritchard {
    const WEIGHTS: &'static Weights = &EXTENDED;
}

impl EvaluatedByFeatures for Original {
    const WEIGHTS: &'static Weights = &ORIGINAL;
}

impl EvaluatedByFeatures for Online {
    const WEIGHTS: &'static Weights = &ORIGINAL;
}

impl Weights {
    /// Returns the weight of a man on a square, which is given from the point of view of the
    /// man's side.
    #[inline]
    pub fn man(&self, kind: Kind, square: Square) -> TaperedWeight {
        self.by_square[kind.index()][square.index()]
    }
}
