//! Positions with special properties, which the slow reference implementation checks.

use batyr::compliance::cases;

use crate::{
    referee::can_win_at_once,
    slow::{Action, Kind, Position, RuleSet, Step, fixture},
};

/// Parses a position of Extended Shatra.
pub fn extended(spn: &str) -> Position {
    Position::from_spn(RuleSet::Extended, spn).unwrap_or_else(|fault| panic!("{spn}: {fault}"))
}

/// Returns the start position.
pub fn start() -> Position {
    Position::start(RuleSet::Extended)
}

/// Returns the position after the first turn, with Black to move. None of its legal turns is legal
/// in the start position.
pub fn after_first_turn() -> Position {
    let start = start();
    start.play(&start.find_turn("a5-a6").unwrap())
}

/// Returns a position in which the man in mid-chain can neither continue nor stop.
pub fn no_legal_turn() -> Position {
    let position = extended(cases::NO_TURN);
    assert!(position.turns().is_empty());
    position
}

/// Returns a position in which the side to move can capture the opponent's biy.
pub fn win_in_one() -> Position {
    let position = extended(cases::WIN);
    assert!(can_win_at_once(&position));
    position
}

/// Returns a position with exactly one legal turn, which does not end the game.
pub fn one_legal_turn() -> Position {
    let position = extended(cases::ONE_TURN);
    assert_eq!(position.turns().len(), 1);
    assert!(!can_win_at_once(&position));
    position
}

/// Returns a position in which White can win in two turns, but not in one.
pub fn win_in_two() -> Position {
    let position = extended("9/1/2K4/7/7/1S5/7/1k5/1/8R w - - - 3 59");
    assert!(!can_win_at_once(&position));
    position
}

/// Returns a position in which every legal turn is a chain of at least three jumps.
pub fn only_chains() -> Position {
    let position =
        extended("1QSSR2R1/1/SBSS1S1/SSK4/4S1S/2s3q/1b3ss/ss1s1ss/k/1rbs2s2 b Tt - - 9 9");
    let turns = position.turns();
    assert!(turns.len() > 1 && turns.iter().all(|turn| turn.steps.len() >= 3));
    position
}

/// Returns a position in which White has few legal turns.
pub fn few_turns() -> Position {
    let position = extended("9/1/7/3K3/7/S6/7/4k2/1/8s w - - - - 1");
    assert!((2..15).contains(&position.turns().len()));
    position
}

/// Returns positions in mid-chain in which a man of this kind may continue, with the men that it
/// has captured still on the board.
pub fn mid_chain(kind: Kind) -> Vec<Position> {
    const COUNT: usize = 4;
    let mut found = Vec::new();
    for line in fixture::lines("steps", RuleSet::Extended) {
        if found.len() >= COUNT {
            break;
        }
        let position = extended(&line[0]);
        let is_jump = |step: &Step| matches!(step.action, Action::Jump { .. });
        let steps = position.steps();
        let mut jumps = steps.iter().filter(|step| is_jump(step));
        let next = jumps.find_map(|step| {
            let next = position.play_step(step);
            let square = next.transit()?;
            (next.men()[&square].kind == kind).then_some(next)
        });
        found.extend(next);
    }
    assert!(found.iter().all(|position| !position.ghosts().is_empty()));
    found
}
