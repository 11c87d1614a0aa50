//! Checks that could be given next.

use super::super::features::SAFE_CHECK;
use super::Tally;
use super::looks::Looks;
use crate::base::Color;
use crate::rules::board8::{Kind, Position, Rules, attacks};

#[inline]
pub fn tell<R: Rules, T: Tally>(
    position: &Position<R>,
    looks: &Looks,
    color: Color,
    tally: &mut T,
) {
    let board = position.board();
    let king = position.king(color);
    let barred = board.men(!color) | looks.by(color);
    for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
        let looked_at = looks.by_officers(!color, kind);
        if looked_at.any() {
            let from = attacks::of::<R>(kind, king, board.occupied());
            let safe = (from & looked_at).without(barred);
            tally.add(SAFE_CHECK + kind.index(), safe.count() as i32);
        }
    }
}
