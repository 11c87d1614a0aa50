//! Entries of large tables, drawn at random, follow from those of the positions after each turn that
//! the slow rules list.

use std::path::PathBuf;

use batyr::rules::shatra::{Position, RuleSet};
use batyr::tables::{Class, TableFolder, TableGame, TableSet, Value};

use crate::slow;
use crate::solved::solved;
use crate::support::rule_sets::test_each_rule_set;
use crate::support::{Random, position};

/// The command that checks the tables of a rule set in a folder.
const COMMAND: &str = "TABLES=tables cargo test --release --test tables drawn_from_a_folder_follow_from_the_slow_rules::original -- --ignored --nocapture";

/// Returns the value that follows from the turns of the slow rules; `None` without turns.
fn value_by_slow_rules<R: RuleSet>(
    tables: &TableSet<Position<R>>,
    found: &Position<R>,
) -> Option<Value> {
    if found.is_biy_lost() {
        return None;
    }
    let rule_set = slow::RuleSet::from_id(R::RULES.id).unwrap();
    let slow_position = slow::Position::from_spn(rule_set, &found.to_string()).unwrap();
    let values = slow_position.turns().into_iter().map(|turn| {
        let after: Position<R> = position(&slow_position.play(&turn).to_spn());
        tables.value(&after).unwrap().before()
    });
    values.reduce(Value::better)
}

/// Compares this number of entries, drawn at random from all tables of this number of men, the large
/// ones more often, with `expected`, which returns `None` for a position without turns. Returns how
/// many tables have been drawn from.
pub fn check<P: TableGame>(
    tables: &TableSet<P>,
    men: usize,
    count: usize,
    expected: impl Fn(&P) -> Option<Value>,
) -> usize {
    let classes = Class::<P>::all(men).into_iter();
    let of_these_men = classes.filter(|class| class.men() == men);
    let tables_to_check: Vec<_> = of_these_men
        .filter_map(|class| tables.table(class))
        .collect();
    let entries = |table: &&_| -> usize { batyr::tables::Table::layout(*table).entries() };
    let all: usize = tables_to_check.iter().map(entries).sum();
    let mut random = Random::new(52);
    let mut checked = vec![0; tables_to_check.len()];
    while checked.iter().sum::<usize>() < count {
        let mut lot = random.below(all);
        let mut number = 0;
        while lot >= entries(&tables_to_check[number]) {
            lot -= entries(&tables_to_check[number]);
            number += 1;
        }
        let layout = tables_to_check[number].layout();
        let placement = layout.placement(lot);
        let Some(position) = placement.and_then(|placement| layout.position(&placement)) else {
            continue;
        };
        if let Some(expected) = expected(&position) {
            assert_eq!(tables.value(&position).unwrap(), expected, "{position}");
            checked[number] += 1;
        }
    }
    for (table, checked) in tables_to_check.iter().zip(&checked) {
        println!("{} {}: {checked} entries", P::RULES.id(), table.class());
    }
    checked.iter().filter(|&&checked| checked > 0).count()
}

fn check_three_men<R: RuleSet>() {
    let tables = solved::<Position<R>>(&["KvK", "KQvK"]);
    assert_eq!(
        check(&tables, 3, 300, |found| value_by_slow_rules(&tables, found)),
        1
    );
}

test_each_rule_set!(entries_of_three_men_follow_from_the_slow_rules, R, _seed => check_three_men::<R>());

fn check_folder<R: RuleSet>() {
    let folder = std::env::var_os("TABLES").expect(COMMAND);
    let tables = TableFolder::new(PathBuf::from(folder)).open::<Position<R>>();
    let classes = Class::<Position<R>>::all(4).into_iter();
    let of_four = classes.filter(|class| class.men() == 4).count();
    assert!(tables.max_men() >= 4, "no tables of four men: {COMMAND}");
    let drawn_from = check(&tables, 4, 100_000, |found| {
        value_by_slow_rules(&tables, found)
    });
    assert_eq!(drawn_from, of_four);
}

test_each_rule_set!(#[ignore = "needs tables of four men"] entries_drawn_from_a_folder_follow_from_the_slow_rules, R, _seed => check_folder::<R>());
