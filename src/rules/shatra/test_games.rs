//! Random positions, for tests of properties that hold in all positions.

use super::{Position, RuleSet};
use crate::rules::{Game, MoveList};
use crate::util::rng::Rng;

/// Evaluates an expression once per rule set; within the expression, `$R` is the type
/// of the rule set.
macro_rules! for_each_rule_set {
    ($R:ident => $body:expr) => {
        for_each_rule_set!($R => $body, Extended Original Kurin Pritchard Online)
    };
    ($R:ident => $body:expr, $($rules:ident)+) => {
        $({
            type $R = $crate::rules::shatra::$rules;
            $body;
        })+
    };
}

pub(crate) use for_each_rule_set;

/// Calls `visit` with the positions of random games.
pub fn for_random_positions<R: RuleSet>(mut visit: impl FnMut(&Position<R>)) {
    for game in 0..20 {
        let mut rng = Rng::new(5, game);
        let mut position = Position::<R>::start();
        for _ in 0..80 {
            let mut turns = MoveList::new();
            position.generate(&mut turns);
            if turns.is_empty() {
                break;
            }
            visit(&position);
            position = position.after(turns[rng.below(turns.len())]);
        }
    }
}
