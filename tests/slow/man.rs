//! Sides and men (protocol/RULES.md section 2), and the regions of the board as each side sees
//! them (section 1).

use super::square::{DIAGONAL, Direction, ORTHOGONAL, Square};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    White,
    Black,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// Returns the direction in which this side's shatras move, in ranks.
    pub fn forward(self) -> i8 {
        match self {
            Side::White => 1,
            Side::Black => -1,
        }
    }

    /// Returns the rank as this side counts it: 1 is its own back rank, 14 its final rank.
    pub fn relative_rank(self, square: Square) -> u8 {
        match self {
            Side::White => square.1,
            Side::Black => 15 - square.1,
        }
    }

    pub fn owns_fortress_square(self, square: Square) -> bool {
        self.relative_rank(square) <= 3
    }

    pub fn owns_gate(self, square: Square) -> bool {
        self.relative_rank(square) == 4
    }

    /// Returns whether the square is in this side's fortress or is its gate.
    pub fn is_home(self, square: Square) -> bool {
        self.relative_rank(square) <= 4
    }

    pub fn owns_half_square(self, square: Square) -> bool {
        (5..=7).contains(&self.relative_rank(square))
    }

    /// Returns whether the square is one of this side's towers: a5 and g5, or a10 and g10.
    pub fn owns_tower(self, square: Square) -> bool {
        self.relative_rank(square) == 5 && (square.0 == 0 || square.0 == 6)
    }

    pub fn is_final_rank(self, square: Square) -> bool {
        self.relative_rank(square) == 14
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Biy,
    Batyr,
    Tura,
    Yalkyn,
    Shatra,
}

impl Kind {
    pub const ALL: [Kind; 5] = [
        Kind::Biy,
        Kind::Batyr,
        Kind::Tura,
        Kind::Yalkyn,
        Kind::Shatra,
    ];

    /// The types that a shatra may promote to.
    pub const OFFICERS: [Kind; 3] = [Kind::Batyr, Kind::Tura, Kind::Yalkyn];

    pub fn letter(self) -> char {
        match self {
            Kind::Biy => 'K',
            Kind::Batyr => 'Q',
            Kind::Tura => 'R',
            Kind::Yalkyn => 'B',
            Kind::Shatra => 'S',
        }
    }

    pub fn is_officer(self) -> bool {
        Kind::OFFICERS.contains(&self)
    }

    /// Returns the directions of a batyr, tura or yalkyn; none for the others.
    pub fn slides_along(self) -> Vec<Direction> {
        match self {
            Kind::Batyr => [ORTHOGONAL, DIAGONAL].concat(),
            Kind::Tura => ORTHOGONAL.to_vec(),
            Kind::Yalkyn => DIAGONAL.to_vec(),
            Kind::Biy | Kind::Shatra => Vec::new(),
        }
    }

    /// Returns how many officers of this type a side has at the start (section 3, "Promotion").
    pub fn count_at_start(self) -> usize {
        match self {
            Kind::Biy | Kind::Batyr => 1,
            Kind::Tura | Kind::Yalkyn => 2,
            Kind::Shatra => 11,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Man {
    pub side: Side,
    pub kind: Kind,
    /// The mark of section 3, "Urgent men"; set only on a reserve man.
    pub urgent: bool,
}
