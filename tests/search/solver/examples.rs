//! Wins and limits that can be checked by hand.

use batyr::rules::Game;
use batyr::rules::shatra::{Extended, Original, Position, RuleSet};
use batyr::solver::{ProofLimits, ProofVerdict, Solver};

use super::{RING, solve, verdict};
use crate::support::position;

/// Returns the verdict on a position for this many moves, and the winning line as text.
fn verdict_and_line<R: RuleSet>(spn: &str, moves: u32) -> (ProofVerdict, String) {
    let mut current: Position<R> = position(spn);
    let solution = solve(&current, moves);
    let mut line = Vec::new();
    for turn in solution.line {
        line.push(current.turn_text(turn));
        current = current.after(turn);
    }
    if let ProofVerdict::Win(moves) = solution.verdict {
        assert_eq!(line.len(), 2 * moves as usize - 1, "{line:?}");
        assert!(
            current.loss_reason().is_some(),
            "{line:?} does not end the game"
        );
    }
    (solution.verdict, line.join(" "))
}

#[test]
fn a_capture_of_the_biy_is_a_win_in_1() {
    let (verdict, line) = verdict_and_line::<Extended>("9/1/K5Q/7/7/3k3/7/7/1/9 w", 3);
    assert_eq!(verdict, ProofVerdict::Win(1));
    assert!(line.starts_with("a5:"), "{line}");
}

#[test]
fn a_side_without_a_turn_has_lost() {
    assert_eq!(
        verdict_and_line::<Extended>(RING, 2),
        (ProofVerdict::Win(1), "f8-f9".to_owned())
    );
    // In Original, the biy can be dropped outside the ring.
    let original: Position<Original> = position(RING);
    assert_ne!(verdict(&original, 1), ProofVerdict::Win(1));
}

#[test]
fn a_side_that_has_lost_does_not_win() {
    // The ring is closed, and the biy inside is to move.
    let enclosed: Position<Extended> = position("9/1/6K/7/7/7/1S1S1S1/2SSS2/k/SSS1S4 b");
    assert_eq!(verdict(&enclosed, 4), ProofVerdict::NoWin(4));
}

#[test]
fn two_bare_biys_draw_after_six_turns() {
    // A biy that approaches the other is captured, so neither does, and the half-move clock decides
    // when the game is drawn.
    for clock in 0..=6 {
        let spn = format!("9/1/K6/7/7/7/7/6k/1/9 w - - - {clock} 1");
        let bare: Position<Original> = position(&spn);
        assert_eq!(verdict(&bare, 6), ProofVerdict::NoWin(6), "{spn}");
    }
    // If the biys are side by side and the square behind the other one is empty, the side to move
    // wins unless the game is already drawn.
    let side_by_side = |clock| format!("9/1/7/7/2Kk3/7/7/7/1/9 w - - - {clock} 1");
    assert_eq!(
        verdict_and_line::<Original>(&side_by_side(5), 1).0,
        ProofVerdict::Win(1)
    );
    assert_eq!(
        verdict_and_line::<Original>(&side_by_side(6), 1).0,
        ProofVerdict::NoWin(1)
    );
}

#[test]
fn all_winning_turns_are_found() {
    // The batyr may land on either square behind the biy.
    let position: Position<Extended> = position("9/1/K5Q/7/7/3k3/7/7/1/9 w");
    let limits = ProofLimits {
        moves: 1,
        nodes: 1_000,
    };
    let mut solver = Solver::new(1).unwrap();
    let turns = solver.winning_turns(&position, limits, &|| false).unwrap();
    let mut texts: Vec<_> = turns.iter().map(|&turn| position.turn_text(turn)).collect();
    texts.sort();
    assert_eq!(texts, ["a5:e9", "a5:f10"]);
}

#[test]
fn limits_are_respected() {
    let start = Position::<Extended>::start();
    let limits = ProofLimits {
        moves: 6,
        nodes: 5_000,
    };
    let mut solver = Solver::new(1).unwrap();
    let solution = solver.solve(&start, limits, &|| false);
    assert!(
        matches!(solution.verdict, ProofVerdict::Undecided(1..=3)),
        "{solution:?}"
    );
    assert_eq!((solution.nodes, solution.line.len()), (5_000, 0));
    assert_eq!(solver.winning_turns(&start, limits, &|| false), None);
    solver.clear();
    let stopped = solver.solve(&start, limits, &|| true);
    assert!(matches!(stopped.verdict, ProofVerdict::Undecided(_)) && stopped.nodes == 0);
}
