//! The five rule sets of Shatra as [`TableGame`]s.
//!
//! The tables hold positions whose temdeks are off. A temdek never goes on again, so no turn
//! leads out of them. In `shatra-online` the temdeks follow from the board, and the tables hold
//! every position.

use super::game::{Counts, KING, Lookup, TableGame};
use crate::base::{Bitboard, Color, Square};
use crate::rules::shatra::{
    Kind, Position, ReserveRule, RuleSet, Rules, SQUARES, Turn, half_turn, mirrored,
};

/// The kinds by their numbers.
const KINDS: [Kind; 4] = [Kind::Batyr, Kind::Tura, Kind::Yalkyn, Kind::Shatra];
/// The number of [`Kind::Shatra`].
const SHATRA: usize = 3;
/// The numbers of men of each kind at the start, where promotion brings back only missing
/// officers (RULES.md section 10).
const LIMITS: [u8; 4] = [1, 2, 2, 11];
/// The number of batyrs and shatras that a side may have together otherwise.
const MAX_BATYRS_AND_SHATRAS: u8 = 23;

const fn kind(number: usize) -> Kind {
    if number < KINDS.len() {
        KINDS[number]
    } else {
        Kind::Biy
    }
}

/// The order of files in the rules of the positions that tables hold, which decides their symmetries
/// (RULES.md section 3).
#[derive(Copy, Clone)]
enum FileOrder {
    /// There is none.
    None,
    /// Shatras in the fortress are dropped in the order of the numbers of their squares, which a half
    /// turn of the board exchanges.
    ByNumber,
    /// Late promotion takes the shatra on the c file first, then d, then e, for both sides.
    ByFile,
}

impl FileOrder {
    const fn of(rules: &Rules) -> Self {
        if rules.officers_limited {
            Self::ByFile
        } else if matches!(rules.reserve, ReserveRule::FortressShatras) {
            Self::ByNumber
        } else {
            Self::None
        }
    }
}

impl<R: RuleSet> TableGame for Position<R> {
    const SQUARES: usize = SQUARES;
    const KINDS: usize = KINDS.len();
    const FLAVOURS: usize = 1;
    /// What two bare biys can take is the other biy, which ends the game.
    const MAY_ESCAPE_LIMIT: bool = false;

    fn letter(number: usize) -> char {
        kind(number).letter()
    }

    fn allows(counts: &Counts) -> bool {
        let [batyrs, turas, yalkyns, shatras, _] = *counts;
        if R::RULES.officers_limited {
            counts
                .iter()
                .zip(LIMITS)
                .all(|(&count, limit)| count <= limit)
        } else {
            turas == 0 && yalkyns == 0 && batyrs + shatras <= MAX_BATYRS_AND_SHATRAS
        }
    }

    /// The files of two shatras of a side count where the rules order files: two in the fortress or
    /// two that wait. Late promotion also needs an officer of their side, which a third shatra may
    /// become.
    fn has_mirror(counts: &[Counts; 2]) -> bool {
        let is_ordered = |side: &Counts| {
            let officers: u8 = side.iter().take(SHATRA).sum();
            match FileOrder::of(R::RULES) {
                FileOrder::None => false,
                FileOrder::ByNumber => side[SHATRA] >= 2,
                FileOrder::ByFile => side[SHATRA] >= 2 && side[SHATRA] + officers >= 3,
            }
        };
        !counts.iter().any(is_ordered)
    }

    fn mirrored(square: Square) -> Square {
        mirrored(square)
    }

    fn exchanged(square: Square) -> Square {
        match FileOrder::of(R::RULES) {
            FileOrder::None | FileOrder::ByNumber => half_turn(square),
            FileOrder::ByFile => mirrored(half_turn(square)),
        }
    }

    fn exchanged_flavour(flavour: usize) -> usize {
        flavour
    }

    #[inline]
    fn men_of(&self, color: Color, number: usize) -> Bitboard {
        self.board().of(color, kind(number))
    }

    #[inline]
    fn flavour(&self) -> usize {
        0
    }

    #[inline]
    fn lookup(&self) -> Lookup {
        if self.transit().is_some() || self.can_capture_en_passant() {
            Lookup::Turns
        } else if R::RULES.reserve != ReserveRule::FortressShatras
            && Color::ALL.iter().any(|&color| self.temdek(color))
        {
            Lookup::Nowhere("a temdek is on")
        } else {
            Lookup::Table
        }
    }

    #[inline]
    fn place(
        to_move: Color,
        _: usize,
        men: impl Iterator<Item = (Color, usize, Square)>,
    ) -> Option<Self> {
        let men = men.map(|(color, number, square)| (color, kind(number), square));
        Some(Self::from_men(to_move, men))
    }

    #[inline]
    fn keeps_men(&self, turn: Turn) -> bool {
        !turn.is_tactical() && self.transit().is_none()
    }

    #[inline]
    fn squares_of(turn: Turn) -> (Square, Square) {
        (turn.from(), turn.to())
    }
}

// `KING` is no kind of `KINDS`, so `kind` makes the biy of it.
const _: () = assert!(KING >= KINDS.len());
