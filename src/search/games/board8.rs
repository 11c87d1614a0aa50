//! Adapts Shatranj and Shatar to the search.

use super::static_exchange::{gains, value};
use crate::base::{Bitboard, Square};
use crate::rules::board8::geometry::{PAWN_ATTACKS, SQUARES, ahead};
use crate::rules::board8::lines::BETWEEN;
use crate::rules::board8::{Kind, Move, Position, RuleSet, attacks};
use crate::rules::{Game, MoveList};
use crate::search::game::{Compulsion, ParameterSet, SearchGame};

/// Returns some of the squares to which the side to move, if it is not in check, can legally
/// move a man other than the king. Slides, pawn captures and the moves of men that may be
/// pinned are left out.
#[inline]
fn free_squares<R: RuleSet>(position: &Position<R>) -> Bitboard {
    if position.has_ended() || position.paired_start_move().is_some() {
        return Bitboard::EMPTY;
    }
    let (board, me) = (position.board(), position.side_to_move());
    let (king, enemies) = (position.king(me), board.men(!me));
    let pinners = attacks::sliders_to::<R>(board, enemies, king, enemies);
    let mut free = board.men(me);
    for pinner in pinners {
        free = free.without(BETWEEN[king.index()][pinner.index()]);
    }
    let pushes = ahead(board.all(Kind::Pawn) & free, me).without(board.occupied());
    let leaps = attacks::officer_step_attacks::<R>(board, free).without(board.men(me));
    pushes | leaps
}

impl<R: RuleSet> SearchGame for Position<R> {
    const PARAMETERS: ParameterSet = ParameterSet::Board8;
    const HAS_HUNTS: bool = false;

    const HISTORY_SLOTS: usize = 2 * Kind::ALL.len() * SQUARES;

    /// A mate depends on the series of checks, even where repetition does not compare them.
    #[inline]
    fn table_key(&self) -> u64 {
        if R::RULES.has_series() {
            self.key_with_series()
        } else {
            self.key()
        }
    }

    #[inline]
    fn men_on_board(&self) -> u32 {
        self.board().occupied().count()
    }

    #[inline]
    fn generate_compulsory(&self, list: &mut MoveList<Move>) -> Compulsion {
        if self.checkers().is_empty() {
            return if self.has_ended() {
                Compulsion::NoTurn
            } else {
                Compulsion::Free
            };
        }
        self.generate(list);
        if list.is_empty() {
            Compulsion::NoTurn
        } else {
            Compulsion::Forced
        }
    }

    #[inline]
    fn generate_captures(&self, list: &mut MoveList<Move>) {
        self.legal_captures(list);
    }

    #[inline]
    fn is_surely_free(&self, turns: u32) -> bool {
        self.checkers().is_empty() && free_squares(self).count() >= turns
    }

    #[inline]
    fn is_tactical(&self, mv: Move) -> bool {
        mv.promotes() || self.board().occupied().has(mv.to())
    }

    /// Returns whether the side to move is in check, and therefore has few legal moves.
    #[inline]
    fn is_forced(&self, _: &[Move]) -> bool {
        self.is_in_check()
    }

    #[inline]
    fn must_respond(&self) -> bool {
        self.is_in_check() && self.has_move()
    }

    /// Returns a test of whether a move gives check.
    #[inline]
    fn forcing_test(&self) -> impl Fn(Move) -> bool + '_ {
        let me = self.side_to_move();
        let occupied = self.board().occupied();
        let king = self.king(!me);
        move |mv| {
            let occupied = occupied.without(mv.from().bit()) | mv.to().bit();
            let direct = match self.board().kind_at(mv.from()) {
                Some(Kind::Pawn) => PAWN_ATTACKS[me.index()][mv.to().index()],
                Some(kind) => attacks::attacked_from::<R>(kind, mv.to(), occupied),
                None => Bitboard::EMPTY,
            };
            let others = attacks::attackers_of::<R>(self.board(), me, king, occupied);
            direct.has(king) || others.without(mv.from().bit()).any()
        }
    }

    /// Returns the gain from the capture and the promotion, minus a small part of the
    /// mover's value, so that captures by the least valuable man come first.
    #[inline]
    fn gain(&self, mv: Move) -> i32 {
        let value_at = |square: Square| self.board().kind_at(square).map_or(0, value::<R>);
        let promoted = if mv.promotes() {
            value::<R>(Kind::Queen) - value::<R>(Kind::Pawn)
        } else {
            0
        };
        value_at(mv.to()) - value_at(mv.from()).min(1000) / 16 + promoted
    }

    /// Returns `false` for a capture that bares the opponent's king: the game may end, so
    /// there may be no exchange.
    #[inline]
    fn exchange_loses(&self, mv: Move, margin: i32) -> bool {
        let enemies = self.board().men(!self.side_to_move());
        let bares = enemies.has(mv.to()) && !enemies.without(mv.to().bit()).has_several();
        !bares && !gains(self, mv, 1 - margin)
    }

    /// Returns `None` if the side to move is in check, or has only its king and pawns, in
    /// which case zugzwang is likely.
    fn null_move(&self) -> Option<Self> {
        let board = self.board();
        let pawns_and_kings = board.all(Kind::Pawn) | board.all(Kind::King);
        let has_officer = board
            .men(self.side_to_move())
            .without(pawns_and_kings)
            .any();
        (has_officer && !self.is_in_check()).then(|| self.after_null_move())
    }

    #[inline]
    fn move_tag(mv: Move) -> u16 {
        mv.bits()
    }

    #[inline]
    fn history_slot(&self, mv: Move) -> usize {
        let me = self.side_to_move();
        let kind = self.board().kind_at(mv.from()).map_or(0, Kind::index);
        let slot = me.index() * Kind::ALL.len() + kind;
        slot * SQUARES + mv.to().index()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Score;
    use crate::base::score::is_proved;
    use crate::eval::Evaluator;
    use crate::rules::board8::{FairyShatar, Setup, Shatar, Shatranj};
    use crate::search::{Control, Limits, NullSink, Request, Searcher};

    fn position<R: RuleSet>(fen: &str) -> Position<R> {
        let setup = Setup::from_fen::<R>(fen).unwrap();
        setup.position::<R>().unwrap()
    }

    /// An evaluator that finds every position even.
    #[derive(Copy, Clone)]
    struct Even;

    impl<R: RuleSet> Evaluator<Position<R>> for Even {
        type Memory = ();

        fn evaluate(&self, _: &Position<R>, _: usize, (): &mut ()) -> Score {
            0
        }
    }

    /// White mates in two moves, and wins if its series of checks has included a shak before (`S`);
    /// without one it draws.
    #[test]
    fn a_mate_in_the_table_counts_only_with_its_series_of_checks() {
        fn check<R: RuleSet>() {
            let fen = "6k1/p7/6KP/8/8/B7/8/8 w - - 0 1";
            let with_shak = format!("{fen} S");
            let mut searcher = Searcher::new(1, 1, Even).unwrap();
            for (fen, is_won) in [(&*with_shak, true), (fen, false), (&*with_shak, true)] {
                let request = Request::new(position::<R>(fen), Limits::depth(6));
                let outcome = searcher.search(&request, &Control::new(), &mut NullSink);
                assert_eq!(is_proved(outcome.score), is_won, "{fen}");
            }
        }
        check::<Shatar>();
        check::<FairyShatar>();
    }

    #[test]
    fn a_capture_that_bares_the_king_is_no_losing_exchange() {
        let at = |fen: &str, text: &str| {
            let setup = Setup::from_fen::<Shatranj>(fen).unwrap();
            let position = setup.position::<Shatranj>().unwrap();
            position.exchange_loses(position.parse_move(text).unwrap(), 1)
        };
        assert!(!at("8/8/8/3k4/3p4/8/8/3RK2R w", "d1d4"));
        assert!(at("8/7p/8/3k4/3p4/8/8/3RK2R w", "d1d4"));
    }
}
