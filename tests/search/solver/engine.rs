//! Checks against the engine's own search for a win in `n` moves.

use batyr::base::score::moves_to_end;
use batyr::eval::StaticEvaluator;
use batyr::eval::shatra::EvaluatedByFeatures;
use batyr::rules::shatra::Position;
use batyr::search::{Control, Limits, NullSink, Request, Searcher};
use batyr::solver::ProofVerdict;

use super::{sparse, verdict};
use crate::support::Random;
use crate::support::rule_sets::{ALL, Rules, with_rules};

/// Returns in how many moves `go mate` wins, if it finds a win within `moves`.
fn go_mate<R: EvaluatedByFeatures>(position: &Position<R>, moves: u32) -> Option<u32> {
    let limits = Limits {
        mate: Some(moves),
        ..Limits::default()
    };
    let mut searcher = Searcher::new(1, 4, StaticEvaluator).unwrap();
    let request = Request::new(*position, limits);
    let outcome = searcher.search(&request, &Control::new(), &mut NullSink);
    let found = moves_to_end(outcome.score)?.try_into().ok()?;
    (1..=moves).contains(&found).then_some(found)
}

fn agree<R: EvaluatedByFeatures>() {
    let mut random = Random::new(29);
    let mut won = 0;
    for _ in 0..60 {
        let position = sparse::<R>(&mut random);
        match verdict(&position, 3) {
            ProofVerdict::Win(moves) => {
                assert_eq!(
                    go_mate(&position, moves),
                    Some(moves),
                    "{}: {position}",
                    R::ID
                );
                if moves > 1 {
                    assert_eq!(go_mate(&position, moves - 1), None, "{}: {position}", R::ID);
                    won += 1;
                }
            }
            _ => assert_eq!(go_mate(&position, 3), None, "{}: {position}", R::ID),
        }
    }
    assert!(won > 1, "{}: {won}", R::ID);
}

#[test]
fn go_mate_agrees_with_the_solver() {
    for &rules in ALL {
        with_rules!(rules, agree());
    }
}
