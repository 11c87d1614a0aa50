//! The five rule sets of Shatra as [`TableGame`]s.
//!
//! The tables hold positions whose temdeks are off. A temdek never goes on again, so no turn
//! leads out of them. In `shatra-online` the temdeks follow from the board, and the tables hold
//! every position.

use super::game::{Counts, KING, Lookup, TableGame};
use crate::base::{Bitboard, Color, Square};
use crate::rules::shatra::{
    Kind, Position, ReserveRule, RuleSet, SQUARES, Turn, half_turn, mirrored,
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

impl<R: RuleSet> TableGame for Position<R> {
    const SQUARES: usize = SQUARES;
    const KINDS: usize = KINDS.len();
    const FLAVOURS: usize = 1;

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

    /// The files of two shatras of a side count where the drop order does, in the
    /// fortress while the temdek is on, and in late promotion, which needs two waiting shatras
    /// and an officer of their side (RULES.md section 3).
    fn has_mirror(counts: &[Counts; 2]) -> bool {
        let is_ordered = |side: &Counts| {
            let has_officers = side.iter().take(SHATRA).any(|&count| count > 0);
            let is_dropped_in_order = R::RULES.reserve == ReserveRule::FortressShatras;
            let is_promoted_late = R::RULES.officers_limited && has_officers;
            side[SHATRA] >= 2 && (is_dropped_in_order || is_promoted_late)
        };
        !counts.iter().any(is_ordered)
    }

    fn mirrored(square: Square) -> Square {
        mirrored(square)
    }

    fn exchanged(square: Square) -> Square {
        half_turn(square)
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

    /// Two bare biys have a number of turns left (RULES.md section 9).
    fn plies_to_draw(&self) -> Option<u32> {
        let limit = R::RULES.bare_biys_draw?;
        let are_bare = Color::ALL
            .iter()
            .all(|&color| !self.board().men(color).has_several());
        let clock = crate::rules::Game::halfmove_clock(self);
        are_bare.then(|| u32::from(limit).saturating_sub(clock))
    }

    fn plies_to_turn_limit(&self) -> Option<u32> {
        None
    }
}

// `KING` is no kind of `KINDS`, so `kind` makes the biy of it.
const _: () = assert!(KING >= KINDS.len());
