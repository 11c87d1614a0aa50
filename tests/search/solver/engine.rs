//! Compares the solver with `go mate`, the engine's search for a win within a number of moves.

use std::thread;

use batyr::base::score::moves_to_end;
use batyr::eval::{EvaluatedPosition, NetworkEvaluator};
use batyr::rules::Game;
use batyr::rules::shatra::{Position, RuleSet};
use batyr::search::{Control, Limits, NullSink, Request, Searcher};
use batyr::solver::ProofVerdict;

use super::{sparse_position, verdict};
use crate::support::Random;
use crate::support::rule_sets::{ALL, with_rules};

/// Returns in how many moves `go mate` finds a win, if it finds one within `moves`.
fn go_mate<R: RuleSet>(position: &Position<R>, moves: u32) -> Option<u32>
where
    Position<R>: EvaluatedPosition,
{
    let limits = Limits {
        mate: Some(moves),
        ..Limits::default()
    };
    let mut searcher = Searcher::new(1, 4, NetworkEvaluator::default()).unwrap();
    let request = Request::new(*position, limits);
    let outcome = searcher.search(&request, &Control::new(), &mut NullSink);
    let found = moves_to_end(outcome.score)?.try_into().ok()?;
    (1..=moves).contains(&found).then_some(found)
}

fn compare_with_go_mate<R: RuleSet>()
where
    Position<R>: EvaluatedPosition,
{
    let mut random = Random::new(29);
    let mut longer_wins = 0;
    for _ in 0..60 {
        let position = sparse_position::<R>(&mut random);
        if position.is_drawn() {
            // The game is over, but if asked, the engine would still look for a win.
            continue;
        }
        match verdict(&position, 3) {
            ProofVerdict::Win(moves) => {
                assert_eq!(
                    go_mate(&position, moves),
                    Some(moves),
                    "{}: {position}",
                    R::RULES.id
                );
                if moves > 1 {
                    assert_eq!(
                        go_mate(&position, moves - 1),
                        None,
                        "{}: {position}",
                        R::RULES.id
                    );
                    longer_wins += 1;
                }
            }
            _ => assert_eq!(go_mate(&position, 3), None, "{}: {position}", R::RULES.id),
        }
    }
    assert!(longer_wins > 1, "{}: {longer_wins}", R::RULES.id);
}

#[test]
fn go_mate_agrees_with_the_solver() {
    // All at the same time, as no other test of this program takes so long.
    thread::scope(|scope| {
        for &rules in ALL {
            scope.spawn(move || with_rules!(rules, compare_with_go_mate()));
        }
    });
}
