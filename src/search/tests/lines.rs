//! Tests of searches for several lines, and of searches of only some turns.

use super::*;

fn request(lines: usize, depth: usize) -> Request<Large> {
    Request {
        settings: SearchSettings {
            multipv: lines,
            ..SearchSettings::default()
        },
        ..Request::new(Large::new(2), Limits::depth(depth))
    }
}

#[test]
fn lines_of_a_depth_are_reported_together_sorted_and_distinct() {
    let legal_count = legal_turns(&Large::new(2)).len();
    for threads in [1, 2] {
        for wanted in [0, 2, 3, usize::MAX] {
            let lines = wanted.clamp(1, legal_count);
            let mut searcher = large_searcher(threads);
            let (outcome, log) =
                checked_search(&mut searcher, &request(wanted, 6), &Control::new());
            assert_eq!(log.len() % lines, 0);
            for (i, group) in log.chunks(lines).enumerate() {
                if threads == 1 {
                    assert_eq!(group[0].depth, i + 1);
                }
                assert!(group.iter().all(|info| info.depth == group[0].depth));
                assert!(group.iter().map(|info| info.multipv).eq(1..=lines));
                assert!(group.is_sorted_by(|a, b| a.score >= b.score));
                assert!(group.iter().all(|info| info.bound == Bound::Exact));
                for (i, info) in group.iter().enumerate() {
                    assert!(group[..i].iter().all(|other| other.pv[0] != info.pv[0]));
                }
            }
            assert_eq!(outcome.score, log[log.len() - lines].score);
        }
    }
}

#[test]
fn a_search_that_was_cut_short_reports_lines_of_one_depth() {
    for nodes in (500..20_000).step_by(1777) {
        let mut searcher = large_searcher(1);
        let mut request = request(3, 1);
        request.limits = Limits::nodes(nodes);
        let (_, log) = checked_search(&mut searcher, &request, &Control::new());
        for group in log.chunks(3) {
            assert_eq!(group.len(), 3);
            assert!(group.iter().all(|info| info.depth == group[0].depth));
        }
    }
}

#[test]
fn the_last_line_accounts_for_all_nodes_of_a_search_that_was_cut_short() {
    for (lines, nodes) in [(1, 3000), (1, 9876), (3, 9876)] {
        let mut searcher = large_searcher(1);
        let mut request = request(lines, 1);
        request.limits = Limits::nodes(nodes);
        let (outcome, log) = checked_search(&mut searcher, &request, &Control::new());
        assert_eq!(outcome.nodes, nodes);
        assert_eq!(log.last().map(|info| info.nodes), Some(nodes));
    }
    // A search that was not cut short reports nothing twice.
    let (_, log) = checked_search(&mut large_searcher(1), &request(1, 6), &Control::new());
    assert_eq!(log.len(), 6);
}

#[test]
fn the_best_score_is_the_same_with_one_line_and_with_all() {
    let best_score = |lines| {
        let position = Tiny::new(1);
        let mut searcher = Searcher::new(1, 4, MenCount).unwrap();
        let request = Request {
            settings: SearchSettings {
                multipv: lines,
                ..SearchSettings::default()
            },
            ..Request::new(position, Limits::depth(16))
        };
        checked_search(&mut searcher, &request, &Control::new())
            .0
            .score
    };
    assert_eq!(best_score(1), best_score(usize::MAX));
}

#[test]
fn only_requested_turns_are_played() {
    let turns = legal_turns(&Large::new(2));
    for &turn in &turns {
        let mut request = request(5, 4);
        request.root_turns = vec![turn];
        let (outcome, log) = checked_search(&mut large_searcher(2), &request, &Control::new());
        assert_eq!(outcome.best, Some(turn));
        assert!(log.iter().all(|info| info.pv[0] == turn));
    }
}

#[test]
fn a_search_of_one_turn_stores_no_score_of_the_position() {
    let mut searcher = large_searcher(1);
    let full = search_large(&mut searcher, Limits::depth(8)).0;
    let other = legal_turns(&Large::new(2))
        .into_iter()
        .find(|&turn| Some(turn) != full.best);
    let mut partial = request(1, 8);
    partial.root_turns = other.into_iter().collect();
    searcher.clear();
    checked_search(&mut searcher, &partial, &Control::new());
    let entry = searcher.probe(&Large::new(2));
    assert!(entry.is_none_or(|(entry, _)| entry.depth < 8));
}

#[test]
fn the_table_holds_the_best_turn_after_a_search() {
    let mut searcher = large_searcher(1);
    let outcome = search_large(&mut searcher, Limits::depth(8)).0;
    let (entry, best) = searcher.probe(&Large::new(2)).unwrap();
    assert_eq!((best, entry.score), (outcome.best, outcome.score));
    assert_eq!(entry.bound, Bound::Exact);
}

/// Searches for a win in n store their results separately from those of other searches.
#[test]
fn a_search_for_a_win_in_n_finds_what_it_stored() {
    let mut searcher = large_searcher(1);
    let limits = Limits {
        mate: Some(2),
        ..Limits::default()
    };
    let first = search_large(&mut searcher, limits.clone()).0;
    let (entry, best) = searcher.probe(&Large::new(2)).unwrap();
    assert_eq!((best, entry.score), (first.best, first.score));
    // The next such search begins with the stored turn.
    let no_nodes = Limits {
        nodes: Some(0),
        ..limits
    };
    assert_eq!(search_large(&mut searcher, no_nodes).0.best, best);
}
