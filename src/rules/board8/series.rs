//! Series of checks, which decide the result of a mate in Shatar.
//!
//! A side's series begins with a check and lasts as long as each of its moves gives
//! check. A check by a bers, a tereg or a mori is a shak. The board does not show whether
//! a series has included a shak, so a position includes this information.

use crate::base::Color;

/// The state of both sides' series of checks: whether each current series has included a
/// shak, and whether the last move was made by a mori and gave check.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CheckSeries(u8);

impl CheckSeries {
    /// Neither series has included a shak, and no mori's move gave a check on the board.
    pub const NONE: Self = Self(0);
    const CHECK_BY_MORI_BIT: u8 = 4;

    /// Returns the state as a number below 8: 1 if White's series has included a shak, plus 2 if
    /// Black's has, plus 4 if a mori's move gave the check on the board.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns the state with these bits; higher ones are ignored.
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & 7)
    }

    /// Returns whether the current series of a side has included a shak.
    #[inline]
    pub const fn has_shak(self, color: Color) -> bool {
        self.0 >> color.index() & 1 != 0
    }

    /// Returns whether a mori's move gave the check on the board, even if it only
    /// discovered a check by another man.
    #[inline]
    pub const fn is_check_by_mori(self) -> bool {
        self.0 & Self::CHECK_BY_MORI_BIT != 0
    }

    /// Returns the state after a side has made a move without check, which ends its series.
    #[inline]
    pub const fn broken(self, color: Color) -> Self {
        Self(self.0 & !(1 << color.index()) & !Self::CHECK_BY_MORI_BIT)
    }

    /// Returns the state after a side has made a move that gave check. `is_shak` says
    /// whether the check is a shak, and `by_mori` whether a mori moved.
    #[inline]
    pub const fn with_check(self, color: Color, is_shak: bool, by_mori: bool) -> Self {
        let series = self.0 & 3 | (is_shak as u8) << color.index();
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

    /// Returns which of the series have included a shak, as an index from 0 to 3. The index
    /// does not depend on whether a mori made the last move, which matters only in a mate.
    #[inline]
    pub const fn shak_index(self) -> usize {
        (self.0 & 3) as usize
    }
}
