//! How searches ask endgame tables.

use crate::base::Score;
use crate::base::score::{DRAW, loss_in, win_in};
use crate::search::{SearchGame, TableProbe};
use crate::tables::{TableGame, TableSet, Value};

impl<P: TableGame + SearchGame> TableProbe<P> for TableSet<P> {
    fn max_men(&self) -> u32 {
        self.max_men() as u32
    }

    fn probe(&self, position: &P) -> Option<Score> {
        self.certain_value(position).map(score_of)
    }
}

/// Returns the score of a position at the root that has this value.
fn score_of(value: Value) -> Score {
    match value {
        Value::Win(plies) => win_in(plies.into()),
        Value::Draw => DRAW,
        Value::Loss(plies) => loss_in(plies.into()),
    }
}
