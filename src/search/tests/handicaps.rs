//! Tests of restricted searches: banned turns, handicaps and idle time.

use super::*;
use std::time::Instant;

fn request(depth: usize) -> Request<Large> {
    Request::new(Large::new(2), Limits::depth(depth))
}

#[test]
fn banned_turns_are_neither_played_nor_reported() {
    let mut searcher = large_searcher(1);
    let (unrestricted, _) = checked_search(&mut searcher, &request(5), &Control::new());
    let banned: Vec<_> = unrestricted.best.into_iter().collect();
    let others = legal_turns(&Large::new(2)).len() - banned.len();
    let request = Request {
        banned: banned.clone(),
        settings: SearchSettings {
            multipv: usize::MAX,
            ..SearchSettings::default()
        },
        ..request(5)
    };
    let (outcome, log) = checked_search(&mut searcher, &request, &Control::new());
    assert_ne!(outcome.best, unrestricted.best);
    assert!(log.iter().all(|info| info.pv[0] != banned[0]));
    assert_eq!(log.iter().map(|info| info.multipv).max(), Some(others));
}

/// A score found by searching only some turns must not be stored as that of the position.
#[test]
fn a_search_with_banned_turns_stores_no_score_of_the_position() {
    let position = Large::new(2);
    let mut searcher = large_searcher(1);
    let (unrestricted, _) = checked_search(&mut searcher, &request(5), &Control::new());
    assert!(searcher.probe(&position).is_some());
    let banned = Request {
        banned: unrestricted.best.into_iter().collect(),
        ..request(5)
    };
    searcher.clear();
    checked_search(&mut searcher, &banned, &Control::new());
    assert!(searcher.probe(&position).is_none());
}

#[test]
fn a_search_with_all_turns_banned_has_no_answer() {
    let banned = legal_turns(&Large::new(2)).to_vec();
    let request = Request {
        banned,
        ..request(5)
    };
    let mut log = EventLog(Vec::new());
    let outcome = large_searcher(1).search(&request, &Control::new(), &mut log);
    assert_eq!((outcome.best, outcome.nodes), (None, 0));
    // The game is not over, so nothing is reported.
    assert_eq!(log.0.len(), 0);
}

#[test]
fn if_all_requested_turns_are_banned_the_others_are_searched() {
    let requested = legal_turns(&Large::new(2))[..2].to_vec();
    let request = Request {
        root_turns: requested.clone(),
        banned: requested.clone(),
        ..request(3)
    };
    let (outcome, _) = checked_search(&mut large_searcher(1), &request, &Control::new());
    assert!(outcome.best.is_some_and(|best| !requested.contains(&best)));
}

#[test]
fn a_handicap_limits_the_depth_and_varies_the_turn() {
    for threads in [1, 2] {
        let mut searcher = large_searcher(threads);
        let mut played = Vec::new();
        for seed in 0..40 {
            let handicap = Handicap {
                depth: 2,
                candidates: 8,
                temperature: 1e6,
                seed,
            };
            let request = Request {
                settings: SearchSettings {
                    handicap: Some(handicap),
                    ..SearchSettings::default()
                },
                ..request(9)
            };
            let (outcome, log) = checked_search(&mut searcher, &request, &Control::new());
            assert!(log.iter().all(|info| info.depth <= 2 && info.multipv == 1));
            played.extend(outcome.best.filter(|turn| !played.contains(turn)));
        }
        assert!((5..=8).contains(&played.len()), "{}", played.len());
    }
}

#[test]
fn an_idle_share_reduces_the_number_of_nodes() {
    let nodes = |idle| {
        let request = Request {
            settings: SearchSettings {
                idle,
                ..SearchSettings::default()
            },
            limits: Limits::movetime(Duration::from_millis(200)),
            ..request(0)
        };
        let started = Instant::now();
        let (outcome, _) = checked_search(&mut large_searcher(2), &request, &Control::new());
        let is_in_time = started.elapsed() < Duration::from_millis(600);
        is_in_time.then_some(outcome.nodes)
    };
    // A busy machine can only make the difference smaller and the searches late, and a factor of
    // 3 is far below the factor of 10 that an idle share of 90 % should give.
    let is_reduced = |_| match (nodes(90), nodes(0)) {
        (Some(few), Some(many)) => few * 3 < many,
        _ => false,
    };
    assert!((0..5).any(is_reduced), "not in five attempts");
}
