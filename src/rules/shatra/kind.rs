//! The five kinds of men (RULES.md section 2).

use crate::base::Color;

/// A kind of man. The number is three bits, one of them for each way to move,
/// so that the board needs three planes only: bit 2 slides, bit 0 moves along
/// files and ranks (a slider) or is a shatra, bit 1 moves along diagonals (a
/// slider) or is a biy.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Pawn.
    Shatra = 0b001,
    /// King.
    Biy = 0b010,
    /// Rook.
    Tura = 0b101,
    /// Bishop.
    Yalkyn = 0b110,
    /// Queen.
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
    /// The kinds a shatra may become, strongest first.
    pub const OFFICERS: [Self; 3] = [Self::Batyr, Self::Tura, Self::Yalkyn];

    /// The place in [`Kind::ALL`].
    #[inline]
    pub const fn number(self) -> usize {
        match self {
            Self::Biy => 0,
            Self::Shatra => 1,
            Self::Batyr => 2,
            Self::Tura => 3,
            Self::Yalkyn => 4,
        }
    }

    /// The three bits of the kind.
    #[inline]
    pub const fn code(self) -> usize {
        self as usize
    }

    /// The kind with this code, if there is one.
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

    /// Whether the kind is batyr, tura or yalkyn.
    #[inline]
    pub const fn is_officer(self) -> bool {
        self.code() & 0b100 != 0
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Batyr => "batyr",
            Self::Tura => "tura",
            Self::Yalkyn => "yalkyn",
            Self::Biy => "biy",
            Self::Shatra => "shatra",
        }
    }

    /// The capital letter of the kind in SPN and moves.
    pub const fn letter(self) -> char {
        match self {
            Self::Batyr => 'Q',
            Self::Tura => 'R',
            Self::Yalkyn => 'B',
            Self::Biy => 'K',
            Self::Shatra => 'S',
        }
    }

    /// The kind of a letter, capital or not.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_uppercase() {
            'Q' => Some(Self::Batyr),
            'R' => Some(Self::Tura),
            'B' => Some(Self::Yalkyn),
            'K' => Some(Self::Biy),
            'S' => Some(Self::Shatra),
            _ => None,
        }
    }

    /// The letter of a captured man that still stands on the board
    /// (RULES.md section 10); a captured biy ends the game and has none.
    pub const fn ghost_letter(self) -> Option<char> {
        match self {
            Self::Batyr => Some('y'),
            Self::Tura => Some('u'),
            Self::Yalkyn => Some('i'),
            Self::Shatra => Some('p'),
            Self::Biy => None,
        }
    }

    /// The kind of a captured man's letter.
    pub const fn from_ghost_letter(letter: char) -> Option<Self> {
        match letter {
            'y' => Some(Self::Batyr),
            'u' => Some(Self::Tura),
            'i' => Some(Self::Yalkyn),
            'p' => Some(Self::Shatra),
            _ => None,
        }
    }
}

/// A man of one side.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Man {
    /// Whose man it is.
    pub color: Color,
    /// What it is.
    pub kind: Kind,
}

impl Man {
    /// The letter of the man: capital for White.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.kind.letter(),
            Color::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// The man of a letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        match Kind::from_letter(letter) {
            Some(kind) => Some(Self { color, kind }),
            None => None,
        }
    }
}

/// A set of officer kinds, three bits in the order of [`Kind::OFFICERS`].
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Officers(u8);

impl Officers {
    /// The batyr alone.
    pub const BATYR: Self = Self(1);

    /// Builds the set from three answers, batyr, tura, yalkyn.
    #[inline]
    pub const fn new(batyr: bool, tura: bool, yalkyn: bool) -> Self {
        Self(batyr as u8 | (tura as u8) << 1 | (yalkyn as u8) << 2)
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many kinds the set holds.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The kinds, strongest first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::OFFICERS
            .into_iter()
            .enumerate()
            .filter(move |(i, _)| self.0 >> i & 1 != 0)
            .map(|(_, kind)| kind)
    }
}
