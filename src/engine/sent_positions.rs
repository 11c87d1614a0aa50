//! The positions that a host has sent one at a time, for detecting repetitions.
//!
//! A UCI host sends the complete game with each position. A USHI host sends single
//! positions, so their keys are stored by ply. A ply whose position was not sent is a gap.

use std::collections::BTreeMap;

use crate::base::Color;
use crate::game::GameRecord;

/// The key that stands for a position that was not sent.
const GAP: u64 = 0;

/// The keys, by ply, of the positions that were sent one at a time.
#[derive(Clone, Debug, Default)]
pub struct SentPositions(BTreeMap<u32, u64>);

impl SentPositions {
    /// Adds the current position of a game, and returns the keys of the earlier
    /// positions that it may repeat, oldest first, with `GAP` for each ply whose position
    /// was not sent. A position in mid-turn is not added, and the result is then empty.
    pub fn add(&mut self, game: &GameRecord) -> Vec<u64> {
        if game.is_in_mid_turn() {
            return Vec::new();
        }
        let ply = ply(game);
        // Later plies belong to a line that was taken back.
        self.0.split_off(&ply);
        self.0.insert(ply, game.key());
        let first = ply.saturating_sub(game.halfmove_clock());
        let Some((&oldest, _)) = self.0.range(first..ply).next() else {
            return Vec::new();
        };
        (oldest..ply)
            .map(|ply| self.0.get(&ply).copied().unwrap_or(GAP))
            .collect()
    }
}

/// Returns the ply of the current position, computed from its move number and the side
/// to move.
fn ply(game: &GameRecord) -> u32 {
    let is_black = game.side_to_move() == Color::Black;
    2 * u32::from(game.move_number()) + u32::from(is_black)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    fn game_with(fields: &str) -> GameRecord {
        let text = format!("9/1/3K3/7/7/7/7/3k3/1/7S1 {fields}");
        GameRecord::from_text(Variant::Original, &text).unwrap()
    }

    #[test]
    fn the_keys_include_gaps_but_no_unrepeatable_positions() {
        let mut sent = SentPositions::default();
        assert!(sent.add(&game_with("w - - - 10 20")).is_empty());
        let keys = sent.add(&game_with("w - - - 12 21"));
        assert_eq!(keys, [game_with("w - - - - 1").key(), GAP]);
        // According to the half-move clock, no position before ply 44 can recur.
        assert!(sent.add(&game_with("b - - - 1 22")).is_empty());
        // A position sent again for the same ply is not a repetition.
        assert_eq!(sent.add(&game_with("w - - - 12 21")).len(), 2);
        // The position at ply 45 was taken back when that at ply 42 was sent again.
        assert_eq!(sent.add(&game_with("w - - - 16 23")).last(), Some(&GAP));
    }
}
