//! Checks against plain minimax: with the slow reference's rules, and with
//! draws by repetition.

use batyr::rules::shatra::{Position, RuleSet, Setup, Turn};
use batyr::rules::{Game, MoveList};
use batyr::search::SearchGame;
use batyr::solver::ProofVerdict;

use super::{RING, sparse, verdict};
use crate::slow::Variant;
use crate::support::Random;
use crate::support::rule_sets::{ALL, Rules, with_rules};

/// Returns whether the side to move wins within this many moves, by the
/// reference alone.
fn wins(position: &crate::slow::Position, moves: u32) -> bool {
    !is_drawn(position)
        && position.loser().is_none()
        && position
            .turns()
            .iter()
            .any(|turn| loses(&position.play(turn), moves - 1))
}

fn loses(position: &crate::slow::Position, moves: u32) -> bool {
    if position.loser().is_some() {
        return position.loser() == Some(position.side_to_move());
    }
    moves > 0
        && !is_drawn(position)
        && position
            .turns()
            .iter()
            .all(|turn| wins(&position.play(turn), moves))
}

fn is_drawn(position: &crate::slow::Position) -> bool {
    position.variant() == Variant::Original
        && position.only_biys_left()
        && position.halfmoves() >= 6
}

/// Returns how many positions were won in 1 move, in 2, and not at all.
fn agree<R: RuleSet>(seed: u64, positions: usize) -> [usize; 3] {
    let mut random = Random::new(seed);
    let mut found = [0; 3];
    for _ in 0..positions {
        let position = sparse::<R>(&mut random);
        let spn = position.to_string();
        let variant = Variant::from_id(R::ID).unwrap();
        let reference = crate::slow::Position::from_spn(variant, &spn).unwrap();
        let (expected, class) = if wins(&reference, 1) {
            (ProofVerdict::Win(1), 0)
        } else if wins(&reference, 2) {
            (ProofVerdict::Win(2), 1)
        } else {
            (ProofVerdict::NoWin(2), 2)
        };
        assert_eq!(verdict(&position, 2), expected, "{}: {spn}", R::ID);
        found[class] += 1;
    }
    found
}

fn agree_in_all(positions: usize) {
    for (seed, &rules) in ALL.iter().enumerate() {
        let found = with_rules!(rules, agree(seed as u64, positions));
        assert!(
            found.iter().all(|&count| count >= positions / 100),
            "{rules:?}: {found:?}"
        );
    }
}

#[test]
fn the_solver_agrees_with_the_reference() {
    agree_in_all(150);
}

#[test]
#[ignore = "slow"]
fn the_solver_agrees_with_the_reference_on_many_positions() {
    agree_in_all(10_000);
}

/// Returns whether the side to move wins within this many moves if a position
/// that occurs twice is a draw: stricter than the rules, which require a third
/// occurrence.
fn wins_without_repetition<R: RuleSet>(
    position: &Position<R>,
    moves: u32,
    path: &mut Vec<u64>,
) -> bool {
    if position.is_lost() || position.is_drawn() {
        return false;
    }
    let mut turns = MoveList::new();
    position.legal_turns(&mut turns);
    turns.into_iter().any(|turn| {
        let child = position.after(turn);
        with_position_on_path(&child, path, |path| {
            loses_without_repetition(&child, moves - 1, path)
        })
        .unwrap_or(false)
    })
}

fn loses_without_repetition<R: RuleSet>(
    position: &Position<R>,
    moves: u32,
    path: &mut Vec<u64>,
) -> bool {
    if position.lost().is_some() {
        return true;
    }
    if moves == 0 || position.is_drawn() {
        return false;
    }
    let mut turns = MoveList::new();
    position.legal_turns(&mut turns);
    turns.into_iter().all(|turn| {
        let child = position.after(turn);
        with_position_on_path(&child, path, |path| {
            wins_without_repetition(&child, moves, path)
        })
        .unwrap_or(false)
    })
}

/// Calls `evaluate` with the position on the path; returns `None` if the position
/// is already there.
fn with_position_on_path<R: RuleSet>(
    position: &Position<R>,
    path: &mut Vec<u64>,
    evaluate: impl FnOnce(&mut Vec<u64>) -> bool,
) -> Option<bool> {
    if path.contains(&position.key()) {
        return None;
    }
    path.push(position.key());
    let answer = evaluate(path);
    path.pop();
    Some(answer)
}

fn assert_repetition_takes_no_win<R: RuleSet>(positions: usize) {
    let mut random = Random::new(17);
    let (mut won, mut tried) = (0, 0);
    while tried < positions {
        let position = sparse::<R>(&mut random);
        // Three moves with more turns take plain minimax too long.
        if position.count_turns() > 40 {
            continue;
        }
        tried += 1;
        let wins = |moves| wins_without_repetition(&position, moves, &mut vec![position.key()]);
        let expected = (1..=3).find(|&moves| wins(moves));
        let expected = expected.map_or(ProofVerdict::NoWin(3), ProofVerdict::Win);
        assert_eq!(verdict(&position, 3), expected, "{}: {position}", R::ID);
        won += usize::from(matches!(expected, ProofVerdict::Win(2..)));
    }
    assert!(won >= positions / 50, "{}: {won}", R::ID);
}

#[test]
fn repetition_takes_no_win_away() {
    for &rules in ALL {
        with_rules!(rules, assert_repetition_takes_no_win(100));
    }
}

/// Returns a position with a biy in a ring of men, with some of the men moved elsewhere.
fn crowded<R: RuleSet>(random: &mut Random) -> Position<R> {
    let ring: Setup = RING.parse().unwrap();
    loop {
        let mut setup = ring.clone();
        for _ in 0..=random.below(4) {
            let (from, to) = (random.below(62), random.below(62));
            setup.squares.swap(from, to);
        }
        if let Ok(position) = setup.position() {
            return position;
        }
    }
}

/// Checks that no quiet turn ends the game where `quiet_turn_may_end_game` denies it.
/// Returns the number of positions where it does, and the number of positions
/// where a quiet turn ends the game.
fn quiet_turns_that_end<R: RuleSet>(make: fn(&mut Random) -> Position<R>) -> [usize; 2] {
    let mut random = Random::new(23);
    let mut counts = [0; 2];
    for _ in 0..4_000 {
        let position = make(&mut random);
        if position.must_respond() {
            continue;
        }
        let mut turns = MoveList::new();
        position.legal_turns(&mut turns);
        let ends = |turn: &Turn| position.after(*turn).count_turns() == 0;
        if turns.iter().any(ends) {
            counts[1] += 1;
            assert!(position.quiet_turn_may_end_game(), "{}: {position}", R::ID);
        }
        counts[0] += usize::from(!position.quiet_turn_may_end_game());
    }
    counts
}

#[test]
fn where_no_quiet_turn_may_end_the_game_none_does() {
    for &rules in ALL {
        let [denied, _] = with_rules!(rules, quiet_turns_that_end(sparse));
        assert!(denied > 1_000, "{rules:?}: {denied}");
        let [denied, ended] = with_rules!(rules, quiet_turns_that_end(crowded));
        // In the other rule sets the biy may be dropped from its gate.
        let enough = if rules == Rules::Extended { 100 } else { 0 };
        assert!(
            denied > 50 && ended >= enough,
            "{rules:?}: {denied}, {ended}"
        );
    }
}
