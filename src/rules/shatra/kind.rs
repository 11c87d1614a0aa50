//! The five kinds of men (RULES.md section 2), men, and sets of officers.

use crate::base::Color;

/// A kind of man. Its code has three bits, so that the board needs only three planes:
/// bit 2 is set for sliders; bit 0 for sliders along files and ranks and for the shatra;
/// bit 1 for sliders along diagonals and for the biy.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// The counterpart of the pawn.
    Shatra = 0b001,
    /// The counterpart of the king.
    Biy = 0b010,
    /// The counterpart of the rook.
    Tura = 0b101,
    /// The counterpart of the bishop.
    Yalkyn = 0b110,
    /// The counterpart of the queen.
    Batyr = 0b111,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 5] = [
        Self::Biy,
        Self::Shatra,
        Self::Batyr,
        Self::Tura,
        Self::Yalkyn,
    ];
    /// The kinds to which a shatra may be promoted, strongest first.
    pub const OFFICERS: [Self; 3] = [Self::Batyr, Self::Tura, Self::Yalkyn];

    /// Returns the index of the kind in [`Kind::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Self::Biy => 0,
            Self::Shatra => 1,
            Self::Batyr => 2,
            Self::Tura => 3,
            Self::Yalkyn => 4,
        }
    }

    /// Returns the three-bit code of the kind.
    #[inline]
    pub const fn code(self) -> usize {
        self as usize
    }

    /// Returns the kind with this code; `None` if no kind has it.
    #[inline]
    pub const fn from_code(code: usize) -> Option<Self> {
        match code {
            0b001 => Some(Self::Shatra),
            0b010 => Some(Self::Biy),
            0b101 => Some(Self::Tura),
            0b110 => Some(Self::Yalkyn),
            0b111 => Some(Self::Batyr),
            _ => None,
        }
    }

    /// Returns whether the kind is an officer: batyr, tura or yalkyn.
    #[inline]
    pub const fn is_officer(self) -> bool {
        self.code() & 0b100 != 0
    }

    /// Returns the name of the kind, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Batyr => "batyr",
            Self::Tura => "tura",
            Self::Yalkyn => "yalkyn",
            Self::Biy => "biy",
            Self::Shatra => "shatra",
        }
    }

    /// Returns the capital letter of the kind in SPN and in turns.
    pub const fn letter(self) -> char {
        match self {
            Self::Batyr => 'Q',
            Self::Tura => 'R',
            Self::Yalkyn => 'B',
            Self::Biy => 'K',
            Self::Shatra => 'S',
        }
    }

    /// Returns the kind that a letter denotes, ignoring case.
    pub fn from_letter(letter: char) -> Option<Self> {
        let capital = letter.to_ascii_uppercase();
        Self::ALL.into_iter().find(|kind| kind.letter() == capital)
    }

    /// Returns the letter of a ghost, which is a captured man that is still on the board
    /// (RULES.md section 10). It is `None` for a biy, whose capture ends the game.
    pub const fn ghost_letter(self) -> Option<char> {
        match self {
            Self::Batyr => Some('y'),
            Self::Tura => Some('u'),
            Self::Yalkyn => Some('i'),
            Self::Shatra => Some('p'),
            Self::Biy => None,
        }
    }

    /// Returns the kind of the ghost that a letter denotes.
    pub fn from_ghost_letter(letter: char) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.ghost_letter() == Some(letter))
    }
}

/// A man: a kind and the side to which it belongs.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Man {
    /// The side of the man.
    pub color: Color,
    /// The kind of the man.
    pub kind: Kind,
}

impl Man {
    /// Returns the letter of the man: a capital for White, lower case for Black.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.kind.letter(),
            Color::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// Returns the man that a letter denotes.
    pub fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        Kind::from_letter(letter).map(|kind| Self { color, kind })
    }
}

/// A set of officer kinds, as three bits in the order of [`Kind::OFFICERS`].
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct OfficerSet(u8);

impl OfficerSet {
    /// The set that contains only the batyr.
    pub const BATYR: Self = Self(1);

    /// Creates a set from the membership of each kind.
    #[inline]
    pub const fn new(batyr: bool, tura: bool, yalkyn: bool) -> Self {
        Self(batyr as u8 | (tura as u8) << 1 | (yalkyn as u8) << 2)
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of kinds in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Iterates over the kinds, strongest first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::OFFICERS
            .into_iter()
            .enumerate()
            .filter(move |(i, _)| self.0 >> i & 1 != 0)
            .map(|(_, kind)| kind)
    }
}
