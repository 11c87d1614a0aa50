//! The games on the chessboard: perft counts from Fairy-Stockfish, and properties of the
//! positions of random games.

use std::fs;

use batyr::game::Variant;
use batyr::rules::board8::{Position, RuleSet, Setup};
use batyr::rules::perft::{perft, perft_one_by_one};
use batyr::rules::{Game, MoveList};
use batyr::search::{Compulsion, SearchGame};
use batyr::util::rng::Rng;

use crate::board8_games::for_each_board8_game;
use crate::board8_slow::after_moves;

fn position<R: RuleSet>(fen: &str) -> Position<R> {
    let setup = Setup::from_fen::<R>(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    setup
        .position()
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Checks the recorded counts of a game, up to a number of leaves.
fn assert_counts_match<R: RuleSet>(max_leaves: u64, count: impl Fn(&Position<R>, u32) -> u64) {
    let path = format!(
        "{}/tests/data/perft/{}.perft",
        env!("CARGO_MANIFEST_DIR"),
        R::RULES.id
    );
    let text = fs::read_to_string(path).unwrap();
    let mut counted = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split(" ; ");
        let fen = parts.next().unwrap();
        let position = position::<R>(fen);
        for entry in parts.next().unwrap().split(' ') {
            let (depth, leaves) = entry.split_once(':').unwrap();
            let leaves: u64 = leaves.parse().unwrap();
            if leaves <= max_leaves {
                let depth = depth.parse().unwrap();
                assert_eq!(count(&position, depth), leaves, "{fen} at depth {depth}");
                counted += 1;
            }
        }
    }
    assert!(counted > 50, "{counted} counts");
}

#[test]
fn counts_match_those_of_fairy_stockfish() {
    for_each_board8_game!(Variant::is_fairy, assert_counts_match(u64::MAX, perft));
}

#[test]
fn counting_one_by_one_gives_the_same_counts() {
    for_each_board8_game!(
        Variant::is_fairy,
        assert_counts_match(1_000_000, perft_one_by_one)
    );
}

/// Calls `visit` with each position of random games in which there is a legal move.
fn for_random_positions<R: RuleSet>(mut visit: impl FnMut(&Position<R>)) {
    for game in 0..60 {
        let mut rng = Rng::new(8, game);
        let mut position = Position::<R>::start();
        for _ in 0..200 {
            let mut moves = MoveList::new();
            position.generate(&mut moves);
            if moves.is_empty() {
                break;
            }
            visit(&position);
            position = position.after(moves[rng.below(moves.len())]);
        }
    }
}

/// Checks that positions, their texts and their lists of moves are consistent.
fn assert_consistent<R: RuleSet>() {
    for_random_positions::<R>(|position| {
        let fen = position.to_string();
        let read = self::position::<R>(&fen);
        assert_eq!(read.to_string(), fen);
        assert_eq!(read.key(), position.key(), "{fen}");
        assert_eq!(read.checkers(), position.checkers(), "{fen}");

        let mut moves = MoveList::new();
        position.generate(&mut moves);
        assert_eq!(position.count(), moves.len() as u64, "{fen}");
        let mut tags: Vec<_> = moves
            .iter()
            .map(|&mv| Position::<R>::move_tag(mv))
            .collect();
        tags.sort_unstable();
        tags.dedup();
        assert_eq!(tags.len(), moves.len(), "{fen}");

        let mut tactical = MoveList::new();
        if position.generate_compulsory(&mut tactical) == Compulsion::Free {
            position.generate_captures(&mut tactical);
            moves.retain(|mv| position.is_tactical(*mv));
        }
        assert_eq!(moves.len(), tactical.len(), "{fen}");
        assert!(moves.iter().all(|mv| tactical.contains(mv)), "{fen}");
    });
}

/// Checks that a side is surely free only if it is not in check and has that many moves, and
/// that this is known of most sides.
fn assert_free_sides_have_moves<R: RuleSet>() {
    let (mut free, mut sure) = (0, 0);
    for_random_positions::<R>(|position| {
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        for turns in [1, 4, 20] {
            let is_free = moves.len() >= turns && !position.is_in_check();
            let is_surely_free = position.is_surely_free(turns as u32);
            assert!(is_free || !is_surely_free, "{position} {turns}");
            if turns == 4 {
                free += u32::from(is_free);
                sure += u32::from(is_surely_free);
            }
        }
    });
    assert!(sure > free / 2, "{sure} of {free}");
}

#[test]
fn free_sides_have_moves() {
    for_each_board8_game!(assert_free_sides_have_moves());
}

#[test]
fn random_positions_are_consistent() {
    for_each_board8_game!(assert_consistent());
}

/// Checks that `forcing_test` recognizes the moves that give check.
fn assert_checks_are_predicted<R: RuleSet>() {
    let mut checks = 0;
    for_random_positions::<R>(|position| {
        let forcing = position.forcing_test();
        let mut moves = MoveList::new();
        position.generate(&mut moves);
        for mv in moves.into_iter().filter(|&mv| !position.is_tactical(mv)) {
            let gives_check = position.after(mv).is_in_check();
            assert_eq!(forcing(mv), gives_check, "{position} {mv:?}");
            checks += u32::from(gives_check);
        }
    });
    assert!(checks > 100, "{checks} checks");
}

#[test]
fn checks_are_predicted_before_the_move() {
    for_each_board8_game!(assert_checks_are_predicted());
}

/// Checks that the slow and the fast generator find the same number of moves.
fn assert_counts_agree<R: RuleSet>() {
    let mut seen = 0;
    for_random_positions::<R>(|position| {
        // The slow generator does not know the paired start.
        let is_paired_start = R::RULES.paired_start && position.move_number() == 1;
        if seen % 7 == 0 && !is_paired_start {
            let found = position.count();
            let slow = after_moves::<R>(&position.setup()).len();
            assert_eq!(found, slow as u64, "{position}");
        }
        seen += 1;
    });
    assert!(seen > 2000, "{seen} positions");
}

#[test]
fn slow_and_fast_move_counts_agree() {
    for_each_board8_game!(assert_counts_agree());
}
