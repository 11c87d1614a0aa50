//! Searches of a few plies in a real game.

use super::*;
use crate::eval::NetworkEvaluator;
use crate::rules::shatra::{Extended, Position};

/// Returns the scores of the start position of Shatra at depths from 1 to `max_depth`.
fn scores_from_start(max_depth: usize) -> Vec<Score> {
    let position = Position::<Extended>::start();
    let scores = (1..=max_depth).map(|depth| {
        let mut searcher = Searcher::new(1, 4, NetworkEvaluator::default()).unwrap();
        let request = Request::new(position, Limits::depth(depth));
        checked_search(&mut searcher, &request, &Control::new())
            .0
            .score
    });
    scores.collect()
}

/// From the start position no man can be won by force in a few plies. A score of more than
/// a shatra would show that the search left out the right reply.
#[test]
fn no_shallow_score_from_the_start_wins_a_man() {
    let scores = scores_from_start(4);
    assert!(scores.iter().all(|score| score.abs() < 100), "{scores:?}");
}
