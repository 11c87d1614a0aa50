//! The tables of Shatranj and Shatar against slow rules: every position of three men, and larger
//! tables by lot. The ends of a game are those of protocol/SHATRANJ-SHATAR.md, stated once more.

use std::path::PathBuf;

use batyr::base::Color;
use batyr::game::Variant;
use batyr::rules::board8::{Kind, Man, Position, RuleSet, Setup};
use batyr::tables::{TableFolder, TableSet, TableSource, Value};

use crate::board8_games::for_each_board8_game;
use crate::board8_slow::{after_moves, checkers, men_of};
use crate::drawn_at_random;

/// The command that checks the tables in a folder.
const COMMAND: &str = "TABLES=tables cargo test --release --test tables drawn_from_a_folder_follow_from_the_slow_moves -- --ignored --nocapture";

/// Returns the value of a position in which a side has its king alone and the game has ended.
fn end_by_baring<R: RuleSet>(setup: &Setup) -> Option<Value> {
    let me = setup.to_move;
    let [mine, theirs] = [me, !me].map(|side| men_of(setup, side).len());
    if mine > 1 && theirs > 1 {
        return None;
    }
    match (R::RULES.id, mine, theirs) {
        ("shatar" | "shatar-fairy", _, _) => Some(Value::Draw),
        ("shatranj", 1, 1) => Some(Value::Draw),
        ("shatranj-fairy", 1, 1) => None,
        // A bared side that is not to move has had its reply.
        (_, _, 1) => Some(Value::Win(1)),
        (_, 1, 3..) => Some(Value::Loss(0)),
        ("shatranj-fairy", _, _) => None,
        _ => {
            let takes_the_last = |after: &Setup| men_of(after, !me).len() == 1;
            let is_bared_in_return = after_moves::<R>(setup).iter().any(takes_the_last);
            Some(match is_bared_in_return {
                true => Value::Draw,
                false => Value::Loss(0),
            })
        }
    }
}

/// Returns the value of a position without a legal move.
fn end_without_moves<R: RuleSet>(setup: &Setup) -> Value {
    let checkers = checkers::<R>(setup, setup.to_move);
    let has_shak = setup.series.has_shak(!setup.to_move);
    match R::RULES.id {
        "shatranj" | "shatranj-fairy" => Value::Loss(0),
        _ if checkers.is_empty() => Value::Draw,
        "shatar" if setup.series.is_check_by_mori() => Value::Draw,
        "shatar-fairy" if checkers.iter().all(|&kind| kind == Kind::Knight) => Value::Win(1),
        _ if has_shak => Value::Loss(0),
        _ => Value::Draw,
    }
}

/// Returns the value of a position of at most three men by the rules alone.
fn value_of_three<R: RuleSet>(setup: &Setup) -> Value {
    if let Some(end) = end_by_baring::<R>(setup) {
        return end;
    }
    let after = after_moves::<R>(setup);
    if after.is_empty() {
        return end_without_moves::<R>(setup);
    }
    // Bare kings that always have a move play on for ever.
    if men_of(setup, Color::White).len() + men_of(setup, Color::Black).len() == 2 {
        return Value::Draw;
    }
    let values = after.iter().map(|next| value_of_three::<R>(next).before());
    values.reduce(Value::better).unwrap()
}

/// Returns whether a position can be on the board.
fn is_legal<R: RuleSet>(setup: &Setup) -> bool {
    let pawns = setup.squares.iter().enumerate();
    let mut pawns = pawns.filter(|(_, man)| man.is_some_and(|man| man.kind == Kind::Pawn));
    checkers::<R>(setup, !setup.to_move).is_empty()
        && !pawns.any(|(square, _)| matches!(square / 8, 0 | 7))
}

/// Compares every `stride`-th position of two kings and a man.
fn check_three_men<R: RuleSet>(stride: usize) {
    let tables = TableSource::Shipped.open::<Position<R>>().unwrap();
    let king = |color| Man {
        color,
        kind: Kind::King,
    };
    let mut compared = [0; 3];
    for number in (0..64 * 64 * 64 * 2 * 2 * 5).step_by(stride) {
        let (rest, white, black) = (number / 4096, number % 64, number / 64 % 64);
        let (rest, square) = (rest / 64, rest % 64);
        let (rest, color) = (rest / 2, Color::ALL[rest % 2]);
        let man = Man {
            color,
            kind: Kind::ALL[rest / 2],
        };
        let mut setup = Setup::EMPTY;
        setup.to_move = Color::ALL[rest % 2];
        setup.squares[square] = Some(man);
        setup.squares[white] = Some(king(Color::White));
        setup.squares[black] = Some(king(Color::Black));
        if white == black || square == white || square == black {
            continue;
        }
        let position = setup.position::<R>();
        assert_eq!(position.is_ok(), is_legal::<R>(&setup), "{setup:?}");
        let Ok(position) = position else { continue };
        let value = tables.value(&position).unwrap();
        assert_eq!(value, value_of_three::<R>(&position.setup()), "{position}");
        compared[(value.preference().signum() + 1) as usize] += 1;
    }
    let [lost, drawn, won] = compared;
    println!("{}: {won} won, {drawn} drawn, {lost} lost", R::RULES.id);
    assert!(drawn + won + lost > 1_000_000 / stride);
}

#[test]
fn three_men_have_the_values_of_the_slow_moves() {
    for_each_board8_game!(check_three_men(211));
}

#[test]
#[ignore = "slow in a build without optimization"]
fn all_of_three_men_have_the_values_of_the_slow_moves() {
    for_each_board8_game!(check_three_men(1));
}

/// Returns the value that follows from the slow moves; `None` without any.
fn value_by_slow_moves<R: RuleSet>(
    tables: &TableSet<Position<R>>,
    position: &Position<R>,
) -> Option<Value> {
    let setup = position.setup();
    if end_by_baring::<R>(&setup).is_some() {
        return None;
    }
    let after = after_moves::<R>(&setup);
    if after.is_empty() {
        return Some(end_without_moves::<R>(&setup));
    }
    let values = after.iter().map(|next| {
        let end = end_by_baring::<R>(next);
        let position = || next.position::<R>().unwrap();
        end.unwrap_or_else(|| tables.value(&position()).unwrap())
            .before()
    });
    values.reduce(Value::better)
}

fn check_folder<R: RuleSet>() {
    let folder = std::env::var_os("TABLES").expect(COMMAND);
    let tables = TableFolder::new(PathBuf::from(folder)).open::<Position<R>>();
    if tables.max_men() < 4 {
        println!("{}: no tables of four men", R::RULES.id);
        return;
    }
    let value = |found: &Position<R>| value_by_slow_moves(&tables, found);
    assert!(drawn_at_random::check(&tables, 4, 100_000, value) > 1);
}

#[test]
#[ignore = "needs tables of four men"]
fn entries_drawn_from_a_folder_follow_from_the_slow_moves() {
    for_each_board8_game!(Variant::is_fairy, check_folder());
    for_each_board8_game!(|variant| !variant.is_fairy(), check_folder());
}
