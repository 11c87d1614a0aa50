//! Late move reductions: the later a turn stands in the move order, the less deeply it is
//! searched at first. A turn that proves better than expected is searched again to full depth.

use super::game::SearchGame;
use super::parameters::{LMR_BASE, LMR_DEPTH, LMR_DIVISOR, LMR_HISTORY, LMR_TURNS};

/// The integer that represents a ply.
const PLY: i32 = 1024;
/// The size of the table in both dimensions; greater depths and numbers count as the last.
const SIZE: usize = 64;

/// The products of the logarithms of the depth and of a turn's number, in 1024ths.
#[derive(Clone, Debug)]
pub struct Reductions(Box<[[i32; SIZE]; SIZE]>);

impl Reductions {
    /// Computes the products.
    pub fn new() -> Self {
        let mut table = Box::new([[0; SIZE]; SIZE]);
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, cell) in row.iter_mut().enumerate().skip(1) {
                *cell = (f64::from(PLY) * (depth as f64).ln() * (number as f64).ln()) as i32;
            }
        }
        Self(table)
    }

    /// Returns the reduction, in plies, of the quiet turn with this number in the move order,
    /// counted from 0; at least 0, and small enough to leave a ply after the turn. `history`
    /// returns the history score of the turn.
    #[inline]
    pub fn get<G: SearchGame, const PV: bool>(
        &self,
        depth: i32,
        number: usize,
        history: impl FnOnce() -> i32,
    ) -> i32 {
        if depth < LMR_DEPTH.get::<G>() || (number as i32) < LMR_TURNS.get::<G>() + i32::from(PV) {
            return 0;
        }
        let product = self.0[depth.clamp(0, SIZE as i32 - 1) as usize][number.min(SIZE - 1)];
        let plies = (LMR_BASE.get::<G>() + product * 100 / LMR_DIVISOR.get::<G>()) / PLY;
        let plies = plies - i32::from(PV) - history() / LMR_HISTORY.get::<G>();
        plies.clamp(0, (depth - 2).max(0))
    }
}
