//! Shatranj and Shatar as [`TableGame`]s.
//!
//! In Shatar, the value of a mate depends on the series of checks that led to it, so the tables
//! distinguish which sides' series have included a shak. That a mori gave the check on the board
//! matters only in a mate, which the rules decide without a table.

use super::game::{Counts, Lookup, TableGame};
use crate::base::{Bitboard, Color, Square};
use crate::rules::Game;
use crate::rules::board8::{CheckSeries, Kind, Move, Position, RuleSet, SQUARES, flip, mirrored};

/// The kinds by their numbers.
const KINDS: [Kind; 5] = [
    Kind::Queen,
    Kind::Rook,
    Kind::Bishop,
    Kind::Knight,
    Kind::Pawn,
];
/// The number of men that a side may have beside its king.
const MAX_MEN: u8 = 15;

const fn kind(number: usize) -> Kind {
    if number < KINDS.len() {
        KINDS[number]
    } else {
        Kind::King
    }
}

impl<R: RuleSet> TableGame for Position<R> {
    const SQUARES: usize = SQUARES;
    const KINDS: usize = KINDS.len();
    const FLAVOURS: usize = if R::RULES.has_series() { 4 } else { 1 };

    fn letter(number: usize) -> char {
        R::RULES.letters[kind(number).index()]
    }

    fn allows(counts: &Counts) -> bool {
        counts.iter().sum::<u8>() <= MAX_MEN
    }

    fn has_mirror(_: &[Counts; 2]) -> bool {
        true
    }

    fn mirrored(square: Square) -> Square {
        mirrored(square)
    }

    fn exchanged(square: Square) -> Square {
        flip(square)
    }

    fn exchanged_flavour(flavour: usize) -> usize {
        CheckSeries::from_bits(flavour as u8)
            .exchanged()
            .shak_index()
    }

    #[inline]
    fn men_of(&self, color: Color, number: usize) -> Bitboard {
        self.board().of(color, kind(number))
    }

    #[inline]
    fn flavour(&self) -> usize {
        self.series().shak_index()
    }

    #[inline]
    fn lookup(&self) -> Lookup {
        Lookup::Table
    }

    #[inline]
    fn place(
        to_move: Color,
        flavour: usize,
        men: impl Iterator<Item = (Color, usize, Square)>,
    ) -> Option<Self> {
        let men = men.map(|(color, number, square)| (color, kind(number), square));
        let series = CheckSeries::from_bits(flavour as u8);
        // The board may decide what a series has included.
        Self::from_men(to_move, series, men).filter(|position| position.flavour() == flavour)
    }

    #[inline]
    fn keeps_men(&self, mv: Move) -> bool {
        !mv.promotes() && !self.board().occupied().has(mv.to())
    }

    #[inline]
    fn squares_of(mv: Move) -> (Square, Square) {
        (mv.from(), mv.to())
    }

    fn plies_to_draw(&self) -> Option<u32> {
        None
    }

    fn plies_to_turn_limit(&self) -> Option<u32> {
        Some(u32::from(R::RULES.turn_limit).saturating_sub(self.halfmove_clock()))
    }
}
