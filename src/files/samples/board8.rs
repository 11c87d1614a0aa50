//! Packs positions of Shatranj and Shatar. The number of a man is the index of its kind, plus the
//! number of kinds if the man is Black's.

use super::record::{PackedPosition, Packing};
use crate::base::Color;
use crate::game::PositionError;
use crate::rules::Game;
use crate::rules::board8::{CheckSeries, Kind, Man, Position, RuleSet, Setup};

/// The number of kinds.
const KINDS: u8 = Kind::ALL.len() as u8;
/// The lowest bit of the series of checks among the flags.
const SERIES_SHIFT: u32 = 5;

impl<R: RuleSet> Packing for Position<R> {
    fn pack(&self) -> Option<PackedPosition> {
        let setup = self.setup();
        let mut packed = PackedPosition {
            occupied: self.board().occupied().0,
            flags: self.side_to_move().index() as u8 | self.series().bits() << SERIES_SHIFT,
            halfmoves: self.halfmove_clock().min(u8::MAX.into()) as u8,
            move_number: self.move_number(),
            ..PackedPosition::default()
        };
        packed.set_men(setup.squares.into_iter().flatten().map(|man| {
            let kind = man.kind.index() as u8;
            match man.color {
                Color::White => kind,
                Color::Black => KINDS + kind,
            }
        }));
        Some(packed)
    }

    fn unpack(packed: &PackedPosition) -> Result<Self, PositionError> {
        let mut setup = Setup {
            to_move: packed.side_to_move(),
            halfmoves: packed.halfmoves.into(),
            move_number: packed.move_number,
            series: CheckSeries::from_bits(packed.flags >> SERIES_SHIFT),
            ..Setup::EMPTY
        };
        for (index, code) in packed.men() {
            if let Some(square) = setup.squares.get_mut(index) {
                *square = man(code);
            }
        }
        Ok(setup.position()?)
    }
}

/// Returns the man with a number; `None` if no man has it.
fn man(code: u8) -> Option<Man> {
    let kind = *Kind::ALL.get(usize::from(code % KINDS))?;
    let color = match code / KINDS {
        0 => Color::White,
        1 => Color::Black,
        _ => return None,
    };
    Some(Man { color, kind })
}
