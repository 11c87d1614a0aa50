//! The adapter of Shatra.

use crate::rules::MoveList;
use crate::rules::shatra::{ForcingTest, Kind, Position, ReserveRule, RuleSet, SQUARES, Turn};
use crate::search::game::{Compulsion, ParameterSet, SearchGame};

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

impl<R: RuleSet> SearchGame for Position<R> {
    const PARAMETERS: ParameterSet = match R::RESERVE {
        ReserveRule::AllMen | ReserveRule::AllButBiy => ParameterSet::Shatra,
        ReserveRule::FortressShatras => ParameterSet::ShatraOriginal,
    };

    const HISTORY_SLOTS: usize = 2 * Kind::ALL.len() * SQUARES;

    #[inline]
    fn generate_few(&self, list: &mut MoveList<Turn>) -> bool {
        self.reduced_turns(list)
    }

    #[inline]
    fn generate_compulsory(&self, list: &mut MoveList<Turn>) -> Compulsion {
        if self.compulsory_turns(list) && !list.is_empty() {
            Compulsion::Forced
        } else {
            Compulsion::Free
        }
    }

    #[inline]
    fn is_surely_free(&self, turns: u32) -> bool {
        self.free_squares_without_tactics().count() >= turns
    }

    #[inline]
    fn generate_few_if_free(&self, list: &mut MoveList<Turn>) -> bool {
        self.reduced_quiet_turns(list)
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

    #[inline]
    fn quiet_turn_may_end_game(&self) -> bool {
        // A quiet turn blocks at most one square; if two are free, the opponent keeps a turn.
        self.transit().is_some() || !self.free_squares(!self.side_to_move()).has_several()
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
    use crate::rules::Game;
    use crate::rules::shatra::test_games::for_random_positions;
    use crate::rules::shatra::{Extended, Kurin, Online, Original, Pritchard};

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
    /// and that this is known of most sides.
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
        check_surely_free::<Extended>();
        check_surely_free::<Original>();
        check_surely_free::<Kurin>();
        check_surely_free::<Pritchard>();
        check_surely_free::<Online>();
    }

    #[test]
    fn only_one_of_equal_drops_is_generated() {
        assert!(check_turns_left_out::<Extended>());
        assert!(check_turns_left_out::<Kurin>());
        assert!(check_turns_left_out::<Pritchard>());
        // In Original and Online, shatras are dropped in order, so there are hardly ever two equal
        // drops.
        check_turns_left_out::<Original>();
        check_turns_left_out::<Online>();
    }
}
