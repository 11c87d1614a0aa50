//! The game as far as the host has told it, for repetition.
//!
//! UCI tells the whole game with each position. USHI tells single positions,
//! so those that this process has seen are remembered by ply; a gap is a ply
//! that was never shown.

use std::collections::BTreeMap;

use crate::base::Color;
use crate::rules::Playable;

/// Stands for a position that was not seen.
const UNSEEN: u64 = 0;

/// Positions seen one at a time, by ply.
#[derive(Clone, Debug, Default)]
pub struct Seen(BTreeMap<u32, u64>);

impl Seen {
    /// Notes a position and gives the keys of those before it that it may
    /// repeat, oldest first and without gaps in the plies.
    pub fn show<P: Playable>(&mut self, position: &P) -> Vec<u64> {
        if position.is_in_mid_turn() {
            return Vec::new();
        }
        let ply = ply(position);
        self.0.insert(ply, position.key());
        let first = ply.saturating_sub(position.halfmove_clock());
        let Some((&oldest, _)) = self.0.range(first..ply).next() else {
            return Vec::new();
        };
        (oldest..ply)
            .map(|ply| self.0.get(&ply).copied().unwrap_or(UNSEEN))
            .collect()
    }
}

/// Turns since the start of the game.
fn ply<P: Playable>(position: &P) -> u32 {
    let black = position.side_to_move() == Color::Black;
    2 * u32::from(position.move_number()) + u32::from(black)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::shatra::{Original, Position, Setup};

    fn at(fields: &str) -> Position<Original> {
        let text = format!("9/1/3K3/7/7/7/7/3k3/1/7S1 {fields}");
        text.parse::<Setup>().unwrap().position().unwrap()
    }

    #[test]
    fn gaps_are_kept_and_old_games_are_not() {
        let mut seen = Seen::default();
        assert!(seen.show(&at("w - - - 10 20")).is_empty());
        let keys = seen.show(&at("w - - - 12 21"));
        assert_eq!(keys, [at("w - - - - 1").key(), UNSEEN]);
        // The clock says that nothing before ply 43 can come again.
        assert!(seen.show(&at("b - - - 1 22")).is_empty());
        // Showing a position again is not a repetition.
        assert_eq!(seen.show(&at("w - - - 12 21")).len(), 2);
    }
}
