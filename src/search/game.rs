//! What the search needs to know about a game in addition to its rules.
//!
//! The rules do not depend on the search. [`Game`] states what may be played;
//! [`SearchGame`] adds which turns to search first and what may be pruned, with an adapter
//! for each board in [`games`](super::games). Where a method has a default, it is sound
//! for every game; the constants have none, so that every adapter states its own.

use crate::base::Score;
use crate::rules::{Game, MAX_DISTINCT_TURNS, MoveList};

/// Whether a side is forced by a compulsory capture or a check.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Compulsion {
    /// The side is forced. A static score of the position is meaningless.
    Forced,
    /// The side is not forced, but may have no legal turn.
    Free,
    /// The side has no legal turn; [`Game::end_without_turns`] returns the result.
    NoTurn,
}

/// Returns whether a list of [`Game::generate_distinct`] may lack turns that lead to other positions
/// than those listed.
#[inline]
pub fn may_be_truncated<M>(turns: &[M]) -> bool {
    turns.len() >= MAX_DISTINCT_TURNS
}

/// A group of games that share the values of all parameters of the search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ParameterSet {
    /// All rule sets of Shatra.
    Shatra,
    /// Shatranj and Shatar.
    Board8,
}

/// A game as the search and the solver see it.
///
/// All methods that take a turn expect a legal turn of this position.
#[diagnostic::on_unimplemented(
    message = "the search can't play `{Self}`",
    note = "a new board needs an adapter in src/search/games: implement `SearchGame` for its positions"
)]
pub trait SearchGame: Game {
    /// The group of games whose search parameters this game uses.
    const PARAMETERS: ParameterSet;

    /// Whether sides can be hunted down by chains of offers ([`find_hunt`](super::find_hunt)).
    const HAS_HUNTS: bool;

    /// The number of values that [`SearchGame::history_slot`] can return: the
    /// lower half are White's, the upper half Black's.
    const HISTORY_SLOTS: usize;

    /// Returns the key under which results of searches are stored. It differs wherever
    /// [`Game::key`] does, and also where positions that are repetitions of each other can end
    /// differently. The half-move clock is not part of it
    /// ([`Game::plies_to_limit`]).
    #[inline]
    fn table_key(&self) -> u64 {
        self.key()
    }

    /// Returns the number of men on the board, kings included.
    fn men_on_board(&self) -> u32;

    /// Appends enough legal turns to find the score of a position. Returns whether any turn
    /// is left out. Each turn left out must be a drop, with a drop of another man of the same
    /// kind onto the same square in the list. A proof that a position is lost
    /// must use [`Game::generate_distinct`] instead.
    #[inline]
    fn generate_few(&self, list: &mut MoveList<Self::Move>) -> bool {
        self.generate_distinct(list);
        false
    }

    /// Appends enough legal turns to find the score of a position, as
    /// [`Game::generate_distinct`] does, if the side to move is forced; otherwise none. A side
    /// that is [`Compulsion::Free`] may have no legal turn at all.
    fn generate_compulsory(&self, list: &mut MoveList<Self::Move>) -> Compulsion;

    /// Appends the turns that the quiescence search examines for a side that is not forced.
    /// The default appends none, which is right where captures are compulsory.
    #[inline]
    fn generate_captures(&self, _list: &mut MoveList<Self::Move>) {}

    /// Returns `true` only if the side to move is not forced and has at least `turns` legal
    /// turns. Where only a list of its turns would show this, an adapter may return `false`,
    /// which is the default.
    #[inline]
    fn is_surely_free(&self, _turns: u32) -> bool {
        false
    }

    /// Does what [`SearchGame::generate_few`] does, for a side that is surely free.
    #[inline]
    fn generate_few_if_free(&self, list: &mut MoveList<Self::Move>) -> bool {
        self.generate_few(list)
    }

    /// Returns whether the turn captures or promotes.
    fn is_tactical(&self, turn: Self::Move) -> bool;

    /// Returns whether the side to move, all of whose turns are `legal`, is forced by a
    /// compulsory capture or a check. A static score is then meaningless, and the search
    /// neither prunes nor reduces turns. The default is whether any turn is tactical,
    /// which is right where captures are compulsory.
    #[inline]
    fn is_forced(&self, legal: &[Self::Move]) -> bool {
        legal.iter().any(|&turn| self.is_tactical(turn))
    }

    /// Returns whether the side to move must respond to a threat: whether
    /// [`SearchGame::generate_compulsory`] returns [`Compulsion::Forced`].
    fn must_respond(&self) -> bool {
        let mut list = MoveList::new();
        self.generate_compulsory(&mut list) == Compulsion::Forced
    }

    /// Returns a test of quiet turns of this position: whether the opponent must respond
    /// after the turn.
    fn forcing_test(&self) -> impl Fn(Self::Move) -> bool + '_ {
        |turn| {
            let mut child = self.clone();
            child.play(turn);
            child.must_respond()
        }
    }

    /// Appends the turns by which a hunter goes on ([`find_hunt`](super::find_hunt)): its captures and
    /// promotions, and the quiet turns after which the opponent must respond.
    fn generate_forcing(&self, list: &mut MoveList<Self::Move>) {
        self.generate_few(list);
        let forces = self.forcing_test();
        list.retain(|turn| self.is_tactical(*turn) || forces(*turn));
    }

    /// Returns whether a turn that captures nothing may leave the opponent without a legal
    /// turn. `true` is always sound. The solver calls this method where the side to move
    /// need not respond to a threat.
    #[inline]
    fn quiet_turn_may_end_game(&self) -> bool {
        true
    }

    /// Returns the immediate gain of the turn in centipawns, for move ordering.
    fn gain(&self, turn: Self::Move) -> i32;

    /// Returns whether the exchange that a turn begins is likely to lose at least `margin`
    /// centipawns (static exchange evaluation). `false` is always sound, and the default,
    /// because no exchange can be foreseen where captures are compulsory.
    #[inline]
    fn exchange_loses(&self, _turn: Self::Move, _margin: i32) -> bool {
        false
    }

    /// Returns the position with the other side to move, if some turn is likely to be
    /// better than passing. `None` is always sound, and right where zugzwang is common, as
    /// in games with compulsory captures.
    #[inline]
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// Returns a 16-bit tag of the turn for the transposition table, never 0.
    /// Different turns of a position seldom share one.
    fn move_tag(turn: Self::Move) -> u16;

    /// Returns the history slot of the turn, below [`SearchGame::HISTORY_SLOTS`]. It
    /// depends on the side, the kind of man and the target square.
    fn history_slot(&self, turn: Self::Move) -> usize;
}

/// Endgame tables as the search uses them: they contain the exact values of some positions.
pub trait TableProbe<G>: Send + Sync {
    /// Returns the greatest number of men in a position that a table contains, kings included.
    fn max_men(&self) -> u32;

    /// Returns the score of a position for its side to move, as if it were the root; `None` if
    /// no table contains it, or if something that the tables don't know may change its value.
    fn probe(&self, position: &G) -> Option<Score>;
}
