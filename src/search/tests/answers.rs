//! Tests that every search answers within its limits, and that a single worker always
//! gives the same answer.

use super::*;
use crate::base::Color;
use crate::base::score::{MAX_PLY, is_distance_known, loss_in, win_in};

#[test]
fn one_worker_searches_exactly_the_requested_nodes() {
    let mut searcher = large_searcher(1);
    for nodes in [0, 1, 2, 17, 1000, 1024, 1025, 54_321] {
        let (outcome, _) = search_large(&mut searcher, Limits::nodes(nodes));
        assert_eq!(outcome.nodes, nodes);
    }
}

#[test]
fn several_workers_stay_within_the_number_of_nodes() {
    let mut searcher = large_searcher(3);
    for nodes in [0, 1, 2, 3, 100, 50_000] {
        let (outcome, _) = search_large(&mut searcher, Limits::nodes(nodes));
        assert!(outcome.nodes <= nodes);
    }
}

#[test]
fn one_worker_repeats_a_search_exactly() {
    let mut searcher = large_searcher(1);
    let limits = [Limits::nodes(100_000), Limits::depth(8)];
    for limits in limits {
        searcher.clear();
        let (first, _) = search_large(&mut searcher, limits.clone());
        searcher.clear();
        let (second, _) = search_large(&mut searcher, limits);
        assert_eq!(first.nodes, second.nodes);
        assert_eq!(first.pv, second.pv);
        assert_eq!((first.score, first.depth), (second.score, second.depth));
    }
}

#[test]
fn a_limit_of_zero_still_yields_a_turn() {
    for threads in [1, 2] {
        let mut searcher = large_searcher(threads);
        for limits in [
            Limits::depth(0),
            Limits::nodes(0),
            Limits::movetime(Duration::ZERO),
            Limits {
                mate: Some(0),
                ..Limits::default()
            },
        ] {
            let (outcome, _) = search_large(&mut searcher, limits);
            assert!(outcome.best.is_some());
            assert!(outcome.time < Duration::from_millis(200));
        }
    }
}

#[test]
fn depths_are_reported_one_by_one() {
    let (outcome, log) = search_large(&mut large_searcher(1), Limits::depth(7));
    let depths: Vec<_> = log.iter().map(|info| info.depth).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(outcome.depth, 7);
}

#[test]
fn any_requested_depth_is_accepted() {
    let position = Tiny::from_picture(Color::White, ["...", ".w.", "...", "..b"]);
    let mut searcher = Searcher::new(2, 1, MenCount).unwrap();
    let request = Request::new(position, Limits::depth(usize::MAX));
    let (outcome, log) = checked_search(&mut searcher, &request, &Control::new());
    assert!(outcome.best.is_some());
    assert!(log.iter().all(|info| info.depth < MAX_PLY));
}

/// A search without a limit continues until all its lines are decided.
#[test]
fn a_search_ends_once_its_lines_are_decided() {
    let pictures = [
        // An immediate win, and a longer game.
        ["...", ".b.", ".w.", "w.."],
        ["..b", "b..", "...", "w.w"],
    ];
    for (picture, deepest) in pictures.into_iter().zip([1, MAX_PLY]) {
        let position = Tiny::from_picture(Color::White, picture);
        for lines in [1, 2, usize::MAX] {
            let mut searcher = Searcher::new(1, 1, MenCount).unwrap();
            let request = Request {
                settings: SearchSettings {
                    multipv: lines,
                    ..SearchSettings::default()
                },
                ..Request::new(position.clone(), Limits::default())
            };
            let (outcome, log) = checked_search(&mut searcher, &request, &Control::new());
            let last = log.len() - lines.min(legal_turns(&position).len());
            let decided = log[last..].iter().all(|info| is_distance_known(info.score));
            assert!(decided || outcome.depth == MAX_PLY - 1, "{picture:?}");
            if lines == 1 {
                assert!(outcome.depth <= deepest, "{} {picture:?}", outcome.depth);
            }
            // A requested depth is searched in full even if the lines are decided.
            let limits = Limits::depth(90);
            let request = Request { limits, ..request };
            let (deep, _) = checked_search(&mut searcher, &request, &Control::new());
            assert_eq!((deep.depth, deep.score), (90, outcome.score));
        }
    }
}

#[test]
fn a_search_of_a_finished_game_returns_no_turn() {
    let position = Tiny::from_picture(Color::Black, ["...", "...", ".w.", "..."]);
    let mut searcher = Searcher::new(1, 1, MenCount).unwrap();
    let request = Request::new(position, Limits::depth(5));
    let (outcome, log) = checked_search(&mut searcher, &request, &Control::new());
    assert_eq!((outcome.best, outcome.score), (None, loss_in(0)));
    assert_eq!((log.len(), log[0].depth), (1, 0));
}

#[test]
fn an_immediate_win_is_played() {
    let position = Tiny::from_picture(Color::White, ["...", ".b.", ".w.", "w.."]);
    let mut searcher = Searcher::new(1, 1, MenCount).unwrap();
    let request = Request::new(position, Limits::depth(1));
    let (outcome, _) = checked_search(&mut searcher, &request, &Control::new());
    assert_eq!(outcome.score, win_in(1));
    assert_eq!(outcome.ponder, None);
}
