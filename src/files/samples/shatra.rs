//! Packs positions of Shatra.
//!
//! The number of a man is the index of its kind, plus the number of kinds if it is Black's. Men
//! with an urgent mark have numbers of their own, the same for both colours: such a man stands in
//! its own side's zone, which gives its colour.

use super::record::{PackedPosition, Packing};
use crate::base::{Color, Square};
use crate::game::PositionError;
use crate::rules::Game;
use crate::rules::shatra::geometry::regions;
use crate::rules::shatra::{Kind, Man, Occupant, Position, RuleSet, Setup};

/// The number of kinds.
const KINDS: u8 = Kind::ALL.len() as u8;
/// The number of a man of the first kind with an urgent mark.
const URGENT: u8 = 2 * KINDS;

impl<R: RuleSet> Packing for Position<R> {
    fn pack(&self) -> Option<PackedPosition> {
        if self.transit().is_some() {
            return None;
        }
        let board = self.board();
        let occupied = board.occupied();
        let temdek = |color: Color| u8::from(self.temdek(color)) << (1 + color.index());
        let mut packed = PackedPosition {
            occupied: occupied.0,
            flags: self.side_to_move().index() as u8 | temdek(Color::White) | temdek(Color::Black),
            halfmoves: self.halfmove_clock().min(u8::MAX.into()) as u8,
            move_number: self.move_number(),
            en_passant: self
                .en_passant()
                .map_or(0, |square| square.index() as u8 + 1),
            ..PackedPosition::default()
        };
        packed.set_men(occupied.into_iter().filter_map(|square| {
            let man = board.man_at(square)?;
            let kind = man.kind.index() as u8;
            Some(match (board.urgent().has(square), man.color) {
                (true, _) => URGENT + kind,
                (false, Color::White) => kind,
                (false, Color::Black) => KINDS + kind,
            })
        }));
        Some(packed)
    }

    fn unpack(packed: &PackedPosition) -> Result<Self, PositionError> {
        let mut setup = Setup {
            to_move: packed.side_to_move(),
            temdeks: [packed.flags & 2 != 0, packed.flags & 4 != 0],
            en_passant: packed
                .en_passant
                .checked_sub(1)
                .filter(|&index| usize::from(index) < Setup::EMPTY.squares.len())
                .map(Square::new),
            halfmoves: packed.halfmoves.into(),
            move_number: packed.move_number,
            ..Setup::EMPTY
        };
        for (index, number) in packed.men() {
            if let Some(square) = setup.squares.get_mut(index) {
                *square = occupant(index, number);
            }
        }
        Ok(setup.position()?)
    }
}

/// Returns the man with this number on this square; `None` if no man has the number.
fn occupant(index: usize, number: u8) -> Option<Occupant> {
    let kind = *Kind::ALL.get(usize::from(number % KINDS))?;
    let is_black = match number / KINDS {
        0 => false,
        1 => true,
        2 => regions(Color::Black).zone.has(Square::new(index as u8)),
        _ => return None,
    };
    let color = if is_black { Color::Black } else { Color::White };
    let man = Man { color, kind };
    let urgent = number >= URGENT;
    Some(Occupant::Man { man, urgent })
}
