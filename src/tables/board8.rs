//! Shatranj and Shatar as [`TableGame`]s.
//!
//! In Shatar, the value of a mate depends on the series of checks that led to it, so the tables
//! distinguish which sides' series have included a shak. That a mori gave the check on the board
//! matters only in a mate, so that no table has such a mate: the rules decide it.

use super::game::{Counts, Lookup, TableGame};
use crate::base::{Bitboard, Color, Square};
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
    const MAY_ESCAPE_LIMIT: bool = true;

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
        if self.series().is_check_by_mori() && !self.has_move() {
            Lookup::Turns
        } else {
            Lookup::Table
        }
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::board8::{FairyShatar, Setup, Shatar};
    use crate::tables::{Class, TableSet, Value};

    /// White's mori uncovers a mate by the tereg. The board alone shows a win; but in Shatar it is a draw,
    /// because a mori moved.
    #[test]
    fn no_table_has_a_mate_by_a_mori() {
        fn after_the_mate<R: RuleSet>() -> Position<R> {
            let setup = Setup::from_fen::<R>("R4N1k/6pp/8/8/8/8/8/K7 w - - 0 1").unwrap();
            let mut position = setup.position::<R>().unwrap();
            position.play(position.parse_move("f8d7").unwrap());
            position
        }
        let mate = after_the_mate::<Shatar>();
        assert_eq!(mate.lookup(), Lookup::Turns);
        assert_eq!(TableSet::default().value(&mate), Ok(Value::Draw));
        // The same men without the turn before.
        let (class, _) = Class::of(&mate);
        let layout = crate::tables::Layout::new(class);
        let placement = layout
            .placement(layout.entry(&mate, false).unwrap())
            .unwrap();
        let without_turn = layout.position(&placement).unwrap();
        assert_eq!(without_turn.lookup(), Lookup::Table);
        assert_eq!(TableSet::default().value(&without_turn), Ok(Value::Loss(0)));
        let fairy = after_the_mate::<FairyShatar>();
        assert_eq!(TableSet::default().value(&fairy), Ok(Value::Loss(0)));
    }
}
