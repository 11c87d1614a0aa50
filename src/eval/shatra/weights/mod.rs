//! The weights of the evaluation: a table for each family of rule sets.

mod extended;
mod original;

use super::features::{COUNT, PLACE, PLACES, place};
use crate::base::Square;
use crate::eval::TaperedWeight;
use crate::rules::shatra::geometry::SQUARES;
use crate::rules::shatra::{Extended, Kind, Kurin, Original, Pritchard, RuleSet};

/// The weights of a family of rule sets, with a table of men on squares for speed.
#[derive(Debug)]
pub struct Weights {
    /// The weight of each feature.
    pub table: &'static [TaperedWeight; COUNT],
    /// The weight of each kind of man on each square, as White sees the board, by
    /// [`Kind::number`].
    squares: [[TaperedWeight; SQUARES]; 5],
    /// The number of men on a full board, biys not counted.
    pub full: i32,
}

static EXTENDED: Weights = Weights {
    table: &extended::WEIGHTS,
    squares: by_square(&extended::WEIGHTS),
    full: 32,
};

static ORIGINAL: Weights = Weights {
    table: &original::WEIGHTS,
    squares: by_square(&original::WEIGHTS),
    full: 46,
};

/// Returns a table in which each square has the weight of its place.
const fn by_square(table: &[TaperedWeight; COUNT]) -> [[TaperedWeight; SQUARES]; 5] {
    let mut squares = [[TaperedWeight::ZERO; SQUARES]; 5];
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

/// A rule set that weighted features evaluate.
///
/// Every rule set names its weights here, so a new one without weights does not
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

impl Weights {
    /// Returns the weight of a man on a square, as White sees the board.
    #[inline]
    pub fn man(&self, kind: Kind, square: Square) -> TaperedWeight {
        self.squares[kind.number()][square.index()]
    }
}
