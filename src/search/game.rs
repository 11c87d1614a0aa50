//! What the search needs from a game besides its rules.
//!
//! The rules do not depend on the search. [`Game`] states what may be
//! played; [`SearchGame`] adds which turns to look at first and what may be pruned, with
//! an adapter for each board in [`games`](super::games). Every number in the trait can be
//! tuned, and every default is sound.

use crate::base::Score;
use crate::rules::{Game, MoveList};

/// The kind of list that [`SearchGame::generate_tactical`] made.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Tactical {
    /// Every legal turn. The side must play one of them, so a static score of
    /// this position is meaningless (a compulsory capture, a check).
    Forced,
    /// The turns that change material. The side may also play a quiet turn.
    Free,
    /// No turn, as none is legal; [`Game::end_without_turns`] returns the result.
    NoTurn,
}

/// A game as the search and the solver see it.
///
/// All methods that take a turn expect a legal turn of this position.
#[diagnostic::on_unimplemented(
    message = "the search can't play `{Self}`",
    note = "a new board needs an adapter in src/search/games: implement `SearchGame` for its positions"
)]
pub trait SearchGame: Game {
    /// The number of values that [`SearchGame::history_slot`] may return: the
    /// lower half are White's, the upper half Black's.
    const HISTORY_SLOTS: usize;

    /// The margin of futility pruning, in centipawns for each ply that is left:
    /// the largest improvement of the static score that a quiet turn is likely
    /// to bring. `None` if there is no such limit, because a quiet turn may
    /// begin a chain of captures.
    const FUTILITY_MARGIN: Option<Score> = None;

    /// The divisor of late move reductions: a turn is reduced by the product of
    /// the logarithms of depth and move number, divided by this. The larger the
    /// divisor, the smaller the reduction.
    const LMR_DIVISOR: f64 = 1.5;

    /// Appends enough legal turns to evaluate a position, and returns whether
    /// it has left out any that differ little from one in the list: a drop of
    /// another man of the same kind onto the same square. A proof that a
    /// position is lost must use [`Game::generate_distinct`] instead.
    #[inline]
    fn generate_few(&self, list: &mut MoveList<Self::Move>) -> bool {
        self.generate_distinct(list);
        false
    }

    /// Appends the turns that the quiescence search examines. An empty list is
    /// never [`Tactical::Forced`]; if it is [`Tactical::Free`], there may be no
    /// other legal turn either.
    fn generate_tactical(&self, list: &mut MoveList<Self::Move>) -> Tactical;

    /// Returns whether the turn captures or promotes.
    fn is_tactical(&self, mv: Self::Move) -> bool;

    /// Returns whether a static score of this position is meaningless, given
    /// all its legal turns: a compulsory capture, a check. The search neither
    /// prunes by the evaluation nor reduces turns here. By default: whether any
    /// turn is tactical, which is right where captures are compulsory.
    #[inline]
    fn is_forced(&self, legal: &[Self::Move]) -> bool {
        legal.iter().any(|&mv| self.is_tactical(mv))
    }

    /// Returns whether the side to move must respond to a threat: whether it
    /// has a legal turn and [`SearchGame::generate_tactical`] returns
    /// [`Tactical::Forced`].
    fn must_respond(&self) -> bool {
        let mut list = MoveList::new();
        self.generate_tactical(&mut list) == Tactical::Forced
    }

    /// Returns a test for turns of this position that are not tactical: whether
    /// the opponent must respond after the turn.
    fn forcing_test(&self) -> impl Fn(Self::Move) -> bool + '_ {
        |mv| {
            let mut child = self.clone();
            child.play(mv);
            child.must_respond()
        }
    }

    /// Returns whether a turn that captures nothing may leave the opponent without a
    /// legal turn. `true` is always sound. The solver calls this method where no capture
    /// is compulsory.
    #[inline]
    fn quiet_turn_may_end(&self) -> bool {
        true
    }

    /// Returns the immediate gain of the turn in centipawns, for move ordering.
    fn gain(&self, mv: Self::Move) -> i32;

    /// Returns whether the exchange that a turn begins is likely to lose at least
    /// `margin` centipawns (static exchange evaluation). `false` is always sound; it is
    /// the default because no exchange can be foreseen where captures are compulsory.
    #[inline]
    fn exchange_loses(&self, _mv: Self::Move, _margin: i32) -> bool {
        false
    }

    /// Returns the position with the other side to move, if some turn is likely to be
    /// better than none. `None` is always sound, and right where zugzwang is common, as
    /// where captures are compulsory.
    #[inline]
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// Returns a 16-bit tag of the turn for the transposition table, never 0.
    /// Different turns of a position seldom share one.
    fn move_tag(mv: Self::Move) -> u16;

    /// Returns the index of a history counter, below
    /// [`SearchGame::HISTORY_SLOTS`]. It depends on the side, the kind of man
    /// and the target square.
    fn history_slot(&self, mv: Self::Move) -> usize;
}
