use super::*;
use crate::game::Variant;
use crate::puzzles::fakes::{EFFORT, FakeProver, FakeSearch};

/// White has two equal shatras in reserve.
const DROPS: &str = "SS7/1/K6/7/7/7/7/k6/1/9 w T";

/// Returns the position of the drops, its choices, and the two drops onto d7.
fn drops() -> (GameRecord, Choices, [String; 2]) {
    let game = GameRecord::from_text(Variant::Extended, DROPS).unwrap();
    let choices = Choices::of(&game).unwrap();
    let mut turns = game.legal_texts(usize::MAX);
    turns.retain(|turn| turn.ends_with("-d7"));
    turns.sort();
    (game, choices, turns.try_into().unwrap())
}

/// Returns the only turn of the position of the drops, and what the search was asked.
fn only_turn(points: fn(&str) -> i32, prover: FakeProver) -> (Option<OnlyTurn>, Vec<String>) {
    only_turn_of_goals(points, prover, &|_| true)
}

/// Returns the same where only some goals are accepted.
fn only_turn_of_goals(
    points: fn(&str) -> i32,
    mut prover: FakeProver,
    accepts: &dyn Fn(Goal) -> bool,
) -> (Option<OnlyTurn>, Vec<String>) {
    let (game, choices, _) = drops();
    let mut searches = FakeSearch::new(points);
    let mut judge = Judge {
        searches: &mut searches,
        prover: &mut prover,
        effort: EFFORT,
        stop: &|| false,
    };
    let only = judge.only_turn(&game, &choices, accepts).unwrap();
    (only, searches.log)
}

/// The first drop onto d7 wins, the second does not, and the next best turn is b6.
fn first_drop_wins(turn: &str) -> i32 {
    match turn {
        "d1-d7" => 1000,
        "e1-f6" => 200,
        _ => 100,
    }
}

#[test]
fn the_searches_for_a_second_solution_begin_with_different_tables() {
    let (only, log) = only_turn(first_drop_wins, FakeProver::default());
    assert_eq!(only.unwrap().proof, Proof::Searched);
    let mut since_clear = Vec::new();
    let mut before_others = Vec::new();
    for asked in log {
        match asked.as_str() {
            "clear" => since_clear.clear(),
            "other 30" => before_others.push(since_clear.clone()),
            _ => since_clear.push(asked),
        }
    }
    let expected: [&[&str]; 3] = [&[], &["only d1-d7 10"], &["only e1-f6 10"]];
    assert_eq!(before_others, expected);
}

#[test]
fn a_solution_is_worth_more_than_the_least() {
    let solved = |points: fn(&str) -> i32| only_turn(points, FakeProver::default()).0.is_some();
    assert!(!solved(|turn| if turn == "d1-d7" { 899 } else { 100 }));
    assert!(solved(|turn| if turn == "d1-d7" { 900 } else { 100 }));
    assert!(!solved(|turn| if turn == "d1-d7" { 399 } else { 10 }));
    assert!(solved(|turn| if turn == "d1-d7" { 400 } else { 10 }));
}

#[test]
fn nothing_is_checked_for_a_goal_that_is_declined() {
    let is_saved = |goal| goal == Goal::Save;
    let (only, log) = only_turn_of_goals(first_drop_wins, FakeProver::default(), &is_saved);
    assert_eq!(only, None);
    assert_eq!(log, ["clear", "best 50", "other 50"]);
}

#[test]
fn drops_of_equal_men_are_one_solution() {
    let (_, _, [own, twin]) = drops();
    let points = |turn: &str| if turn.ends_with("-d7") { 1000 } else { 100 };
    let (only, _) = only_turn(points, FakeProver::default());
    let only = only.unwrap();
    assert_eq!(
        (only.goal, &only.turn, &only.also[..]),
        (Goal::Win, &own, &[twin][..])
    );
}

#[test]
fn a_proof_of_an_equal_mans_drop_is_none_of_the_turn() {
    let (_, _, [own, twin]) = drops();
    let prover = |first: &String, winning: &[(u32, &String)]| FakeProver {
        win: Some(first.clone()),
        winning: winning
            .iter()
            .map(|&(moves, turn)| (moves, turn.clone()))
            .collect(),
        won: Vec::new(),
    };
    let proved = |prover| {
        let (only, _) = only_turn(first_drop_wins, prover);
        only.map(|only| (only.proof, only.wins_in, only.no_other_in, only.also))
    };
    let (also, none) = (vec![twin.clone()], Vec::new());
    assert_eq!(
        proved(prover(&twin, &[(2, &twin)])),
        Some((Proof::Searched, None, None, also.clone()))
    );
    // The turn itself takes one more.
    assert_eq!(
        proved(prover(&twin, &[(2, &twin), (3, &own)])),
        Some((Proof::Proved, Some(3), Some(4), also.clone()))
    );
    assert_eq!(
        proved(prover(&own, &[(2, &own), (4, &twin)])),
        Some((Proof::Proved, Some(2), Some(4), also))
    );
    assert_eq!(
        proved(prover(&own, &[(2, &own)])),
        Some((Proof::Proved, Some(2), Some(4), none))
    );
    let other = "e1-f6".to_owned();
    assert_eq!(proved(prover(&own, &[(2, &own), (3, &other)])), None);
}

#[test]
fn every_turn_that_does_not_count_as_the_solution_is_proved_to_lose() {
    let (game, choices, [own, twin]) = drops();
    let after = |turn: &String| {
        let mut after = game.clone();
        after.play(turn, Numbering::Official).unwrap();
        after.without_history().key()
    };
    let proof = |points: fn(&str) -> i32, unproved: &[&String]| {
        let others = choices.iter().flat_map(|choice| &choice.turns);
        let others = others.filter(|turn| !unproved.contains(turn));
        let won = others.map(after).collect();
        let prover = FakeProver {
            won,
            ..FakeProver::default()
        };
        let only = only_turn(points, prover).0.unwrap();
        (only.goal, only.proof, only.also)
    };
    let one = |turn: &str| if turn == "d1-d7" { 500 } else { 0 };
    let both = |turn: &str| if turn.ends_with("-d7") { 500 } else { 0 };
    assert_eq!(proof(one, &[&own]), (Goal::Save, Proof::Proved, Vec::new()));
    assert_eq!(
        proof(one, &[&own, &twin]),
        (Goal::Save, Proof::Searched, Vec::new())
    );
    assert_eq!(
        proof(both, &[&own, &twin]),
        (Goal::Save, Proof::Proved, vec![twin])
    );
}

#[test]
fn a_table_lets_drops_of_equal_men_be_one_solution() {
    let (_, choices, [own, twin]) = drops();
    let turns = choices.iter().flat_map(|choice| choice.turns.clone());
    let value = |turn: &String| match [&own, &twin].contains(&turn) {
        true => Value::Win(5),
        false => Value::Draw,
    };
    let mut values: Vec<_> = turns.map(|turn| (turn.clone(), value(&turn))).collect();
    values.sort_by_key(|(_, value)| *value == Value::Draw);
    let only = only_turn_by_table(&choices, &values).unwrap();
    let mut texts = only.texts();
    texts.sort();
    assert_eq!(texts, [own, twin]);
}

#[test]
fn a_goal_is_reached_by_one_turn_alone() {
    assert_eq!(goal_of(1000, 500), Some(Goal::Win));
    assert_eq!(goal_of(1000, 650), None);
    assert_eq!(goal_of(900, 560), None);
    assert_eq!(goal_of(500, 100), Some(Goal::Save));
    assert_eq!(goal_of(500, 160), None);
    assert_eq!(goal_of(340, 0), None);
    assert_eq!(goal_of(700, 400), None);
}

#[test]
fn a_table_tells_whether_a_turn_is_the_only_one() {
    let game = GameRecord::from_text(Variant::Shatar, "7k/p7/8/8/8/8/8/KR6 w").unwrap();
    let choices = Choices::of(&game).unwrap();
    let values = |won: &[&str], others: Value| -> Vec<(String, Value)> {
        let mut values: Vec<_> = won
            .iter()
            .map(|turn| ((*turn).to_owned(), Value::Win(5)))
            .collect();
        let rest = choices.iter().flat_map(|choice| &choice.turns);
        let rest = rest.filter(|turn| !won.contains(&turn.as_str()));
        values.extend(rest.map(|turn| (turn.clone(), others)));
        values
    };
    let only = only_turn_by_table(&choices, &values(&["b1b2"], Value::Draw)).unwrap();
    assert_eq!(
        (only.turn.as_str(), only.goal, only.wins_in),
        ("b1b2", Goal::Win, Some(3))
    );
    assert!(only_turn_by_table(&choices, &values(&["b1b2", "b1b3"], Value::Draw)).is_none());
    assert!(only_turn_by_table(&choices, &values(&[], Value::Draw)).is_none());
    assert!(only_turn_by_table(&choices, &values(&[], Value::Loss(4))).is_none());
}
