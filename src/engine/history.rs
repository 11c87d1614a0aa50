//! The keys of the game so far, as the host has shown it, for repetition.
//!
//! UCI sends the whole game with each position. USHI sends single positions, so
//! those that this process has seen are remembered by ply; a gap is a ply that
//! was never shown.

use std::collections::BTreeMap;

use crate::base::Color;
use crate::game::Playable;

/// The key in place of a position that was not seen.
const UNSEEN: u64 = 0;

/// The positions seen one at a time: their keys by ply.
#[derive(Clone, Debug, Default)]
pub struct Seen(BTreeMap<u32, u64>);

impl Seen {
    /// Records a position and returns the keys of those before it that it may
    /// repeat, oldest first, with `UNSEEN` for each gap.
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

/// Returns the ply of a position, counted from its move number.
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
        // By the half-move clock, nothing before ply 44 can occur again.
        assert!(seen.show(&at("b - - - 1 22")).is_empty());
        // Showing a position again is not a repetition.
        assert_eq!(seen.show(&at("w - - - 12 21")).len(), 2);
    }
}
