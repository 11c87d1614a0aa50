//! A pair of weights in one word: for a full board and for an empty one.

use std::ops::{Add, AddAssign, Mul, Sub};

use crate::base::Score;

/// A weight by phase: a pair for a full and an empty board. Sums and multiples are
/// taken of both halves at once, which is exact while each stays within 16 bits.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Pair(i32);

impl Pair {
    /// The pair of two zeros.
    pub const ZERO: Self = Self(0);

    /// Creates a pair of the weights on a full board and on an empty one.
    pub const fn new(full: i16, bare: i16) -> Self {
        Self(((full as i32) << 16) + bare as i32)
    }

    /// Returns the weight on a full board.
    #[inline]
    pub const fn full(self) -> Score {
        (self.0 + 0x8000) >> 16
    }

    /// Returns the weight on an empty board.
    #[inline]
    pub const fn bare(self) -> Score {
        self.0 as i16 as Score
    }

    /// Returns the weight when `men` of `of` men are left.
    #[inline]
    pub const fn at(self, men: Score, of: Score) -> Score {
        (self.full() * men + self.bare() * (of - men)) / of
    }
}

impl Add for Pair {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Pair {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul<i32> for Pair {
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
    fn both_halves_keep_their_signs() {
        for full in [-3000, -1, 0, 1, 2500] {
            for bare in [-2800, -1, 0, 1, 3100] {
                let pair = Pair::new(full, bare);
                assert_eq!((pair.full(), pair.bare()), (full.into(), bare.into()));
                let sum = pair * 5 - pair * 2 + Pair::new(7, -7);
                assert_eq!(sum.full(), Score::from(full) * 3 + 7);
                assert_eq!(sum.bare(), Score::from(bare) * 3 - 7);
            }
        }
    }

    #[test]
    fn the_phase_leads_from_one_to_the_other() {
        let pair = Pair::new(100, 40);
        assert_eq!(
            [pair.at(32, 32), pair.at(16, 32), pair.at(0, 32)],
            [100, 70, 40]
        );
    }
}
