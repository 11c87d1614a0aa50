//! The `Game` interface of Shatra, for the search.

use super::geometry::SQUARES;
use super::kind::Kind;
use super::movegen::Forcing;
use super::position::Position;
use super::ruleset::RuleSet;
use super::turn::Turn;
use crate::base::Color;
use crate::rules::{End, Game, MoveList, Tactical};

/// Returns the value of a man for ordering captures, in centipawns.
const fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::Biy => 10_000,
        Kind::Batyr => 900,
        Kind::Tura => 500,
        Kind::Yalkyn => 350,
        Kind::Shatra => 100,
    }
}

impl<R: RuleSet> Game for Position<R> {
    type Move = Turn;

    const HISTORY_SIZE: usize = 2 * Kind::ALL.len() * SQUARES;

    #[inline]
    fn side_to_move(&self) -> Color {
        Self::side_to_move(self)
    }

    #[inline]
    fn key(&self) -> u64 {
        Self::key(self)
    }

    #[inline]
    fn halfmove_clock(&self) -> u32 {
        u32::from(self.halfmoves())
    }

    #[inline]
    fn generate(&self, list: &mut MoveList<Turn>) {
        self.legal_turns(list);
    }

    #[inline]
    fn generate_distinct(&self, list: &mut MoveList<Turn>) {
        self.distinct_turns(list);
    }

    #[inline]
    fn generate_few(&self, list: &mut MoveList<Turn>) -> bool {
        self.few_turns(list)
    }

    #[inline]
    fn must_capture(&self) -> bool {
        self.can_capture()
    }

    #[inline]
    fn is_in_check(&self) -> bool {
        self.is_biy_threatened()
    }

    #[inline]
    fn forcing(&self) -> impl Fn(Turn) -> bool + '_ {
        let forcing = Forcing::of(self);
        move |turn| forcing.forces_capture(turn)
    }

    #[inline]
    fn generate_tactical(&self, list: &mut MoveList<Turn>) -> Tactical {
        if self.compulsory_turns(list) && !list.is_empty() {
            Tactical::Forced
        } else {
            Tactical::Free
        }
    }

    #[inline]
    fn count(&self) -> u64 {
        self.count_turns()
    }

    #[inline]
    fn play(&mut self, turn: Turn) {
        Self::play(self, turn);
    }

    #[inline]
    fn no_moves(&self) -> End {
        End::Lost
    }

    #[inline]
    fn is_lost(&self) -> bool {
        self.biy(self.side_to_move()).is_none()
    }

    #[inline]
    fn is_drawn(&self) -> bool {
        R::BARE_BIYS_DRAW
            && self.halfmoves() >= 6
            && Color::ALL.iter().all(|&c| !self.board().men(c).several())
    }

    #[inline]
    fn quiet_turn_may_end(&self) -> bool {
        // A quiet turn blocks one square at most; if two are free, the opponent
        // keeps a turn.
        self.transit().is_some() || !self.free_squares(!self.side_to_move()).several()
    }

    #[inline]
    fn is_tactical(&self, turn: Turn) -> bool {
        turn.is_tactical()
    }

    #[inline]
    fn gain(&self, turn: Turn) -> i32 {
        let kind_worth = |square| self.board().kind_at(square).map_or(0, worth);
        let captured: i32 = turn.captured().into_iter().map(kind_worth).sum();
        let promoted = turn
            .promotion()
            .map_or(0, |kind| worth(kind) - worth(Kind::Shatra));
        captured + promoted
    }

    #[inline]
    fn tag(turn: Turn) -> u16 {
        let squares = (turn.from().index() | turn.to().index() << 6) as u64;
        let kind = turn.promotion().map_or(0, Kind::code) as u64;
        let mixed = (turn.captured().0 ^ (squares | kind << 12).wrapping_mul(0x9E37_79B9))
            .wrapping_mul(0xBF58_476D_1CE4_E5B9);
        ((mixed >> 48) as u16).max(1)
    }

    #[inline]
    fn history_index(&self, turn: Turn) -> usize {
        let kind = self.board().kind_at(turn.from()).map_or(0, Kind::number);
        let man = self.side_to_move().index() * Kind::ALL.len() + kind;
        man * SQUARES + turn.to().index()
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_games::for_random_positions;
    use super::super::{Extended, Kurin, Original, Pritchard};
    use super::*;

    /// Checks that every turn left out is a drop, and that another man of the
    /// same kind is dropped onto the same square. Returns whether any turn was
    /// left out.
    fn only_equal_drops_are_left_out<R: RuleSet>() -> bool {
        let mut ever = false;
        for_random_positions::<R>(|position| {
            let (mut all, mut few) = (MoveList::new(), MoveList::new());
            position.generate_distinct(&mut all);
            let left_out = position.generate_few(&mut few);
            assert_eq!(left_out, few.len() < all.len());
            ever |= left_out;
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
        ever
    }

    #[test]
    fn of_equal_drops_one_is_enough() {
        assert!(only_equal_drops_are_left_out::<Extended>());
        assert!(only_equal_drops_are_left_out::<Kurin>());
        assert!(only_equal_drops_are_left_out::<Pritchard>());
        // Its shatras are dropped in order, so there are hardly ever two drops
        // of a kind.
        only_equal_drops_are_left_out::<Original>();
    }

    #[test]
    fn potential_capturers_are_those_that_can_capture() {
        for_random_positions::<Extended>(|position| {
            let me = position.side_to_move();
            assert_eq!(position.potential_capturers(me), position.capturers());
            let mut turns = MoveList::new();
            position.generate(&mut turns);
            let captures = turns.iter().any(|turn| turn.captured().any());
            assert_eq!(position.must_capture(), captures);
        });
    }

    /// Returns the number of threatened biys in random games.
    fn a_biy_is_threatened_if_it_is_a_victim<R: RuleSet>() -> u32 {
        let mut threatened = 0;
        for_random_positions::<R>(|position| {
            let me = position.side_to_move();
            let victims = position.victims(!me, position.potential_capturers(!me));
            let expected = position.biy(me).is_some_and(|biy| victims.has(biy));
            assert_eq!(position.is_in_check(), expected, "{position}");
            threatened += u32::from(expected);
        });
        threatened
    }

    #[test]
    fn a_biy_is_threatened_by_men_that_could_jump_over_it() {
        let counts = [
            a_biy_is_threatened_if_it_is_a_victim::<Extended>(),
            a_biy_is_threatened_if_it_is_a_victim::<Kurin>(),
            a_biy_is_threatened_if_it_is_a_victim::<Pritchard>(),
            a_biy_is_threatened_if_it_is_a_victim::<Original>(),
        ];
        assert!(counts.iter().sum::<u32>() > 20, "{counts:?}");
    }
}
