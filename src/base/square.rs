//! A square as a small index. Each game defines which index denotes which square.

/// A square: an index from 0 to 63.
///
/// The bound is part of the type, so indexing a table of 64 entries needs no
/// bounds check. Games with fewer squares leave the upper indices unused.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Returns the square with this index, of which only the low six bits are used.
    #[inline]
    pub const fn new(index: u8) -> Self {
        Self(index & 63)
    }

    /// Returns the index, 0 to 63.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }
}

impl std::fmt::Debug for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{}", self.0)
    }
}
