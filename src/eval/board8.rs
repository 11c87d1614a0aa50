//! The inputs of the networks for Shatranj and Shatar: one for each side, kind of man and
//! square.

use crate::base::{Bitboard, Color};
use crate::eval::network::inputs::{GROUP_INPUTS, InputSets, NetworkInputs, Orientations};
use crate::rules::board8::geometry::{SQUARES, file_of};
use crate::rules::board8::{Kind, Position, RuleSet};

/// The number of groups of each side: one for each kind of man.
const GROUPS: usize = Kind::ALL.len();
/// The number of inputs.
pub const INPUTS: usize = 2 * GROUPS * GROUP_INPUTS;
/// The maximum number of men, each of which activates one input.
pub const MAX_MEN: usize = 32;

/// The orientations of the board: bit 0 of the index reverses the files, bit 1 the ranks.
static ORIENTATIONS: Orientations = {
    let mut table = [[0; SQUARES]; 4];
    let mut i = 0;
    while i < 4 * SQUARES {
        let (orientation, square) = (i / SQUARES, i % SQUARES);
        let other_file = if orientation & 1 != 0 { 0b000_111 } else { 0 };
        let other_rank = if orientation & 2 != 0 { 0b111_000 } else { 0 };
        table[orientation][square] = (square ^ other_file ^ other_rank) as u8;
        i += 1;
    }
    table
};

impl<R: RuleSet> NetworkInputs for Position<R> {
    const GROUPS: usize = GROUPS;
    const KINDS: &'static [&'static str] = &["pawn", "knight", "bishop", "rook", "queen"];
    const ORIENTATIONS: &'static Orientations = &ORIENTATIONS;

    #[inline]
    fn input_sets(&self) -> InputSets {
        let mut sets = InputSets::EMPTY;
        for (color, groups) in Color::ALL.into_iter().zip(&mut sets.0) {
            for kind in Kind::ALL {
                groups[kind.index()] = self.board().of(color, kind);
            }
        }
        sets
    }

    /// The board is flipped so that a side's own men are at the bottom and, because mirror
    /// images have the same value, reflected so that its king is on one of the files e to h.
    #[inline]
    fn orientation(&self, side: Color) -> usize {
        2 * side.index() + usize::from(file_of(self.king(side)) < 4)
    }

    #[inline]
    fn men(&self) -> usize {
        self.board().occupied().count() as usize
    }

    fn men_of_kind(&self, side: Color, kind: usize) -> Bitboard {
        let kind = Kind::ALL.get(kind);
        kind.map_or(Bitboard::EMPTY, |&kind| self.board().of(side, kind))
    }
}

#[cfg(test)]
mod tests;
