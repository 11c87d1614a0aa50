//! Weights that depend on the phase of the game, packed into one word.

use std::ops::{Add, AddAssign, Mul, Sub};

use crate::base::Score;

/// A tapered weight: one value for a full board and one for an empty board, between which
/// [`at`](Self::at) interpolates. Addition and multiplication act on both values at once;
/// the results are exact as long as each value fits in 16 bits.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct TaperedWeight(i32);

impl TaperedWeight {
    /// The weight that is 0 in every phase.
    pub const ZERO: Self = Self(0);

    /// Creates a weight from its values on a full board and on an empty board.
    pub const fn new(full: i16, bare: i16) -> Self {
        Self(((full as i32) << 16) + bare as i32)
    }

    /// Returns the value on a full board.
    #[inline]
    pub const fn full(self) -> Score {
        (self.0 + 0x8000) >> 16
    }

    /// Returns the value on an empty board.
    #[inline]
    pub const fn bare(self) -> Score {
        self.0 as i16 as Score
    }

    /// Returns the value when `men` of the `full_men` men of a full board are left.
    #[inline]
    pub const fn at(self, men: Score, full_men: Score) -> Score {
        (self.full() * men + self.bare() * (full_men - men)) / full_men
    }
}

impl Add for TaperedWeight {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for TaperedWeight {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for TaperedWeight {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul<i32> for TaperedWeight {
    type Output = Self;

    #[inline]
    fn mul(self, times: i32) -> Self {
        Self(self.0 * times)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_values_keep_their_signs() {
        for full in [-3000, -1, 0, 1, 2500] {
            for bare in [-2800, -1, 0, 1, 3100] {
                let weight = TaperedWeight::new(full, bare);
                assert_eq!((weight.full(), weight.bare()), (full.into(), bare.into()));
                let sum = weight * 5 - weight * 2 + TaperedWeight::new(7, -7);
                assert_eq!(sum.full(), Score::from(full) * 3 + 7);
                assert_eq!(sum.bare(), Score::from(bare) * 3 - 7);
            }
        }
    }

    #[test]
    fn the_phase_interpolates_between_the_two_values() {
        let weight = TaperedWeight::new(100, 40);
        assert_eq!(
            [weight.at(32, 32), weight.at(16, 32), weight.at(0, 32)],
            [100, 70, 40]
        );
    }
}
