//! Implements `Game` for Shatranj and Shatar.

use super::movegen::{CountSink, ListSink, Targets};
use super::mv::Move;
use super::position::Position;
use super::ruleset::RuleSet;
use crate::base::Color;
use crate::rules::{End, Game, MoveList, keys};

impl<R: RuleSet> Game for Position<R> {
    type Move = Move;

    #[inline]
    fn side_to_move(&self) -> Color {
        self.to_move
    }

    /// The key depends on the series of checks only if repetition does.
    #[inline]
    fn key(&self) -> u64 {
        if R::RULES.repetition_compares_series {
            self.key_with_series()
        } else {
            self.key_of_board()
        }
    }

    #[inline]
    fn halfmove_clock(&self) -> u32 {
        u32::from(self.halfmoves)
    }

    /// Where the limit comes before a stalemate, one that wins must come a turn earlier.
    #[inline]
    fn plies_to_limit(&self) -> Option<u32> {
        let is_early = R::RULES.stalemate_loses && R::RULES.turn_limit_before_stalemate;
        let limit = u32::from(R::RULES.turn_limit) - u32::from(is_early);
        Some(limit.saturating_sub(self.halfmove_clock()))
    }

    #[inline]
    fn generate(&self, list: &mut MoveList<Move>) {
        self.generate_into(Targets::ALL, &mut ListSink(list));
    }

    #[inline]
    fn count(&self) -> u64 {
        let mut count = CountSink(0);
        self.generate_into(Targets::ALL, &mut count);
        count.0
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        Self::play(self, mv);
    }

    #[inline]
    fn end_without_turns(&self) -> End {
        if let Some(end) = self.end_by_baring() {
            end
        } else if self.checkers.any() {
            self.mate_result()
        } else if R::RULES.stalemate_loses {
            End::Lost
        } else {
            End::Drawn
        }
    }

    #[inline]
    fn is_lost(&self) -> bool {
        self.is_bare(self.to_move) && self.end_by_baring() == Some(End::Lost)
    }

    #[inline]
    fn is_drawn(&self) -> bool {
        let is_bare = Color::ALL.iter().any(|&side| self.is_bare(side));
        is_bare && self.end_by_baring() == Some(End::Drawn) || self.is_turn_limit_reached()
    }

    #[inline]
    fn is_in_check(&self) -> bool {
        self.checkers().any()
    }
}

impl<R: RuleSet> Position<R> {
    #[inline]
    fn key_of_board(&self) -> u64 {
        self.board.key() ^ keys::BOARD8_SIDES[self.to_move.index()]
    }

    /// Returns a key that differs between positions with other series of checks, even where repetition
    /// does not compare them.
    #[inline]
    pub(crate) fn key_with_series(&self) -> u64 {
        self.key_of_board() ^ keys::SERIES[self.series.shak_index()]
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FairyShatranj, Setup, Shatranj};
    use super::*;

    /// White's Nc6 leaves Black, which has a blocked pawn, without a move: a win, if the limit of 140
    /// turns does not come first.
    #[test]
    fn an_end_counts_within_the_plies_to_the_limit() {
        fn check<R: RuleSet>(wins_at: impl Fn(u32) -> bool) {
            for clock in [0, 138, 139] {
                let fen = format!("k7/8/1K6/4N3/8/7p/7P/8 w - - {clock} 90");
                let setup = Setup::from_fen::<R>(&fen).unwrap();
                let position = setup.position::<R>().unwrap();
                let after = position.after(position.parse_move("e5c6").unwrap());
                assert!(!after.has_move());
                assert_eq!(!after.is_drawn(), wins_at(clock));
                let is_in_time = position.plies_to_limit().is_some_and(|limit| limit >= 1);
                assert_eq!(is_in_time, wins_at(clock));
            }
        }
        check::<Shatranj>(|_| true);
        check::<FairyShatranj>(|clock| clock < 139);
    }
}
