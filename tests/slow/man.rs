//! Sides and men (protocol/RULES.md section 2), and the regions of the board from each side's point
//! of view (section 1).

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

    /// Returns the change of rank in a shatra's step straight forward.
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

    /// Returns whether the square is in this side's fortress.
    pub fn owns_fortress_square(self, square: Square) -> bool {
        self.relative_rank(square) <= 3
    }

    /// Returns whether the square is this side's gate.
    pub fn owns_gate(self, square: Square) -> bool {
        self.relative_rank(square) == 4
    }

    /// Returns whether the square is in this side's fortress or is its gate.
    pub fn owns_home_square(self, square: Square) -> bool {
        self.relative_rank(square) <= 4
    }

    /// Returns whether the square is in this side's half of the field.
    pub fn owns_field_square(self, square: Square) -> bool {
        (5..=7).contains(&self.relative_rank(square))
    }

    /// Returns whether the square is one of this side's towers: a5 and g5, or a10 and g10.
    pub fn owns_tower(self, square: Square) -> bool {
        self.relative_rank(square) == 5 && (square.0 == 0 || square.0 == 6)
    }

    /// Returns whether the square is on the rank where this side's shatras are promoted.
    pub fn is_on_final_rank(self, square: Square) -> bool {
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

    /// The kinds of men to which a shatra can be promoted.
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

    /// Returns the directions in which an officer slides; none for a biy or a shatra.
    pub fn slide_directions(self) -> Vec<Direction> {
        match self {
            Kind::Batyr => [ORTHOGONAL, DIAGONAL].concat(),
            Kind::Tura => ORTHOGONAL.to_vec(),
            Kind::Yalkyn => DIAGONAL.to_vec(),
            Kind::Biy | Kind::Shatra => Vec::new(),
        }
    }

    /// Returns how many men of this kind a side has at the start (section 2), except in Original
    /// and Online.
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
    /// Whether the man is marked as urgent (section 3, "Urgent men"); only reserve men are.
    pub urgent: bool,
}
