//! Tests of hunts: in a tiny game against brute force, and in positions of Shatra.

use super::oracle::Truth;
use super::*;
use crate::base::score::{is_proved, win_in};
use crate::eval::NetworkEvaluator;
use crate::rules::shatra::{Extended, Position};

/// Looks for a hunt with at most this many nodes.
fn hunt_with<G: SearchGame>(
    position: &G,
    earlier: &[u64],
    nodes: u64,
) -> Option<HuntLine<G::Move>> {
    let mut left = nodes;
    find_hunt(&mut HuntTable::new().unwrap(), position, earlier, || {
        left = left.saturating_sub(1);
        left > 0
    })
}

/// Returns whether the side to move can win by offers and captures alone. Each pair of turns
/// contains a capture, so the recursion ends.
fn wins_by_force(position: &Tiny) -> bool {
    legal_turns(position).into_iter().any(|turn| {
        let after = position.after(turn);
        let mut replies = MoveList::new();
        let is_forced = after.generate_compulsory(&mut replies) == Compulsion::Forced;
        after.is_lost()
            || is_forced
                && replies.into_iter().all(|reply| {
                    let next = after.after(reply);
                    !next.is_lost() && wins_by_force(&next)
                })
    })
}

#[test]
fn hunts_are_found_exactly_where_brute_force_finds_them() {
    let truth = Truth::of(Tiny::new(1));
    let mut found = 0;
    for position in &truth.positions {
        let line = hunt_with(position, &[], u64::MAX);
        let is_live = !position.is_lost();
        assert_eq!(
            line.is_some(),
            is_live && wins_by_force(position),
            "{position:?}"
        );
        if let Some(line) = line {
            play_line(position, line.turns());
            let best = truth.score(position).unwrap();
            assert!(line.is_won() && line.score() <= best, "{position:?}");
            found += usize::from(line.turns().len() > 1);
        }
    }
    assert!(found > 20, "{found}");
}

#[test]
fn a_hunt_that_repeats_a_position_of_the_game_is_no_proof() {
    let truth = Truth::of(Tiny::new(1));
    let is_long = |line: &HuntLine<Turn>| line.turns().len() == 3;
    let hunts = truth.positions.iter().filter_map(|position| {
        let line = hunt_with(position, &[], u64::MAX).filter(is_long)?;
        Some((position, line))
    });
    let mut refused = 0;
    for (position, line) in hunts.take(50) {
        let after = play_line(position, &line.turns()[..2]);
        let other = hunt_with(position, &[after.key()], u64::MAX);
        // Another hunt may avoid the position.
        if let Some(other) = &other {
            for turns in 1..other.turns().len() {
                assert_ne!(
                    play_line(position, &other.turns()[..turns]).key(),
                    after.key()
                );
            }
        }
        refused += usize::from(other.is_none());
    }
    assert!(refused > 10, "{refused}");
}

/// Positions of games in which the turn played next loses to a hunt, and that turn.
const BEFORE_LOSING_TURNS: [(&str, &str); 3] = [
    (
        "1QS4R1/K/S3S1S/6R/1S5/3s2S/s6/s3sbs/k/1rb1r4 w Tt - 42 5 17",
        "d1-e5",
    ),
    (
        "4R2R1/K/SSS1B2/S1B2b1/7/4S2/6s/s5r/k/1rbs3q1 b Tt - - 4 16",
        "a9-a8",
    ),
    (
        "7R1/1/SSSSBSS/3RS1S/s5K/3Bb2/r6/rssbsss/k/3s4s b Tt - - 7 16",
        "g9-a9",
    ),
];

#[test]
fn no_line_that_is_reported_loses_to_a_short_hunt() {
    for (spn, losing) in BEFORE_LOSING_TURNS {
        let position: Position<Extended> = spn.parse().unwrap();
        for threads in [1, 2] {
            let mut searcher = Searcher::new(threads, 4, NetworkEvaluator::default()).unwrap();
            let mut request = Request::new(position, Limits::nodes(200_000));
            request.settings.multipv = 3;
            let (_, log) = checked_search(&mut searcher, &request, &Control::new());
            let deepest = log.iter().map(|info| info.depth).max().unwrap();
            for info in log.iter().filter(|info| info.depth == deepest) {
                let first = info.pv[0];
                let is_lost = hunt_with(&position.after(first), &[position.key()], 500).is_some();
                let text = position.turn_text(first);
                assert!(!is_lost || is_proved(info.score), "{spn}: {text} {info:?}");
                assert!(text != losing || is_lost, "{spn}: {losing} does not lose");
            }
        }
    }
}

/// A position with a long hunt, which a search of so few nodes would not see.
const HUNT: &str = "2S4R1/K/S1Q1S1S/6R/1S5/3s2S/s6/s3sbs/k/1rb1r4 b Tt - - 6 17";

fn search_hunt(
    settings: SearchSettings,
    limits: Limits,
) -> SearchOutcome<crate::rules::shatra::Turn> {
    let position: Position<Extended> = HUNT.parse().unwrap();
    let mut searcher = Searcher::new(1, 4, NetworkEvaluator::default()).unwrap();
    let mut request = Request::new(position, limits);
    request.settings = settings;
    checked_search(&mut searcher, &request, &Control::new()).0
}

#[test]
fn the_score_of_a_hunt_gives_its_distance() {
    let outcome = search_hunt(SearchSettings::default(), Limits::nodes(6_000));
    assert_eq!(outcome.score, win_in(outcome.pv.len()));
    assert!(outcome.pv.len() >= 7, "{:?}", outcome.pv);
}

#[test]
fn a_search_for_a_shorter_win_ignores_a_long_hunt() {
    let mate = |moves| Limits {
        mate: Some(moves),
        nodes: Some(20_000),
        ..Limits::default()
    };
    assert!(is_proved(
        search_hunt(SearchSettings::default(), mate(8)).score
    ));
    assert!(!is_proved(
        search_hunt(SearchSettings::default(), mate(2)).score
    ));
}

#[test]
fn a_weakened_search_does_not_hunt() {
    let settings = SearchSettings {
        handicap: Handicap::of_level(10.0, 1),
        ..SearchSettings::default()
    };
    assert!(!is_proved(
        search_hunt(settings, Limits::nodes(6_000)).score
    ));
}
