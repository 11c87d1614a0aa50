//! Compares the solver with plain minimax, once on the slow reference implementation and once with
//! draws by repetition, and checks `quiet_turn_may_end_game`.

use batyr::rules::shatra::{Position, RuleSet, Setup, Turn};
use batyr::rules::{Game, MoveList};
use batyr::search::SearchGame;
use batyr::solver::ProofVerdict;

use super::{RING, sparse_position, verdict};
use crate::slow;
use crate::support::Random;
use crate::support::rule_sets::{ALL, Variant, with_rules};

/// Returns whether the side to move wins within this many moves, using only the reference
/// implementation.
fn wins(position: &slow::Position, moves: u32) -> bool {
    !position.is_drawn_by_bare_biys()
        && position.loser().is_none()
        && position
            .turns()
            .iter()
            .any(|turn| loses(&position.play(turn), moves - 1))
}

/// Returns whether the side to move loses within this many moves of the other side.
fn loses(position: &slow::Position, moves: u32) -> bool {
    if position.loser().is_some() {
        return position.loser() == Some(position.side_to_move());
    }
    moves > 0
        && !position.is_drawn_by_bare_biys()
        && position
            .turns()
            .iter()
            .all(|turn| wins(&position.play(turn), moves))
}

/// Compares the solver with the reference implementation. Returns how many positions were won in 1
/// move, in 2, and not within 2.
fn compare_with_reference<R: RuleSet>(seed: u64, positions: usize) -> [usize; 3] {
    let mut random = Random::new(seed);
    let mut counts = [0; 3];
    for _ in 0..positions {
        let position = sparse_position::<R>(&mut random);
        let spn = position.to_string();
        let rule_set = slow::RuleSet::from_id(R::RULES.id).unwrap();
        let reference = slow::Position::from_spn(rule_set, &spn).unwrap();
        let (expected, class) = if wins(&reference, 1) {
            (ProofVerdict::Win(1), 0)
        } else if wins(&reference, 2) {
            (ProofVerdict::Win(2), 1)
        } else {
            (ProofVerdict::NoWin(2), 2)
        };
        assert_eq!(verdict(&position, 2), expected, "{}: {spn}", R::RULES.id);
        counts[class] += 1;
    }
    counts
}

fn check_all_rule_sets(positions: usize) {
    for (seed, &rules) in ALL.iter().enumerate() {
        let counts = with_rules!(rules, compare_with_reference(seed as u64, positions));
        assert!(
            counts.iter().all(|&count| count >= positions / 100),
            "{rules:?}: {counts:?}"
        );
    }
}

#[test]
fn the_solver_agrees_with_the_reference() {
    check_all_rule_sets(150);
}

#[test]
#[ignore = "slow: 10,000 positions of each rule set"]
fn the_solver_agrees_with_the_reference_on_many_positions() {
    check_all_rule_sets(10_000);
}

/// Returns whether the side to move wins within this many moves if the second occurrence of a
/// position is a draw. (By the rules, only the third one is.)
fn wins_without_repetition<R: RuleSet>(
    position: &Position<R>,
    moves: u32,
    path: &mut Vec<u64>,
) -> bool {
    if position.is_lost() || position.is_drawn() {
        return false;
    }
    let mut turns = MoveList::new();
    position.generate(&mut turns);
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
    if position.loss_reason().is_some() {
        return true;
    }
    if moves == 0 || position.is_drawn() {
        return false;
    }
    let mut turns = MoveList::new();
    position.generate(&mut turns);
    turns.into_iter().all(|turn| {
        let child = position.after(turn);
        with_position_on_path(&child, path, |path| {
            wins_without_repetition(&child, moves, path)
        })
        .unwrap_or(false)
    })
}

/// Calls `evaluate` with the position added to the path. Returns `None` if it is already there.
fn with_position_on_path<R: RuleSet>(
    position: &Position<R>,
    path: &mut Vec<u64>,
    evaluate: impl FnOnce(&mut Vec<u64>) -> bool,
) -> Option<bool> {
    if path.contains(&position.key()) {
        return None;
    }
    path.push(position.key());
    let result = evaluate(path);
    path.pop();
    Some(result)
}

fn check_wins_without_repetition<R: RuleSet>(positions: usize) {
    let mut random = Random::new(17);
    let (mut longer_wins, mut checked) = (0, 0);
    while checked < positions {
        let position = sparse_position::<R>(&mut random);
        // With more turns, plain minimax takes too long for three moves.
        if position.count() > 40 {
            continue;
        }
        checked += 1;
        let wins = |moves| wins_without_repetition(&position, moves, &mut vec![position.key()]);
        let expected = (1..=3).find(|&moves| wins(moves));
        let expected = expected.map_or(ProofVerdict::NoWin(3), ProofVerdict::Win);
        assert_eq!(
            verdict(&position, 3),
            expected,
            "{}: {position}",
            R::RULES.id
        );
        longer_wins += usize::from(matches!(expected, ProofVerdict::Win(2..)));
    }
    assert!(
        longer_wins >= positions / 50,
        "{}: {longer_wins}",
        R::RULES.id
    );
}

#[test]
fn a_draw_at_the_second_occurrence_prevents_no_win() {
    for &rules in ALL {
        with_rules!(rules, check_wins_without_repetition(100));
    }
}

/// Returns the position of the ring, with the contents of some squares swapped.
fn altered_ring<R: RuleSet>(random: &mut Random) -> Position<R> {
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

/// Checks that no quiet turn ends the game where `quiet_turn_may_end_game` returns `false`. Returns the
/// number of such positions, and of positions where a quiet turn does end the game.
fn check_quiet_turn_may_end_game<R: RuleSet>(
    random_position: fn(&mut Random) -> Position<R>,
) -> [usize; 2] {
    let mut random = Random::new(23);
    let mut counts = [0; 2];
    for _ in 0..4_000 {
        let position = random_position(&mut random);
        if position.must_respond() {
            continue;
        }
        let mut turns = MoveList::new();
        position.generate(&mut turns);
        let ends_game = |turn: &Turn| position.after(*turn).count() == 0;
        if turns.iter().any(ends_game) {
            counts[1] += 1;
            assert!(
                position.quiet_turn_may_end_game(),
                "{}: {position}",
                R::RULES.id
            );
        }
        counts[0] += usize::from(!position.quiet_turn_may_end_game());
    }
    counts
}

#[test]
fn where_no_quiet_turn_may_end_the_game_none_does() {
    for &rules in ALL {
        let [excluded, _] = with_rules!(rules, check_quiet_turn_may_end_game(sparse_position));
        assert!(excluded > 1_000, "{rules:?}: {excluded}");
        let [excluded, ended] = with_rules!(rules, check_quiet_turn_may_end_game(altered_ring));
        // In the other rule sets the biy may be dropped from its gate.
        let min_ended = if rules == Variant::Extended { 100 } else { 0 };
        assert!(
            excluded > 50 && ended >= min_ended,
            "{rules:?}: {excluded}, {ended}"
        );
    }
}
