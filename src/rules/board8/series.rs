//! Checks in a row, which decide what a mate is worth (Shatar).
//!
//! A side's series begins with a check and lasts while each of its moves gives
//! check. Whether there was a shak in it is history that a board doesn't show,
//! so it is part of a position.

use crate::base::Color;

/// Of each side, whether the series of checks that it is in had a shak; and
/// whether the last move was a check by a mori's move.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Series(u8);

impl Series {
    /// No shak in any series.
    pub const NONE: Self = Self(0);
    const BY_MORI: u8 = 4;

    /// The series in which these sides had a shak.
    pub const fn of(white: bool, black: bool) -> Self {
        Self(white as u8 | (black as u8) << 1)
    }

    /// Whether there was a shak in the series of a side.
    #[inline]
    pub const fn has_shak(self, color: Color) -> bool {
        self.0 >> color.index() & 1 != 0
    }

    /// Whether the check that stands was made by a mori's move, be it that it
    /// only uncovered another man.
    #[inline]
    pub const fn is_by_mori(self) -> bool {
        self.0 & Self::BY_MORI != 0
    }

    /// After a move of a side that gave no check.
    #[inline]
    pub const fn broken(self, color: Color) -> Self {
        Self(self.0 & !(1 << color.index()) & !Self::BY_MORI)
    }

    /// After a move of a side that gave check.
    #[inline]
    pub const fn with_check(self, color: Color, shak: bool, by_mori: bool) -> Self {
        let series = self.0 & 3 | (shak as u8) << color.index();
        Self(if by_mori {
            series | Self::BY_MORI
        } else {
            series
        })
    }

    /// The same with the sides exchanged.
    #[must_use]
    pub const fn exchanged(self) -> Self {
        Self(self.0 & Self::BY_MORI | (self.0 & 1) << 1 | (self.0 & 2) >> 1)
    }

    /// The same where the check that stands was made by a mori's move.
    #[must_use]
    pub const fn by_mori(self) -> Self {
        Self(self.0 | Self::BY_MORI)
    }

    /// Whose series had a shak, as a number from 0 to 3. Whether a mori made the
    /// last move is left out: it matters for that position alone, and only if it
    /// is mate.
    #[inline]
    pub const fn shaks(self) -> usize {
        (self.0 & 3) as usize
    }
}
