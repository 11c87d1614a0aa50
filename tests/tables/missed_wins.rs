//! How often a search without tables misses a win that the tables know; with them, it never does.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use batyr::eval::{EvaluatedPosition, NetworkEvaluator};
use batyr::rules::Game;
use batyr::rules::shatra::{Position, RuleSet, Turn};
use batyr::search::{Control, Limits, NullSink, Request, SearchGame, Searcher};
use batyr::tables::{Class, TableFolder, TableGame, TableSet, Value};

use crate::support::Random;
use crate::support::rule_sets::test_each_rule_set;

/// The command that measures with the tables of a rule set in a folder.
const COMMAND: &str = "TABLES=tables cargo test --release --test tables wins_missed_without_tables::original -- --ignored --nocapture";
const POSITIONS: usize = 1000;
const TIME: Duration = Duration::from_millis(100);

/// Returns positions drawn at random that the side to move wins, though not at once.
fn won_positions<P: TableGame>(tables: &TableSet<P>) -> Vec<P> {
    let classes: Vec<_> = Class::<P>::all(4);
    let classes: Vec<_> = classes
        .into_iter()
        .filter(|class| class.men() == 4)
        .collect();
    let mut random = Random::new(100);
    let mut positions = Vec::new();
    while positions.len() < POSITIONS {
        let layout = tables
            .table(classes[random.below(classes.len())])
            .unwrap()
            .layout();
        let placement = layout.placement(random.below(layout.entries()));
        let position = placement.and_then(|placement| layout.position(&placement));
        let is_won = |position: &P| {
            !position.is_lost() && matches!(tables.value(position), Ok(Value::Win(2..)))
        };
        positions.extend(position.filter(is_won));
    }
    positions
}

/// Returns how many of the wins the searcher gives away with its first turn.
fn missed<R: RuleSet>(
    searcher: &mut Searcher<Position<R>, NetworkEvaluator<Position<R>>>,
    tables: &TableSet<Position<R>>,
    positions: &[Position<R>],
) -> usize
where
    Position<R>: EvaluatedPosition + SearchGame + Game<Move = Turn>,
{
    let misses = positions.iter().filter(|position| {
        searcher.clear();
        let request = Request::new(**position, Limits::movetime(TIME));
        let outcome = searcher.search(&request, &Control::new(), &mut NullSink);
        let turn = outcome.best.unwrap();
        !matches!(tables.value(&position.after(turn)), Ok(Value::Loss(_)))
    });
    misses.count()
}

fn measure<R: RuleSet>()
where
    Position<R>: EvaluatedPosition + SearchGame + Game<Move = Turn>,
{
    let folder = std::env::var_os("TABLES").expect(COMMAND);
    let tables = TableFolder::new(PathBuf::from(folder)).open::<Position<R>>();
    assert!(tables.max_men() >= 4, "no tables of four men: {COMMAND}");
    let tables = Arc::new(tables);
    let positions = won_positions(&tables);
    let mut searcher = Searcher::new(1, 16, NetworkEvaluator::default()).unwrap();
    let without = missed(&mut searcher, &tables, &positions);
    searcher.set_endgame_tables(Some(tables.clone()));
    let with = missed(&mut searcher, &tables, &positions);
    println!(
        "{}: of {POSITIONS} wins, {without} missed without tables, {with} with them",
        R::RULES.id
    );
    assert_eq!(with, 0);
}

test_each_rule_set!(#[ignore = "a measurement; needs tables of four men"] wins_missed_without_tables, R, _seed => measure::<R>());
