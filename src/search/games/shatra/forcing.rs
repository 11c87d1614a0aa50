//! Tests whether quiet turns force the opponent to capture.
//!
//! The search tests many turns of a position, and nearly all of them have no effect on
//! the opponent's captures. The test therefore computes once which squares a forcing
//! turn must leave or reach, and plays only turns that do so.

use crate::base::{Bitboard, Color};
use crate::rules::Game;
use crate::rules::shatra::geometry::{NEIGHBOURS, directions, reach};
use crate::rules::shatra::{Board, Generator, Position, RuleSet, Turn};

/// A test of the quiet turns of a position.
pub struct ForcingTest<'p, R: RuleSet> {
    position: &'p Position<R>,
    /// Whether every turn may force a capture, because the opponent already threatens to
    /// capture or because a chain is in progress.
    every_turn_may_force: bool,
    /// The squares that are next to an enemy shatra or biy, or on the line of an enemy
    /// officer, where a man might be jumped over.
    exposed: Bitboard,
    /// The men whose departure might open a line or free the square behind another man.
    blockers: Bitboard,
}

impl<'p, R: RuleSet> ForcingTest<'p, R> {
    /// Creates a test of the quiet turns of this position.
    pub fn new(position: &'p Position<R>) -> Self {
        let enemy = !position.side_to_move();
        let (exposed, blockers) = exposed_and_blockers::<R>(position.board(), enemy);
        let enemy_can_capture = || Generator::for_side(position, enemy).can_capture();
        Self {
            position,
            every_turn_may_force: position.transit().is_some() || enemy_can_capture(),
            exposed,
            blockers,
        }
    }

    /// Returns whether the opponent must capture after this quiet turn.
    #[inline]
    pub fn forces_capture(&self, turn: Turn) -> bool {
        let may_affect_captures = self.exposed.has(turn.to()) || self.blockers.has(turn.from());
        (self.every_turn_may_force || may_affect_captures || turn.is_two_step())
            && Generator::new(&self.position.after(turn)).can_capture()
    }
}

/// Returns the squares on which a side might jump over an enemy, and the enemies that might
/// block a jump: those at the end of an officer's line or next to a man that might be jumped
/// over.
fn exposed_and_blockers<R: RuleSet>(board: &Board, side: Color) -> (Bitboard, Bitboard) {
    let (own, enemies) = (board.men(side), board.men(!side));
    let occupied = own | enemies;
    let officers = board.officers(side);
    let mut lines = Bitboard::EMPTY;
    let mut beyond = Bitboard::EMPTY;
    for from in officers {
        let directions = board.kind_at(from).map_or(&[][..], directions);
        for &direction in directions {
            let line = reach(direction, from, occupied);
            lines |= line;
            if R::RULES.home_closed_from_inside {
                // The nearest squares behind a man may be closed to the officer; then only a square
                // farther away can be freed for a landing.
                for over in line & enemies {
                    beyond |= reach(direction, over, occupied);
                }
            }
        }
    }
    let exposed = neighbours_of(own.without(officers)) | lines;
    let blockers = enemies & (lines | beyond | neighbours_of(enemies & exposed));
    (exposed, blockers)
}

/// Returns the squares next to any of these men.
fn neighbours_of(men: Bitboard) -> Bitboard {
    men.into_iter()
        .fold(Bitboard::EMPTY, |all, man| all | NEIGHBOURS[man.index()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::MoveList;
    use crate::rules::shatra::test_games::{for_each_rule_set, for_random_positions};

    fn check_against_playing_the_turn<R: RuleSet>() {
        let (mut forced, mut unforced) = (0, 0);
        for_random_positions::<R>(|position| {
            let mut turns = MoveList::new();
            position.generate(&mut turns);
            let forcing = ForcingTest::new(position);
            for turn in turns.into_iter().filter(|turn| !turn.is_tactical()) {
                let after = position.after(turn);
                let expected = after.capturers().any();
                assert_eq!(
                    forcing.forces_capture(turn),
                    expected,
                    "{position} {}",
                    position.turn_text(turn)
                );
                *(if expected { &mut forced } else { &mut unforced }) += 1;
            }
        });
        assert!(forced > 1000 && unforced > 1000, "{forced} {unforced}");
    }

    #[test]
    fn the_test_agrees_with_playing_the_turn_in_all_rule_sets() {
        for_each_rule_set!(R => check_against_playing_the_turn::<R>());
    }
}
