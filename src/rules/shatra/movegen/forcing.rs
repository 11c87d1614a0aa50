//! Tests whether quiet turns force the opponent to capture.
//!
//! The search tests many turns of a position, and nearly all of them have no effect on
//! the opponent's captures. The test therefore computes once which squares a forcing
//! turn must leave or reach, and plays only turns that do so.

use super::super::geometry::{NEIGHBOURS, directions, reach};
use super::super::position::Position;
use super::super::ruleset::RuleSet;
use super::super::turn::Turn;
use super::Generator;
use crate::base::Bitboard;

/// A test of the quiet turns of a position.
pub struct ForcingTest<'p, R: RuleSet> {
    position: &'p Position<R>,
    /// Whether every turn may force a capture, because the opponent already threatens to
    /// capture or because a chain is in progress.
    every_turn_may_force: bool,
    /// The squares that are next to an enemy or on the line of an enemy officer, where a
    /// man might be jumped over.
    exposed: Bitboard,
    /// The men whose departure might open a line or free the square behind another man.
    pinned: Bitboard,
}

impl<'p, R: RuleSet> ForcingTest<'p, R> {
    /// Creates a test of the quiet turns of this position.
    pub fn new(position: &'p Position<R>) -> Self {
        let enemy = Generator::for_side(position, !position.side_to_move());
        let (exposed, pinned) = enemy.exposed_and_pinned();
        Self {
            position,
            every_turn_may_force: position.transit().is_some() || enemy.can_capture(),
            exposed,
            pinned,
        }
    }

    /// Returns whether the opponent must capture after this quiet turn.
    #[inline]
    pub fn forces_capture(&self, turn: Turn) -> bool {
        let may_affect_captures = self.exposed.has(turn.to()) || self.pinned.has(turn.from());
        (self.every_turn_may_force || may_affect_captures || turn.is_two_step())
            && Generator::new(&self.position.after(turn)).can_capture()
    }
}

impl<R: RuleSet> Generator<'_, R> {
    /// Returns the squares on which this side might jump over an enemy, and the enemies
    /// that might block a jump: those at the end of an officer's line or next to a man
    /// that might be jumped over.
    fn exposed_and_pinned(&self) -> (Bitboard, Bitboard) {
        let board = self.position.board();
        let occupied = board.men(self.me) | board.men(!self.me);
        let officers = board.officers(self.me);
        let mut lines = Bitboard::EMPTY;
        let mut beyond = Bitboard::EMPTY;
        for from in officers {
            let directions = board.kind_at(from).map_or(&[][..], directions);
            for &direction in directions {
                let line = reach(direction, from, occupied);
                lines |= line;
                if R::HOME_CLOSED_FROM_INSIDE {
                    // The nearest squares behind a man may be barred, so that only one
                    // farther away can be freed for a landing.
                    for over in line & self.enemies {
                        beyond |= reach(direction, over, occupied);
                    }
                }
            }
        }
        let exposed = neighbours_of(self.own.without(officers)) | lines;
        let pinned = self.enemies & (lines | beyond | neighbours_of(self.enemies & exposed));
        (exposed, pinned)
    }
}

/// Returns the squares next to any of these men.
fn neighbours_of(men: Bitboard) -> Bitboard {
    men.into_iter()
        .fold(Bitboard::EMPTY, |all, man| all | NEIGHBOURS[man.index()])
}

#[cfg(test)]
mod tests {
    use super::super::super::test_games::for_random_positions;
    use super::super::super::{Extended, Kurin, Online, Original, Pritchard};
    use super::*;
    use crate::rules::{Game, MoveList};

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
        check_against_playing_the_turn::<Extended>();
        check_against_playing_the_turn::<Kurin>();
        check_against_playing_the_turn::<Pritchard>();
        check_against_playing_the_turn::<Original>();
        check_against_playing_the_turn::<Online>();
    }
}
