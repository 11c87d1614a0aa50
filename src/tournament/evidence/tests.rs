use super::*;
use crate::tournament::{EngineSpec, GameReport, Results, Spec};

/// Returns a tournament of two engines with this many games in each encounter.
fn spec(games: u32) -> Spec {
    let engine = |name| {
        let words = [
            "cmd=x".to_owned(),
            format!("name={name}"),
            "nodes=1".to_owned(),
        ];
        EngineSpec::from_words(&[""; 0], &words).unwrap()
    };
    let spec = serde_json::json!({
        "version": 1, "event": "", "variant": "shatra",
        "engines": [engine("A"), engine("B")],
        "format": {"round-robin": {"rounds": 100}}, "games": games,
        "openings": {"source": "start", "random_order": false, "seed": 1},
        "terms": {"max_plies": 9, "no_progress": null, "resign": null, "draw": null},
        "sprt": {"elo0": 0.0, "elo1": 100.0, "alpha": 0.05, "beta": 0.05, "model": "normalized"},
    });
    serde_json::from_value(spec).unwrap()
}

/// Returns a game with these turns, won by White. An encounter has `games` games.
fn game(number: u32, games: u32, turns: &str) -> GameReport {
    let (encounter, index) = ((number - 1) / games + 1, (number - 1) % games);
    let [white, black] = if index % 2 == 0 {
        ["A", "B"]
    } else {
        ["B", "A"]
    };
    let turns = turns.split(' ');
    let turns = turns.map(|turn| serde_json::json!({"turn": turn, "ms": 1.0, "overhead_ms": 0.0}));
    let report = serde_json::json!({
        "game": number, "round": 1, "encounter": encounter, "variant": "shatra",
        "white": white, "black": black, "opening": {}, "result": "1-0", "end": "biy-captured",
        "detail": "", "turns": turns.collect::<Vec<_>>(), "started": "2026-01-01T00:00:00Z",
        "seconds": 1.0,
    });
    serde_json::from_value(report).unwrap()
}

/// Returns the results of games that are added in this order.
fn results(spec: &Spec, games: &[GameReport]) -> Results {
    let mut results = Results::new(spec, &Default::default());
    for report in games {
        results.add(report);
    }
    results
}

fn pairs(results: &Results) -> [u64; 5] {
    match results.counts(0) {
        Counts::Pairs { pairs, .. } => pairs.0,
        Counts::SingleGames(games) => panic!("{games:?}"),
    }
}

#[test]
fn a_pair_is_left_out_if_both_of_its_games_are_copies() {
    // Game 6 is new, so the pair of games 5 and 6 counts.
    let games = ["a", "b", "a", "b", "a", "c"];
    let games: Vec<_> = (1..)
        .zip(games)
        .map(|(number, turns)| game(number, 2, turns))
        .collect();
    let results = results(&spec(2), &games);
    assert_eq!(pairs(&results), [0, 0, 2, 0, 0]);
    assert_eq!(results.table.total(0).games(), 6);
    assert_eq!(results.evidence.table().total(0).games(), 4);
    let note = results.evidence.copies_note();
    let expected = "3 of 6 games are copies of earlier ones; ratings, intervals and the test leave \
                    out 1 pair of two copies";
    assert_eq!(note.as_deref(), Some(expected));
}

#[test]
fn a_test_is_not_decided_by_copies() {
    // A wins both games of each pair.
    let win = |number| {
        let turns = if number % 2 == 1 { "a" } else { "b" };
        let mut report = game(number, 2, turns);
        if number % 2 == 0 {
            report.result = crate::tournament::GameResult::BlackWins;
        }
        report
    };
    let copies: Vec<_> = (1..=200).map(win).collect();
    let (spec, games) = (spec(2), copies.len());
    let results = results(&spec, &copies);
    assert!(!spec.is_decided(&results), "{games} games");
    let llr = results.llr().unwrap();
    let alone = self::results(&spec, &copies[..2]);
    assert_eq!(Some(llr), alone.llr());
    // The same number of games without copies decides the test.
    let mut distinct = copies;
    for report in &mut distinct {
        report.turns[0].turn = report.game.to_string();
    }
    assert!(spec.is_decided(&self::results(&spec, &distinct)));
}

#[test]
fn the_order_in_which_games_end_does_not_matter() {
    let turns = ["a", "b", "a", "c", "a", "b", "d", "b", "a", "c", "d", "e"];
    for per_encounter in [1, 2, 3, 4] {
        let games = (1..).zip(turns);
        let games: Vec<_> = games
            .map(|(number, turns)| game(number, per_encounter, turns))
            .collect();
        let spec = spec(per_encounter);
        let straight = results(&spec, &games);
        for rotation in 1..games.len() {
            let mut order = games.clone();
            order.rotate_left(rotation);
            order[..7].reverse();
            let other = results(&spec, &order);
            assert_eq!(
                other.counts(0),
                straight.counts(0),
                "{per_encounter} {rotation}"
            );
            assert_eq!(other.fault_note(), straight.fault_note());
            let [one, two] = [&straight, &other].map(|results| &results.evidence);
            assert_eq!(one.table(), two.table(), "{per_encounter} {rotation}");
            assert_eq!(one.copies_note(), two.copies_note());
        }
    }
}

#[test]
fn a_copied_game_outside_pairs_is_left_out() {
    let games: Vec<_> = (1..=8).map(|number| game(number, 1, "a")).collect();
    let results = results(&spec(1), &games);
    assert_eq!(results.counts(0), Counts::SingleGames(Tally::new(1, 0, 0)));
    assert_eq!(results.table.total(0).wins, 8);
    let note = results.evidence.copies_note();
    assert!(note.is_some_and(|note| note.ends_with("leave out 7 copies outside pairs")));
}

/// Returns the end of the note on copies among games with these turns.
fn left_out(per_encounter: u32, turns: &[&str]) -> String {
    let games = (1..).zip(turns);
    let games: Vec<_> = games
        .map(|(number, turns)| game(number, per_encounter, turns))
        .collect();
    let note = results(&spec(per_encounter), &games).evidence.copies_note();
    let note = note.unwrap_or_default();
    let (_, end) = note.split_once("earlier ").unwrap_or_default();
    end.split_once("leave out ")
        .map_or(end, |(_, end)| end)
        .to_owned()
}

#[test]
fn the_copies_that_are_left_out_are_counted() {
    // A pair with one copy counts; the single game after it is a copy.
    for (turns, expected) in [
        (&["a", "b", "c", "a", "d", "c"][..], "1 copy outside pairs"),
        (
            &["a", "b", "c", "a", "b", "c"],
            "1 pair of two copies and 1 copy outside pairs",
        ),
        (
            &["a", "b", "c", "a", "d", "e"],
            "one; no pair consists of two copies",
        ),
        // The copy waits for the other game of its pair.
        (&["a", "b", "c", "a"], "1 copy outside pairs"),
    ] {
        assert_eq!(left_out(3, turns), expected, "{turns:?}");
    }
    let pairs = ["a", "b", "a", "b", "a", "b"];
    assert_eq!(left_out(2, &pairs), "2 pairs of two copies");
}

#[test]
fn a_test_counts_nothing_before_a_pair_is_complete() {
    // The first games of many pairs, as with many concurrent games.
    let first = |number: u32| game(2 * number - 1, 2, &number.to_string());
    let games: Vec<_> = (1..=64).map(first).collect();
    let first_games = results(&spec(2), &games);
    assert_eq!(first_games.llr(), Some(0.0));
    assert!(first_games.counts(0).elo().is_some());
    let history = first_games.evidence.history(0);
    let (_, sprt) = first_games.sprt.unwrap();
    assert!(history.iter().all(|(_, counts)| counts.llr(&sprt) == 0.0));
    // Games that form no pairs count one by one.
    let games: Vec<_> = (1..=64)
        .map(|number| game(number, 1, &number.to_string()))
        .collect();
    assert_ne!(results(&spec(1), &games).llr(), Some(0.0));
}
