//! En-passant captures: jumps over the passed square, over which a shatra has just stepped
//! (RULES.md section 5).

use super::super::geometry::{
    EAST, INNER_FILES, NEXT, NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST, WEST, regions,
};
use super::super::kind::Kind;
use super::super::position::Position;
use super::super::ruleset::{EnPassant, RuleSet};
use super::Generator;
use crate::base::{Bitboard, Square};

impl<R: RuleSet> Generator<'_, R> {
    /// Returns this side's shatras that can capture en passant.
    #[inline]
    pub(in super::super) fn en_passant_capturers(&self) -> Bitboard {
        match self.position.en_passant() {
            Some(passed)
                if R::RULES.en_passant != EnPassant::None && self.me == self.position.to_move =>
            {
                self.jumps_over(passed).map(|(from, _)| from).collect()
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// Returns the landing square of the shatra on `from`, if it can capture en
    /// passant.
    pub(super) fn en_passant_landing(&self, from: Square) -> Option<Square> {
        let passed = self.position.en_passant()?;
        self.jumps_over(passed)
            .find(|&(start, _)| start == from)
            .map(|(_, to)| to)
    }

    /// Returns the en-passant jumps of this side's shatras over the passed square, as
    /// pairs of starting and landing squares.
    fn jumps_over(&self, passed: Square) -> impl Iterator<Item = (Square, Square)> {
        let next = &NEXT[passed.index()];
        let shatras = self.of(Kind::Shatra);
        let empty = self.empty;
        self.en_passant_directions()
            .iter()
            .map(|&direction| (next[direction ^ 4], next[direction]))
            .filter(move |&(from, to)| shatras.has(from) && empty.has(to))
    }

    /// Returns the directions in which a shatra may jump over the passed square: never along
    /// the square's file.
    fn en_passant_directions(&self) -> &'static [usize] {
        match R::RULES.en_passant {
            EnPassant::None => &[],
            EnPassant::Around => &[NORTH_WEST, WEST, NORTH_EAST, SOUTH_EAST, EAST, SOUTH_WEST],
            EnPassant::DiagonallyForward => &self.side.forward_diagonals,
        }
    }
}

impl<R: RuleSet> Position<R> {
    /// Sets the en-passant square to `square` if a shatra may have stepped over it, else to
    /// `None`, and records whether a shatra can capture over it.
    pub(in super::super) fn set_en_passant(&mut self, square: Option<Square>) {
        let has_two_steps = R::RULES.en_passant != EnPassant::None;
        self.en_passant =
            square.filter(|&square| has_two_steps && self.may_be_stepped_over(square));
        self.is_en_passant_usable =
            self.en_passant.is_some() && Generator::new(self).en_passant_capturers().any();
    }

    /// Returns whether an enemy shatra may have stepped over the square: it is empty, lies on
    /// one of the files b to f and one rank beyond the enemy's first field rank, and an enemy
    /// shatra stands on the square beyond it (section 5).
    fn may_be_stepped_over(&self, square: Square) -> bool {
        let enemy = !self.to_move;
        let side = regions(enemy);
        let start = NEXT[square.index()][side.forward ^ 4];
        let end = NEXT[square.index()][side.forward];
        side.first_field_rank.has(start)
            && INNER_FILES.has(square)
            && self.board.empty().has(square)
            && self.board.of(enemy, Kind::Shatra).has(end)
    }
}
