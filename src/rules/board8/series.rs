//! Series of checks, which decide the result of a mate (Shatar).
//!
//! A side's series begins with a check and lasts while each of its moves gives
//! check. Whether a series has had a shak is history that the board does not
//! show, so it is part of a position.

use crate::base::Color;

/// The state of both sides' series of checks: whether each current series has
/// had a shak, and whether the last move was a mori's and gave check.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Series(u8);

impl Series {
    /// The state without a shak in either series.
    pub const NONE: Self = Self(0);
    const CHECK_BY_MORI_BIT: u8 = 4;

    /// Returns the state in which the series of these sides have had a shak.
    pub const fn of(white: bool, black: bool) -> Self {
        Self(white as u8 | (black as u8) << 1)
    }

    /// Returns whether the series of a side has had a shak.
    #[inline]
    pub const fn has_shak(self, color: Color) -> bool {
        self.0 >> color.index() & 1 != 0
    }

    /// Returns whether the check on the board was given by a mori's move, even
    /// if that only discovered a check by another man.
    #[inline]
    pub const fn is_check_by_mori(self) -> bool {
        self.0 & Self::CHECK_BY_MORI_BIT != 0
    }

    /// Returns the state after a move of a side that did not give check.
    #[inline]
    pub const fn broken(self, color: Color) -> Self {
        Self(self.0 & !(1 << color.index()) & !Self::CHECK_BY_MORI_BIT)
    }

    /// Returns the state after a move of a side that gave check.
    #[inline]
    pub const fn with_check(self, color: Color, shak: bool, by_mori: bool) -> Self {
        let series = self.0 & 3 | (shak as u8) << color.index();
        Self(if by_mori {
            series | Self::CHECK_BY_MORI_BIT
        } else {
            series
        })
    }

    /// Returns the state with the sides exchanged.
    #[must_use]
    pub const fn exchanged(self) -> Self {
        Self(self.0 & Self::CHECK_BY_MORI_BIT | (self.0 & 1) << 1 | (self.0 & 2) >> 1)
    }

    /// Returns the state with the check on the board attributed to a mori's
    /// move.
    #[must_use]
    pub const fn with_check_by_mori(self) -> Self {
        Self(self.0 | Self::CHECK_BY_MORI_BIT)
    }

    /// Returns which series have had a shak, as a number from 0 to 3. Whether a mori
    /// made the last move is not included, as it matters only if the position is mate.
    #[inline]
    pub const fn shaks(self) -> usize {
        (self.0 & 3) as usize
    }
}
