//! Searches of a few plies on the boards of real games.

use super::*;
use crate::eval::StaticEvaluator;
use crate::rules::shatra::{Extended, Position};

/// Returns the scores of the first depths from the start position of Shatra.
fn scores_from_start(depths: usize) -> Vec<Score> {
    let position = Position::<Extended>::start();
    let scores = (1..=depths).map(|depth| {
        let mut searcher = Searcher::new(1, 4, StaticEvaluator).unwrap();
        let request = Request::new(position, Limits::depth(depth));
        run(&mut searcher, &request, &Control::new()).0.score
    });
    scores.collect()
}

/// In the start position no man can be won by force in a few plies. A score of more than
/// a shatra would show that a search left out the right reply.
#[test]
fn shallow_scores_do_not_depend_on_pruned_replies() {
    let scores = scores_from_start(4);
    assert!(scores.iter().all(|score| score.abs() < 100), "{scores:?}");
}
