//! Positions for tests that hold in all of them.

use super::{Position, RuleSet};
use crate::base::{Lots, MoveList};

/// Looks at the positions of random games.
pub fn in_games<R: RuleSet>(mut look: impl FnMut(&Position<R>)) {
    for game in 0..20 {
        let mut lots = Lots::new(5, game);
        let mut position = Position::<R>::start();
        for _ in 0..80 {
            let mut turns = MoveList::new();
            position.legal_turns(&mut turns);
            if turns.is_empty() {
                break;
            }
            look(&position);
            position = position.after(turns[lots.below(turns.len())]);
        }
    }
}
