//! Tests of searches with endgame tables.

use std::collections::HashMap;
use std::sync::Arc;

use super::*;
use crate::base::score::{DRAW, is_distance_known, is_proved, table_win};
use crate::rules::End;

/// Tables that contain the positions with these keys.
struct Tables(HashMap<u64, End>);

impl TableProbe<Large> for Tables {
    fn probe(&self, position: &Large) -> Option<End> {
        self.0.get(&position.key()).copied()
    }
}

/// Searches the start position with tables that contain these positions.
fn search_with(
    results: impl IntoIterator<Item = (Large, End)>,
    limits: Limits,
) -> SearchOutcome<Turn> {
    let results = results.into_iter();
    let results = results.map(|(position, end)| (position.key(), end));
    let mut searcher = large_searcher(1);
    searcher.set_endgame_tables(Some(Arc::new(Tables(results.collect()))));
    search_large(&mut searcher, limits).0
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
            let outcome = search_with([(position.clone(), End::Lost)], Limits::depth(depth));
            assert_eq!((outcome.best, outcome.score), (Some(turn), table_win(1)));
        }
    }
}

#[test]
fn a_result_below_the_root_reaches_it_with_its_ply() {
    let (turn, position) = turns_and_positions().swap_remove(0);
    let replies = legal_turns(&position).into_iter();
    let won = replies.map(|reply| (play_line(&position, &[reply]), End::Won));
    let outcome = search_with(won, Limits::depth(4));
    assert_eq!((outcome.best, outcome.score), (Some(turn), table_win(2)));
    assert!(is_proved(outcome.score) && !is_distance_known(outcome.score));
}

#[test]
fn a_position_that_tables_say_is_lost_is_held_by_a_draw() {
    let mut results: Vec<_> = turns_and_positions();
    let lost = results
        .iter()
        .map(|(_, position)| (position.clone(), End::Won));
    let outcome = search_with(lost, Limits::depth(3));
    assert_eq!(outcome.score, -table_win(1));
    let (drawing, drawn) = results.swap_remove(3);
    let won = results
        .into_iter()
        .map(|(_, position)| (position, End::Won));
    let outcome = search_with(won.chain([(drawn, End::Drawn)]), Limits::depth(3));
    assert_eq!((outcome.best, outcome.score), (Some(drawing), DRAW));
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
        .map(|(_, position)| (position, End::Lost));
    let limits = Limits {
        mate: Some(1),
        ..Limits::default()
    };
    assert!(!is_proved(search_with(lost, limits).score));
}
