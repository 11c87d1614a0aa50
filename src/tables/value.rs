//! The value of a position, and the byte that stores it.
//!
//! Distances are counted in plies to the end of the game. A side wins with its own turn, so
//! the parity of the distance says who wins, and one byte holds both.

/// The longest distance, in plies, that a byte can hold.
pub const MAX_PLIES: u16 = 254;

/// The value of a position for its side to move.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The side to move wins in this number of plies, which is odd, and no sooner against the
    /// longest resistance.
    Win(u16),
    /// Neither side can win.
    Draw,
    /// The side to move loses in this number of plies, which is even, if it resists as long as
    /// it can.
    Loss(u16),
}

impl Value {
    /// Returns the number of plies to the end; `None` in a drawn position.
    pub const fn plies(self) -> Option<u16> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            Self::Draw => None,
        }
    }

    /// Returns the number of turns of the side to move until it has won, or until it has lost,
    /// negative then; 0 if it has lost already, and `None` in a drawn position. A score in a
    /// protocol counts moves in the same way.
    pub const fn turns(self) -> Option<i32> {
        match self {
            Self::Win(plies) => Some(plies.div_ceil(2) as i32),
            Self::Loss(plies) => Some(-((plies / 2) as i32)),
            Self::Draw => None,
        }
    }

    /// Returns the value, for the side that plays it, of a turn to a position with this value.
    #[must_use]
    pub const fn before(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies + 1),
        }
    }

    /// Returns a number that is greater for a better value: quick wins are better than slow
    /// ones, slow losses better than quick ones.
    pub const fn preference(self) -> i32 {
        const DECISIVE: i32 = 1 << 16;
        match self {
            Self::Win(plies) => DECISIVE - plies as i32,
            Self::Draw => 0,
            Self::Loss(plies) => plies as i32 - DECISIVE,
        }
    }

    /// Returns the better of two values.
    #[must_use]
    pub const fn better(self, other: Self) -> Self {
        if self.preference() >= other.preference() {
            self
        } else {
            other
        }
    }

    /// Returns the byte that stores the value: 0 for a draw, otherwise one more than the
    /// distance; `None` if that exceeds [`MAX_PLIES`].
    pub(super) fn byte(self) -> Option<u8> {
        match self.plies() {
            None => Some(0),
            Some(plies) if plies <= MAX_PLIES => u8::try_from(plies + 1).ok(),
            Some(_) => None,
        }
    }

    /// Returns the value that a byte stores.
    pub(super) const fn from_byte(byte: u8) -> Self {
        match byte {
            0 => Self::Draw,
            byte if byte.is_multiple_of(2) => Self::Win(byte as u16 - 1),
            byte => Self::Loss(byte as u16 - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_stores_one_value() {
        for byte in 0..=u8::MAX {
            assert_eq!(Value::from_byte(byte).byte(), Some(byte));
        }
        assert_eq!(Value::Win(255).byte(), None);
    }

    #[test]
    fn quick_wins_and_slow_losses_are_better() {
        let ordered = [
            Value::Win(1),
            Value::Win(3),
            Value::Draw,
            Value::Loss(4),
            Value::Loss(0),
        ];
        for pair in ordered.windows(2) {
            assert_eq!(pair[0].better(pair[1]), pair[0]);
            assert_eq!(pair[1].better(pair[0]), pair[0]);
        }
    }

    #[test]
    fn turns_count_those_of_the_side_to_move() {
        let turns = [Value::Win(1), Value::Win(3), Value::Loss(0), Value::Loss(4)];
        assert_eq!(turns.map(Value::turns), [1, 2, 0, -2].map(Some));
        assert_eq!(Value::Loss(4).before(), Value::Win(5));
        assert_eq!(Value::Win(5).before(), Value::Loss(6));
    }
}
