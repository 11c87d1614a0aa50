//! A set of squares in one machine word.

use super::Square;

/// A set of squares: bit `i` is set if the square with index `i` is a member.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the set is not empty.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Returns the number of squares in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set has at least two squares.
    #[inline]
    pub const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns whether the set contains `square`.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Returns whether the two sets have a square in common.
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the squares of this set that are not in `other`.
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the union of the sets. Unlike `|`, it is a `const fn`.
    #[inline]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the intersection of the sets. Unlike `&`, it is a `const fn`.
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the square with the lowest index, or `None` if the set is empty.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        match self.0 {
            0 => None,
            bits => Some(Square::new(bits.trailing_zeros() as u8)),
        }
    }

    /// Returns the square with the highest index, or `None` if the set is empty.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        match self.0 {
            0 => None,
            bits => Some(Square::new(63 - bits.leading_zeros() as u8)),
        }
    }

    /// Returns the set without the square with the lowest index; the empty set stays empty.
    #[inline]
    pub const fn rest(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }
}

impl Square {
    /// Returns the set that contains only this square.
    #[inline]
    pub const fn bit(self) -> Bitboard {
        Bitboard(1 << self.index())
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        square.bit()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, square| set | square.bit())
    }
}

/// Iterates over the squares, lowest index first.
impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// An iterator over the squares of a [`Bitboard`], lowest index first.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0 = self.0.rest();
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

macro_rules! operator {
    ($trait:ident $method:ident, $assign:ident $assign_method:ident) => {
        impl std::ops::$trait for Bitboard {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(std::ops::$trait::$method(self.0, other.0))
            }
        }
        impl std::ops::$assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                std::ops::$assign::$assign_method(&mut self.0, other.0);
            }
        }
    };
}

operator!(BitAnd bitand, BitAndAssign bitand_assign);
operator!(BitOr bitor, BitOrAssign bitor_assign);
operator!(BitXor bitxor, BitXorAssign bitxor_assign);

impl std::ops::Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl std::fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
