//! Random positions, for tests of properties that hold in all positions.

use super::{Position, RuleSet};
use crate::rules::MoveList;
use crate::util::rng::Rng;

/// Calls `visit` with the positions of random games.
pub fn for_random_positions<R: RuleSet>(mut visit: impl FnMut(&Position<R>)) {
    for game in 0..20 {
        let mut rng = Rng::new(5, game);
        let mut position = Position::<R>::start();
        for _ in 0..80 {
            let mut turns = MoveList::new();
            position.legal_turns(&mut turns);
            if turns.is_empty() {
                break;
            }
            visit(&position);
            position = position.after(turns[rng.below(turns.len())]);
        }
    }
}
