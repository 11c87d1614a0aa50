//! The games of the pairs that are being played.

use super::super::in_flight::{PairInFlight, PairsInFlight};
use crate::game::Variant;
use crate::tournament::stats::Tally;
use crate::tournament::{GameReport, GameTask, Opening};

/// Returns two pairs, numbered 4 and 7, of which no game has been started.
fn two_pairs() -> PairsInFlight {
    let mut in_flight = PairsInFlight::default();
    for pair in [4, 7] {
        let options = ["1", "2"].map(|value| vec![("A".to_owned(), value.to_owned())]);
        let opening = Opening::default();
        in_flight.push(PairInFlight::new(pair, Variant::Extended, opening, options));
    }
    in_flight
}

fn report(task: &GameTask, result: &str, end: &str) -> GameReport {
    let report = serde_json::json!({
        "game": task.scheduled.game, "round": 1, "encounter": task.scheduled.encounter,
        "variant": "shatra", "white": "W", "black": "B", "opening": {}, "result": result,
        "end": end, "detail": "", "turns": [], "started": "", "seconds": 1.0,
    });
    serde_json::from_value(report).unwrap()
}

fn next_games(in_flight: &mut PairsInFlight, count: usize) -> Vec<GameTask> {
    (0..count)
        .map(|_| in_flight.start_next_game().unwrap())
        .collect()
}

#[test]
fn the_sides_swap_colours_and_keep_their_options() {
    let mut in_flight = two_pairs();
    let games = next_games(&mut in_flight, 4);
    assert!(in_flight.start_next_game().is_none());
    let numbers: Vec<u32> = games.iter().map(|game| game.scheduled.game).collect();
    assert_eq!(numbers, [9, 10, 15, 16]);
    for (index, game) in games.iter().enumerate() {
        let values = game.options.each_ref().map(|options| options[0].1.as_str());
        let expected = if index % 2 == 0 {
            ([0, 1], ["1", "2"])
        } else {
            ([1, 0], ["2", "1"])
        };
        let engines = [game.scheduled.white, game.scheduled.black];
        assert_eq!((engines, values), expected);
    }
}

#[test]
fn a_pair_has_the_results_of_both_games_in_any_order() {
    for (first, second, expected) in [
        ("1-0", "0-1", [2, 0, 0]),
        ("1-0", "1-0", [1, 0, 1]),
        ("0-1", "1-0", [0, 0, 2]),
        ("1/2-1/2", "0-1", [1, 1, 0]),
    ] {
        let mut in_flight = two_pairs();
        let games = next_games(&mut in_flight, 2);
        assert!(in_flight.add(report(&games[1], second, "mate")).is_none());
        let ended = in_flight.add(report(&games[0], first, "time")).unwrap();
        let [plus_wins, draws, minus_wins] = expected;
        let expected = Tally::new(plus_wins, draws, minus_wins);
        assert_eq!((ended.pair, ended.result.unwrap()), (4, expected));
    }
}

#[test]
fn a_failed_pair_ends_when_its_running_games_have_ended() {
    let mut in_flight = two_pairs();
    let games = next_games(&mut in_flight, 1);
    let ended = in_flight.add(report(&games[0], "0-1", "disconnect"));
    let ended = ended.unwrap();
    assert_eq!((ended.pair, ended.result.is_err()), (4, true));

    let games = next_games(&mut in_flight, 2);
    assert_eq!(games[0].scheduled.encounter, 8);
    assert!(in_flight.add(report(&games[0], "0-1", "stall")).is_none());
    let ended = in_flight.add(report(&games[1], "1-0", "mate")).unwrap();
    assert_eq!((ended.pair, ended.result.is_err()), (7, true));
    assert!(in_flight.start_next_game().is_none());
}

#[test]
fn a_crash_is_not_hidden_by_a_delay_in_the_other_game() {
    for ends in [
        ["disconnect", "runner-delayed"],
        ["runner-delayed", "disconnect"],
    ] {
        let mut in_flight = two_pairs();
        let games = next_games(&mut in_flight, 2);
        let [first, second] = [0, 1].map(|index| {
            let result = if ends[index] == "disconnect" {
                "0-1"
            } else {
                "*"
            };
            report(&games[index], result, ends[index])
        });
        assert!(in_flight.add(first).is_none());
        let ended = in_flight.add(second).unwrap();
        let end = ended.result.unwrap_err().end;
        assert!(end.is_breakdown(), "{ends:?}: {end:?}");
    }
}

#[test]
fn a_pair_shares_its_key_with_its_copies_alone() {
    let play = |values: [&str; 2], ends: [&str; 2]| {
        let mut in_flight = PairsInFlight::default();
        let options = values.map(|value| vec![("A".to_owned(), value.to_owned())]);
        in_flight.push(PairInFlight::new(
            1,
            Variant::Extended,
            Opening::default(),
            options,
        ));
        let games = next_games(&mut in_flight, 2);
        assert!(in_flight.add(report(&games[1], "1-0", ends[1])).is_none());
        in_flight
            .add(report(&games[0], "1-0", ends[0]))
            .unwrap()
            .key()
    };
    let key = play(["1", "2"], ["mate", "time"]);
    assert_eq!(key, play(["1", "2"], ["mate", "time"]));
    // With the sides exchanged, the same games come in the other order.
    assert_eq!(key, play(["2", "1"], ["time", "mate"]));
    assert_ne!(key, play(["2", "1"], ["mate", "time"]));
    assert_ne!(key, play(["1", "3"], ["mate", "time"]));
}
