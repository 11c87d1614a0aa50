//! The positions that a host has sent one at a time, for detecting repetitions.
//!
//! A UCI host sends the complete game with each position. A USHI host sends single
//! positions, so their keys are stored by ply; a gap is a ply whose position was not sent.

use std::collections::BTreeMap;

use crate::base::Color;
use crate::game::GameRecord;

/// The key in place of a position that was not sent.
const GAP: u64 = 0;

/// The keys, by ply, of the positions that were sent one at a time.
#[derive(Clone, Debug, Default)]
pub struct ShownPositions(BTreeMap<u32, u64>);

impl ShownPositions {
    /// Adds the current position of a game, and returns the keys of the earlier
    /// positions that it may repeat, oldest first, with `GAP` for each ply that was not
    /// sent.
    pub fn add(&mut self, game: &GameRecord) -> Vec<u64> {
        if game.is_in_mid_turn() {
            return Vec::new();
        }
        let ply = ply(game);
        self.0.insert(ply, game.key());
        let first = ply.saturating_sub(game.halfmoves());
        let Some((&oldest, _)) = self.0.range(first..ply).next() else {
            return Vec::new();
        };
        (oldest..ply)
            .map(|ply| self.0.get(&ply).copied().unwrap_or(GAP))
            .collect()
    }
}

/// Returns the ply of the current position, counted from its move number.
fn ply(game: &GameRecord) -> u32 {
    let black = game.side_to_move() == Color::Black;
    2 * u32::from(game.move_number()) + u32::from(black)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    fn at(fields: &str) -> GameRecord {
        let text = format!("9/1/3K3/7/7/7/7/3k3/1/7S1 {fields}");
        GameRecord::from_text(Variant::Original, &text).unwrap()
    }

    #[test]
    fn gaps_are_kept_and_unrepeatable_positions_are_not() {
        let mut shown = ShownPositions::default();
        assert!(shown.add(&at("w - - - 10 20")).is_empty());
        let keys = shown.add(&at("w - - - 12 21"));
        assert_eq!(keys, [at("w - - - - 1").key(), GAP]);
        // By the half-move clock, nothing before ply 44 can occur again.
        assert!(shown.add(&at("b - - - 1 22")).is_empty());
        // A position that is sent twice is not a repetition.
        assert_eq!(shown.add(&at("w - - - 12 21")).len(), 2);
    }
}
