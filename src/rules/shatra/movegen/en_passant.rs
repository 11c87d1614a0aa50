//! En passant: captures over the square that a shatra has stepped over
//! (RULES.md section 5).

use super::super::geometry::{EAST, NEXT, NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST, WEST};
use super::super::kind::Kind;
use super::super::ruleset::{EnPassant, RuleSet};
use super::Generator;
use crate::base::{Bitboard, Square};

impl<R: RuleSet> Generator<'_, R> {
    /// Returns the own shatras that can capture en passant.
    #[inline]
    pub(in super::super) fn en_passant_capturers(&self) -> Bitboard {
        match self.position.en_passant() {
            Some(passed)
                if R::EN_PASSANT != EnPassant::None && self.me == self.position.side_to_move() =>
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

    /// Returns the en-passant jumps of own shatras, as pairs of start and
    /// landing square.
    fn jumps_over(&self, passed: Square) -> impl Iterator<Item = (Square, Square)> {
        let next = &NEXT[passed.index()];
        let shatras = self.of(Kind::Shatra);
        let empty = self.empty;
        self.en_passant_directions()
            .iter()
            .map(|&direction| (next[direction ^ 4], next[direction]))
            .filter(move |&(from, to)| shatras.has(from) && empty.has(to))
    }

    /// Returns the directions in which a shatra may jump over the passed
    /// square: not along its file.
    fn en_passant_directions(&self) -> &'static [usize] {
        match R::EN_PASSANT {
            EnPassant::None => &[],
            EnPassant::Around => &[NORTH_WEST, WEST, NORTH_EAST, SOUTH_EAST, EAST, SOUTH_WEST],
            EnPassant::DiagonallyForward => &self.side.forward_diagonals,
        }
    }
}
