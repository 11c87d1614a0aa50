//! The values of the tables are those of the solver of `tests/slow/endgame`, which shares no code
//! with them: it uses the slow rules and works backwards from the ends.

use std::collections::BTreeMap;

use batyr::rules::Game;
use batyr::rules::shatra::{Position, RuleSet};
use batyr::tables::{Lookup, TableGame, TableSet, Value};

use crate::slow::endgame::{Class, EndgameTable, Ending, Value as SlowValue};
use crate::slow::{self, fixture};
use crate::solved::{all_solved, assert_verified, solved};
use crate::support::position;
use crate::support::rule_sets::test_each_rule_set;

/// Returns the value as the second solver states it.
fn as_slow(value: Value) -> SlowValue {
    let turns = value.turns().map(i32::unsigned_abs);
    match (value, turns) {
        (Value::Win(_), Some(turns)) => SlowValue::Win(turns),
        (Value::Loss(_), Some(turns)) => SlowValue::Loss(turns),
        _ => SlowValue::Draw,
    }
}

/// Returns the ending with the values that the tables have of it.
fn probed<R: RuleSet>(tables: &TableSet<Position<R>>, ending: &Ending) -> Ending {
    let position: Position<R> = position(&ending.spn);
    let probe = tables.probe(&position).unwrap();
    let turns = probe.turns.iter().filter(|(_, value)| match probe.value {
        Value::Win(_) => matches!(value, Value::Win(_)),
        Value::Loss(_) => true,
        Value::Draw => false,
    });
    let texts = turns.map(|&(turn, value)| (position.turn_text(turn), value.turns().unwrap()));
    Ending {
        spn: ending.spn.clone(),
        value: as_slow(probe.value),
        turns: texts.collect(),
    }
}

/// Compares the sampled endings of three men with the tables, and returns how many of them the
/// tables hold: those without a temdek.
fn compare_sample<R: RuleSet>(tables: &TableSet<Position<R>>) -> usize {
    let rule_set = slow::RuleSet::from_id(R::RULES.id).unwrap();
    let lines = fixture::lines("endings", rule_set);
    let mut compared = 0;
    for ending in lines.iter().map(|fields| Ending::parse(fields)) {
        let position: Position<R> = position(&ending.spn);
        if position.lookup() == Lookup::Table {
            let found = probed(tables, &ending);
            assert_eq!(found.value, ending.value, "{}", ending.spn);
            assert_eq!(found.turns, ending.turns, "{}", ending.spn);
            compared += 1;
        } else {
            tables.probe(&position).unwrap_err();
        }
    }
    compared
}

fn check_sample<R: RuleSet>() {
    let tables = all_solved::<Position<R>>(3);
    let compared = compare_sample(&tables);
    assert!(compared > 100, "only {compared} endings without a temdek");
}

// Each solves about three million positions.
test_each_rule_set!(#[ignore = "slow in a build without optimization"] sampled_endings_have_the_values_of_the_second_solver, R, _seed => check_sample::<R>());

/// Compares two bare biys, in each of their positions and with each clock.
fn check_bare_biys<R: RuleSet>() {
    let tables = solved::<Position<R>>(&["KvK"]);
    assert!(assert_verified(&tables) > 2000);
    let rule_set = slow::RuleSet::from_id(R::RULES.id).unwrap();
    let others = Vec::new();
    let slow_table = EndgameTable::solve(&Class { rule_set, others });
    let mut compared = BTreeMap::new();
    for (slow_position, value) in slow_table.values() {
        let position: Position<R> = position(&slow_position.to_spn());
        if position.lookup() == Lookup::Table && !position.is_biy_lost() {
            let found = tables.value(&position).unwrap();
            assert_eq!(as_slow(found), value, "{position}");
            *compared.entry(position.halfmove_clock()).or_insert(0) += 1;
        }
    }
    let clocks = usize::from(R::RULES.bare_biys_draw.unwrap_or(0)) + 1;
    assert_eq!(compared.len(), clocks, "{compared:?}");
    assert!(
        compared.values().all(|&count| count >= 62 * 61),
        "{compared:?}"
    );
}

test_each_rule_set!(bare_biys_have_the_values_of_the_second_solver, R, _seed => check_bare_biys::<R>());

/// Compares every position of three men without a temdek that counts (every one at all, in
/// Online), and all that follow from them.
fn check_three_men<R: RuleSet>() {
    let tables = all_solved::<Position<R>>(3);
    let rule_set = slow::RuleSet::from_id(R::RULES.id).unwrap();
    for class in Class::all_of_three(rule_set) {
        let slow_table = EndgameTable::solve(&class);
        let (mut compared, mut left_out) = (0, 0);
        for (slow_position, value) in slow_table.values() {
            let position: Position<R> = position(&slow_position.to_spn());
            if position.lookup() == Lookup::Table {
                let found = tables.value(&position).unwrap();
                assert_eq!(as_slow(found), value, "{position}");
                compared += 1;
            } else {
                left_out += 1;
            }
        }
        println!(
            "{} {:?}: {compared} compared, {left_out} with a temdek",
            rule_set.id(),
            class.others
        );
        assert!(compared >= 2 * 62 * 61 * 60);
    }
}

test_each_rule_set!(#[ignore = "slow: the second solver takes minutes"] three_men_have_the_values_of_the_second_solver, R, _seed => check_three_men::<R>());
