use super::*;
use crate::analysis::AnalysisSettings;
use crate::base::score::win_in;
use crate::eval::Networks;
use crate::search::Limits;

fn analyser(depth: usize) -> Analyser {
    Analyser::new(&AnalysisSettings {
        limits: Limits::depth(depth),
        multipv: 1,
        threads: 1,
        hash_megabytes: 1,
        networks: Networks::default(),
    })
    .unwrap()
}

fn game(spn: &str, turns: &[&str]) -> GameRecord {
    let mut game = GameRecord::from_text(Variant::Extended, spn).unwrap();
    for turn in turns {
        game.play(turn, Numbering::Official).unwrap();
    }
    game
}

fn analysed(game: &GameRecord, depth: usize) -> GameAnalysis {
    analyse(&mut analyser(depth), game, &|| false, &mut |_, _| {}).unwrap()
}

/// White's shatra can capture the biy in front of it.
const BIY_EN_PRISE: &str = "9/1/K6/7/7/3S3/3k3/7/1/9 w - - - - 40";

#[test]
fn the_capture_of_the_biy_ends_a_game() {
    let start = game(BIY_EN_PRISE, &[]);
    let captures = start.legal_texts(10);
    let capture = captures.iter().find(|text| text.contains(':')).unwrap();
    let analysis = analysed(&game(BIY_EN_PRISE, &[capture]), 3);
    let [only] = analysis.turns.as_slice() else {
        panic!("one turn was played: {analysis:?}");
    };
    assert_eq!(
        (only.number, only.side, only.mark),
        (40, Color::White, None)
    );
    assert_eq!(
        (only.best, only.played, only.loss),
        (win_in(1), win_in(1), 0)
    );
    let scores = analysis.white_scores().map(|(ply, score, _)| (ply, score));
    let scores: Vec<_> = scores.collect();
    assert_eq!(scores, [(0, win_in(1)), (1, win_in(0))]);
}

/// White's batyr can capture, or move to a square where it is captured.
const BATYR_MAY_BE_LOST: &str = "9/1/K6/7/3Q3/7/3s3/1s1k3/1/9 w - - - - 20";

#[test]
fn costly_turns_are_marked_and_the_best_turn_is_not() {
    let start = game(BATYR_MAY_BE_LOST, &[]);
    let scored: Vec<_> = start
        .legal_texts(usize::MAX)
        .iter()
        .map(|turn| analysed(&game(BATYR_MAY_BE_LOST, &[turn]), 3).turns[0].clone())
        .collect();
    let best = scored.iter().map(|turn| turn.best).max();
    for turn in &scored {
        let is_best = turn.lines[0].pv[0] == turn.turn;
        assert!(
            !is_best || turn.loss == 0 && turn.mark.is_none(),
            "{turn:?}"
        );
        assert_eq!(turn.mark.is_some(), !turn.better.is_empty(), "{turn:?}");
        assert!(turn.best <= best.unwrap());
    }
}

#[test]
fn an_interrupted_analysis_keeps_the_end_of_the_game() {
    let mut game = GameRecord::new(Variant::Original);
    for _ in 0..4 {
        let turn = game.legal_texts(1).remove(0);
        game.play(&turn, Numbering::Official).unwrap();
    }
    let searched = std::cell::Cell::new(0);
    let analysis = analyse(
        &mut analyser(2),
        &game,
        &|| searched.get() >= 3,
        &mut |done, _| searched.set(done),
    )
    .unwrap();
    assert!(!analysis.complete && analysis.end.is_some());
    let plies: Vec<_> = analysis.turns.iter().map(|turn| turn.ply).collect();
    assert!(
        plies.len() < 4 && plies.iter().eq(&[3, 4][2 - plies.len()..]),
        "{plies:?}"
    );
    assert_eq!(analysis.white.turns + analysis.black.turns, plies.len());
}

#[test]
fn moves_are_numbered_as_in_game_files() {
    let spn = "9/1/K6/7/7/7/7/k6/1/9 b - - - - 7";
    let start = game(spn, &[]);
    let first = start.legal_texts(1).remove(0);
    let mut all = game(spn, &[&first]);
    let second = all.legal_texts(1).remove(0);
    all.play(&second, Numbering::Official).unwrap();
    let analysis = analysed(&all, 1);
    let numbers: Vec<_> = analysis
        .turns
        .iter()
        .map(|turn| (turn.number, turn.side))
        .collect();
    assert_eq!(numbers, [(7, Color::Black), (8, Color::White)]);
}

#[test]
fn a_graph_numbers_the_moves_of_a_game_that_black_begins() {
    let bare = "9/1/K6/7/7/7/7/6k/1/9 b - - - - 7";
    let start = game(bare, &[]);
    let reply = start.legal_texts(1).remove(0);
    let chart = super::super::graph::chart(&analysed(&game(bare, &[&reply]), 1));
    let plotted: Vec<f64> = chart.series[0].points.iter().map(|(x, _)| *x).collect();
    assert_eq!(plotted, [7.5, 8.0]);
}

#[test]
fn a_bad_turn_of_an_opening_is_marked() {
    let mut game = GameRecord::new(Variant::Extended);
    game.play("d1-d6", Numbering::Official).unwrap();
    let analysis = analysed(&game, 8);
    assert!(analysis.turns[0].mark.is_some(), "{analysis:?}");
}

#[test]
fn every_marker_is_on_the_curve() {
    let mut game = GameRecord::new(Variant::Extended);
    for number in 0..60 {
        let all = game.legal_texts(usize::MAX);
        let Some(turn) = all.get((7 * number) % all.len().max(1)) else {
            break;
        };
        game.play(turn, Numbering::Official).unwrap();
    }
    let chart = super::super::graph::chart(&analysed(&game, 1));
    assert!(chart.markers.len() > 2, "{chart:?}");
    for marker in &chart.markers {
        let curve = &chart.series[0].points;
        assert!(
            curve.contains(&(marker.x, marker.y)),
            "{marker:?} is not on {curve:?}"
        );
    }
}
