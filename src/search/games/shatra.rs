//! The adapter of Shatra.

mod forcing;
mod sinks;

use crate::base::{Bitboard, Color};
use crate::rules::shatra::{
    DistinctList, Generator, Kind, Position, RuleSet, SQUARES, Turn, regions,
};
use crate::rules::{Game, MoveList};
use crate::search::game::{Compulsion, ParameterSet, SearchGame};
use forcing::ForcingTest;
use sinks::{FreeSquares, ReducedList};

/// Returns the value of a man for ordering captures, in centipawns.
const fn value(kind: Kind) -> i32 {
    match kind {
        Kind::Biy => 10_000,
        Kind::Batyr => 900,
        Kind::Tura => 500,
        Kind::Yalkyn => 350,
        Kind::Shatra => 100,
    }
}

/// Returns the squares onto which a side could drop a man or make a single step if it were
/// to move and had nothing to capture. Only a man on the square, or a compulsory capture,
/// can prevent such a turn.
#[inline]
fn free_squares<R: RuleSet>(position: &Position<R>, side: Color) -> Bitboard {
    let mut sink = FreeSquares::default();
    Generator::for_side(position, side).generate_quiets(&mut sink);
    sink.squares()
}

impl<R: RuleSet> SearchGame for Position<R> {
    const PARAMETERS: ParameterSet = ParameterSet::Shatra;

    const HAS_HUNTS: bool = true;

    const HISTORY_SLOTS: usize = 2 * Kind::ALL.len() * SQUARES;

    /// Ghosts count, too: no table contains a position in mid-turn.
    #[inline]
    fn men_on_board(&self) -> u32 {
        self.board().occupied().count()
    }

    #[inline]
    fn generate_few(&self, list: &mut MoveList<Turn>) -> bool {
        let mut sink = ReducedList::new(list, self.board(), self.side_to_move());
        Generator::new(self).generate(&mut sink);
        sink.has_omissions()
    }

    #[inline]
    fn generate_compulsory(&self, list: &mut MoveList<Turn>) -> Compulsion {
        let is_compulsory = Generator::new(self).generate_compulsory(&mut DistinctList(list));
        if is_compulsory && !list.is_empty() {
            Compulsion::Forced
        } else {
            Compulsion::Free
        }
    }

    /// A side with a shatra in the enemy's zone or on the enemy's towers is not surely free.
    #[inline]
    fn is_surely_free(&self, turns: u32) -> bool {
        let me = self.side_to_move();
        let enemy_side = regions(!me);
        let near_promotion = enemy_side.zone | enemy_side.towers;
        self.transit().is_none()
            && !self.is_biy_lost()
            && !self.board().of(me, Kind::Shatra).intersects(near_promotion)
            && !self.can_capture()
            && free_squares(self, me).count() >= turns
    }

    #[inline]
    fn generate_few_if_free(&self, list: &mut MoveList<Turn>) -> bool {
        let mut sink = ReducedList::new(list, self.board(), self.side_to_move());
        Generator::new(self).generate_quiets(&mut sink);
        sink.has_omissions()
    }

    #[inline]
    fn is_tactical(&self, turn: Turn) -> bool {
        turn.is_tactical()
    }

    #[inline]
    fn must_respond(&self) -> bool {
        self.can_capture()
    }

    #[inline]
    fn forcing_test(&self) -> impl Fn(Turn) -> bool + '_ {
        let forcing = ForcingTest::new(self);
        move |turn| forcing.forces_capture(turn)
    }

    // The same as the default; rustc 1.95 fails to compile the default in other crates.
    fn generate_forcing(&self, list: &mut MoveList<Turn>) {
        self.generate_few(list);
        let forcing = ForcingTest::new(self);
        list.retain(|turn| turn.is_tactical() || forcing.forces_capture(*turn));
    }

    #[inline]
    fn quiet_turn_may_end_game(&self) -> bool {
        // A quiet turn blocks at most one square; if two are free, the opponent keeps a turn.
        self.transit().is_some() || !free_squares(self, !self.side_to_move()).has_several()
    }

    #[inline]
    fn gain(&self, turn: Turn) -> i32 {
        let value_at = |square| self.board().kind_at(square).map_or(0, value);
        let captured: i32 = turn.captured().into_iter().map(value_at).sum();
        let promoted = turn
            .promotion()
            .map_or(0, |kind| value(kind) - value(Kind::Shatra));
        captured + promoted
    }

    #[inline]
    fn move_tag(turn: Turn) -> u16 {
        let squares = (turn.from().index() | turn.to().index() << 6) as u64;
        let kind = turn.promotion().map_or(0, Kind::code) as u64;
        let mixed = (turn.captured().0 ^ (squares | kind << 12).wrapping_mul(0x9E37_79B9))
            .wrapping_mul(0xBF58_476D_1CE4_E5B9);
        ((mixed >> 48) as u16).max(1)
    }

    #[inline]
    fn history_slot(&self, turn: Turn) -> usize {
        let kind = self.board().kind_at(turn.from()).map_or(0, Kind::index);
        let man = self.side_to_move().index() * Kind::ALL.len() + kind;
        man * SQUARES + turn.to().index()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::shatra::test_games::{for_each_rule_set, for_random_positions};

    /// Checks that every turn left out is a drop, and that the list contains one drop of a
    /// man of the same kind onto the same square. Returns whether any turn was left out.
    fn check_turns_left_out<R: RuleSet>() -> bool {
        let mut any_left_out = false;
        for_random_positions::<R>(|position| {
            let (mut all, mut few) = (MoveList::new(), MoveList::new());
            position.generate_distinct(&mut all);
            let left_out = position.generate_few(&mut few);
            assert_eq!(left_out, few.len() < all.len());
            any_left_out |= left_out;
            assert!(few.iter().all(|turn| all.contains(turn)));
            let reserve = position.reserve(position.side_to_move());
            let kind = |turn: &Turn| position.board().kind_at(turn.from());
            for turn in all.iter().filter(|turn| !few.contains(turn)) {
                assert!(reserve.has(turn.from()) && !turn.is_tactical());
                let equal = |other: &&Turn| {
                    reserve.has(other.from())
                        && other.to() == turn.to()
                        && kind(other) == kind(turn)
                };
                assert_eq!(few.iter().filter(equal).count(), 1);
            }
        });
        any_left_out
    }

    /// Checks that a side is surely free only if it need not capture and has that many turns,
    /// and that most such sides are surely free.
    fn check_surely_free<R: RuleSet>() {
        let (mut free, mut sure) = (0, 0);
        for_random_positions::<R>(|position| {
            let mut list = MoveList::new();
            position.generate_few(&mut list);
            let forced = position.is_forced(&list);
            for turns in [1, 4, 40] {
                let is_free = !forced && list.len() >= turns;
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
    fn a_side_that_is_surely_free_need_not_capture() {
        for_each_rule_set!(R => check_surely_free::<R>());
    }

    #[test]
    fn only_one_of_equal_drops_is_generated() {
        for_each_rule_set!(R => {
            let any_left_out = check_turns_left_out::<R>();
            // Where shatras are dropped in order, there are hardly ever two equal drops.
            assert!(any_left_out || R::RULES.drops_in_order);
        });
    }
}
