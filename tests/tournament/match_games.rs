//! Games of the tournament runner between sound engines: complete games in each dialect, with
//! clocks, pondering and interruptions.

use std::time::Duration;

use crate::test_game::{TestGame, batyr_slot};
use ::batyr::game::Variant;
use ::batyr::tournament::{
    AdjudicationRules, GameResult, LogFile, Opening, ReportedScore, RunControl, Termination,
    TurnReport,
};

#[test]
fn complete_games_are_played_in_each_dialect() {
    for (white, black) in [("uci", "ucci"), ("ucci", "ushi"), ("ushi", "uci")] {
        let mut test_game = TestGame::new(Variant::Extended);
        let mut white = batyr_slot(&["name=A", &format!("proto={white}"), "nodes=300"]);
        let mut black = batyr_slot(&["name=B", &format!("proto={black}"), "nodes=300"]);
        let report = test_game.play(&mut white, &mut black);
        assert!(!report.end.is_fault(), "{}", report.detail);
        assert_ne!(report.result, GameResult::Unfinished);
        assert!(report.warnings.is_empty(), "{:?}", report.warnings);
        assert!(report.turns.len() > 10, "{}", report.detail);
        for turn in &report.turns {
            assert!(turn.score.is_some() && turn.depth.is_some() && turn.nodes.is_some());
            assert!(turn.charged_ms > 0.0);
        }
        assert_eq!(test_game.reported, report.turns);
    }
}

#[test]
fn a_node_limit_makes_games_reproducible() {
    let game = || {
        let mut test_game = TestGame::new(Variant::Original);
        let mut white = batyr_slot(&["name=A", "nodes=200"]);
        let mut black = batyr_slot(&["name=B", "nodes=150"]);
        // The second game of the same engines is the one that is compared.
        test_game.play(&mut black, &mut white);
        let report = test_game.play(&mut white, &mut black);
        let turns: Vec<String> = report.turns.into_iter().map(|turn| turn.turn).collect();
        (turns, report.end)
    };
    assert_eq!(game(), game());
}

#[test]
fn long_chains_are_played_jump_by_jump() {
    // Every legal turn is a chain of four jumps or more.
    for (variant, position) in [
        (
            Variant::Extended,
            "1Q7/1/KS1S3/2S2R1/5B1/1s1q3/7/1ss1sss/k/1rbs1ss1s b Tt",
        ),
        (
            Variant::Original,
            "S8/K/1SS1S1S/5SS/6s/1s2ss1/s2sss1/5ks/1/8s w Tt",
        ),
    ] {
        let mut test_game = TestGame::new(variant);
        test_game.opening = Opening {
            position: Some(position.to_owned()),
            ..Opening::default()
        };
        let mut white = batyr_slot(&["name=A", "proto=ushi", "tc=20+0.1", "nodes=500"]);
        let mut black = batyr_slot(&["name=B", "proto=ushi", "st=1", "nodes=500"]);
        let report = test_game.play(&mut white, &mut black);
        assert!(!report.end.is_fault(), "{}", report.detail);
        assert!(report.warnings.is_empty(), "{:?}", report.warnings);
        let jumps = |turn: &str| turn.matches(':').count();
        let first = report.turns.first().map(|turn| jumps(&turn.turn));
        assert!(first >= Some(4), "{:?}", report.turns);
    }
}

#[test]
fn clocks_run_and_pondering_is_not_charged() {
    let mut test_game = TestGame::new(Variant::Extended);
    test_game.adjudication.max_turns = 20;
    let logs = ["white", "black"].map(|side| {
        std::env::temp_dir().join(format!("batyr-pondering-{side}-{}", std::process::id()))
    });
    let log = |side: usize| LogFile {
        path: logs[side].clone(),
        limit: 1 << 30,
    };
    let mut white = batyr_slot(&["name=A", "tc=5+0.05", "ponder"]).with_log(log(0));
    let mut black = batyr_slot(&["name=B", "proto=ucci", "tc=5/2", "ponder"]).with_log(log(1));
    let report = test_game.play(&mut white, &mut black);
    // With clocks, the moves depend on the machine: a biy may be captured early, but not before
    // the next period of Black's time control.
    assert!(!report.end.is_fault(), "{}", report.detail);
    assert!(report.turns.len() > 10, "{}", report.detail);
    assert!(report.warnings.is_empty(), "{:?}", report.warnings);
    let mut remaining_ms = [5000.0, 2000.0];
    for (ply, turn) in report.turns.iter().enumerate() {
        let clock = &mut remaining_ms[ply % 2];
        *clock = match (ply % 2, ply / 2 + 1) {
            (0, _) => *clock - turn.charged_ms + 50.0,
            (_, 5 | 10) => *clock - turn.charged_ms + 2000.0,
            _ => *clock - turn.charged_ms,
        };
        assert!((*clock - turn.clock_ms.unwrap()).abs() < 0.01, "ply {ply}");
    }
    for (slot, path) in [(white, &logs[0]), (black, &logs[1])] {
        drop(slot);
        let log = std::fs::read_to_string(path).unwrap();
        std::fs::remove_file(path).unwrap();
        assert!(log.contains("> go ponder "), "{log}");
        assert!(log.contains("> ponderhit"), "{log}");
        assert_eq!(
            log.matches("> go").count(),
            log.matches("< bestmove").count()
        );
    }
}

#[test]
fn a_stopped_runner_leaves_a_game_unfinished() {
    let mut test_game = TestGame::new(Variant::Extended);
    let control = RunControl::new();
    let mut white = batyr_slot(&["name=A", "st=60"]);
    let mut black = batyr_slot(&["name=B", "nodes=10"]);
    let report = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(700));
            control.stop();
        });
        test_game.play_until(&mut white, &mut black, &control)
    });
    assert_eq!(report.end, Termination::Interrupted);
    assert_eq!(report.result, GameResult::Unfinished);
    assert!(report.seconds < 5.0);
    assert!(!white.is_running());
}

#[test]
fn an_invalid_opening_is_reported() {
    let mut test_game = TestGame::new(Variant::Extended);
    test_game.opening.turns = vec!["d1-d6".to_owned(), "a1-a9".to_owned()];
    let mut white = batyr_slot(&["name=A", "nodes=10"]);
    let mut black = batyr_slot(&["name=B", "nodes=10"]);
    let report = test_game.play(&mut white, &mut black);
    assert_eq!(report.end, Termination::Interrupted);
    assert!(
        report.detail.contains("turn 2 of the opening"),
        "{}",
        report.detail
    );
}

#[test]
fn adjudication_ends_games() {
    let mut test_game = TestGame::new(Variant::Extended);
    test_game.adjudication = AdjudicationRules {
        no_progress: Some(1),
        ..AdjudicationRules::default()
    };
    let mut white = batyr_slot(&["name=A", "nodes=100"]);
    let mut black = batyr_slot(&["name=B", "nodes=100"]);
    let report = test_game.play(&mut white, &mut black);
    assert_eq!(report.end, Termination::NoProgress);
    assert_eq!(report.result, GameResult::Draw);
    let score = report.turns[0].score;
    assert!(matches!(score, Some(ReportedScore::Cp(_))), "{score:?}");
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Plays two games at the same time, as a tournament does, and returns their turns.
fn turns_of_two_games(words: &'static [&'static str]) -> Vec<TurnReport> {
    let game = || {
        let mut test_game = TestGame::new(Variant::Extended);
        let (mut white, mut black) = (batyr_slot(words), batyr_slot(words));
        let report = test_game.play(&mut white, &mut black);
        assert!(!report.end.is_fault(), "{}", report.detail);
        report.turns
    };
    std::thread::scope(|scope| {
        let games = [scope.spawn(game), scope.spawn(game)];
        games
            .into_iter()
            .flat_map(|game| game.join().unwrap())
            .collect()
    })
}

#[test]
#[ignore = "slow: a measurement; needs an optimized build and an idle machine"]
fn the_runner_adds_little_time() {
    let turns = turns_of_two_games(&["name=A", "st=0.02", "timemargin=1000"]);
    let overhead = median(turns.iter().map(|turn| turn.overhead_ms).collect());
    let late = median(turns.iter().map(|turn| turn.charged_ms - 20.0).collect());
    // With a limit of depth, the last `info` line arrives with the move.
    let deep = turns_of_two_games(&["name=A", "depth=5"]);
    let reported = |turn: &TurnReport| (turn.charged_ms - turn.reported_ms.unwrap() as f64).abs();
    let reported = median(deep.iter().map(reported).collect());
    println!(
        "{} turns: overhead {overhead:.3} ms, {late:.3} ms late; \
         {} turns: {reported:.3} ms from the engine's own measurement",
        turns.len(),
        deep.len()
    );
    assert!(overhead < 1.0, "{overhead} ms between two turns");
    assert!(late < 2.0, "{late} ms after the engine's time");
    assert!(reported < 2.0, "{reported} ms between the clocks");
}
