//! Tests of searches with endgame tables.

use std::collections::HashMap;
use std::sync::Arc;

use super::*;
use crate::base::score::{DRAW, MAX_PLY, is_distance_known, is_proved, loss_in, win_in};

/// Tables that contain the positions with these keys, each with its score at the root.
struct Tables {
    scores: HashMap<u64, Score>,
    max_men: u32,
}

impl TableProbe<Large> for Tables {
    fn max_men(&self) -> u32 {
        self.max_men
    }

    fn probe(&self, position: &Large) -> Option<Score> {
        assert!(position.men_on_board() <= self.max_men);
        self.scores.get(&position.key()).copied()
    }
}

/// Searches the start position with tables that contain these positions.
fn search_with(
    scores: impl IntoIterator<Item = (Large, Score)>,
    limits: Limits,
) -> SearchOutcome<Turn> {
    search_request_with(scores, Request::new(Large::new(2), limits), 64)
}

fn search_request_with(
    scores: impl IntoIterator<Item = (Large, Score)>,
    request: Request<Large>,
    max_men: u32,
) -> SearchOutcome<Turn> {
    let scores = scores.into_iter();
    let scores = scores
        .map(|(position, score)| (position.key(), score))
        .collect();
    let mut searcher = large_searcher(1);
    searcher.set_endgame_tables(Some(Arc::new(Tables { scores, max_men })));
    searcher.search(&request, &Control::new(), &mut NullSink)
}

/// Returns the turns of the start position, each with the position after it.
fn turns_and_positions() -> Vec<(Turn, Large)> {
    let start = Large::new(2);
    let turns = legal_turns(&start).into_iter();
    turns
        .map(|turn| (turn, play_line(&start, &[turn])))
        .collect()
}

#[test]
fn a_turn_to_a_position_that_a_table_says_is_lost_is_played() {
    for (turn, position) in turns_and_positions() {
        for depth in [1, 2, 5] {
            let outcome = search_with([(position.clone(), loss_in(6))], Limits::depth(depth));
            assert_eq!((outcome.best, outcome.score), (Some(turn), win_in(7)));
        }
    }
}

#[test]
fn the_shortest_of_several_wins_is_played() {
    let lost = |(index, (_, position))| (position, loss_in(40 - 2 * (index % 5)));
    let lost: Vec<_> = turns_and_positions()
        .into_iter()
        .enumerate()
        .map(lost)
        .collect();
    let outcome = search_with(lost, Limits::depth(3));
    let (shortest, _) = turns_and_positions().swap_remove(4);
    assert_eq!((outcome.best, outcome.score), (Some(shortest), win_in(33)));
}

#[test]
fn a_score_below_the_root_reaches_it_with_its_ply() {
    let (turn, position) = turns_and_positions().swap_remove(0);
    let replies = legal_turns(&position).into_iter();
    let won = replies.map(|reply| (play_line(&position, &[reply]), win_in(11)));
    let outcome = search_with(won, Limits::depth(4));
    assert_eq!((outcome.best, outcome.score), (Some(turn), win_in(13)));
}

#[test]
fn a_win_that_is_too_far_away_for_a_distance_is_proved_all_the_same() {
    let (turn, position) = turns_and_positions().swap_remove(2);
    let outcome = search_with([(position, loss_in(MAX_PLY + 4))], Limits::depth(3));
    assert_eq!(outcome.best, Some(turn));
    assert!(is_proved(outcome.score) && !is_distance_known(outcome.score));
}

#[test]
fn a_position_that_tables_say_is_lost_is_held_by_a_draw() {
    let mut results: Vec<_> = turns_and_positions();
    let lost = results
        .iter()
        .map(|(_, position)| (position.clone(), win_in(5)));
    let outcome = search_with(lost, Limits::depth(3));
    assert_eq!(outcome.score, loss_in(6));
    let (drawing, drawn) = results.swap_remove(3);
    let won = results
        .into_iter()
        .map(|(_, position)| (position, win_in(5)));
    let outcome = search_with(won.chain([(drawn, DRAW)]), Limits::depth(3));
    assert_eq!((outcome.best, outcome.score), (Some(drawing), DRAW));
}

#[test]
fn a_root_in_a_table_needs_no_further_search() {
    let start = Large::new(2);
    let (turn, _) = turns_and_positions().swap_remove(1);
    let scores = || {
        let after = turns_and_positions().into_iter();
        let after = after.map(|(played, position)| {
            let score = if played == turn { loss_in(30) } else { DRAW };
            (position, score)
        });
        after.chain([(start.clone(), win_in(31))])
    };
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let request = Request::new(start.clone(), limits);
    let outcome = search_request_with(scores(), request.clone(), 64);
    assert_eq!((outcome.best, outcome.score), (Some(turn), win_in(31)));
    assert_eq!(outcome.depth, 1);
    // The table of the position after one of the turns is missing.
    for (_, missing) in turns_and_positions() {
        let found = scores().filter(|(position, _)| *position != missing);
        let outcome = search_request_with(found, request.clone(), 64);
        assert!(outcome.depth > 1);
    }
}

#[test]
fn tables_are_not_asked_about_more_men_than_they_have() {
    let start = Large::new(2);
    let men = start.men_on_board();
    for (_, position) in turns_and_positions() {
        let scores = [(position, loss_in(6))];
        let request = Request::new(start.clone(), Limits::depth(2));
        let outcome = search_request_with(scores, request, men - 1);
        assert!(!is_proved(outcome.score));
    }
}

#[test]
fn a_search_with_a_handicap_does_not_ask_the_tables() {
    let lost = turns_and_positions()
        .into_iter()
        .map(|(_, position)| (position, loss_in(6)));
    let mut request = Request::new(Large::new(2), Limits::depth(2));
    request.settings.handicap = Handicap::of_level(3.0, 1);
    assert!(!is_proved(search_request_with(lost, request, 64).score));
}

#[test]
fn tables_without_the_positions_of_a_search_change_nothing() {
    let limits = Limits::depth(7);
    let without = search_large(&mut large_searcher(1), limits.clone()).0;
    let with = search_with([], limits);
    assert_eq!((with.nodes, with.pv), (without.nodes, without.pv));
}

#[test]
fn a_search_for_a_win_in_n_does_not_ask_the_tables() {
    let lost = turns_and_positions()
        .into_iter()
        .map(|(_, position)| (position, loss_in(6)));
    let limits = Limits {
        mate: Some(1),
        ..Limits::default()
    };
    assert!(!is_proved(search_with(lost, limits).score));
}
