//! The interface between the search and a game: positions, turns, keys and
//! ends.

use crate::base::{Color, Score};

/// A list of turns of one position. Up to 128 are stored without the heap,
/// enough for most positions.
pub type MoveList<M> = smallvec::SmallVec<[M; 128]>;

/// The result of a finished game for the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// The side to move has lost.
    Lost,
    /// The game is drawn.
    Drawn,
    /// The side to move has won.
    Won,
}

/// The kind of list that [`Game::generate_tactical`] has made.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Tactical {
    /// Every legal turn. The side must play one of them, so a static score of
    /// this position is meaningless (a compulsory capture, a check).
    Forced,
    /// The turns that change material. The side may also play a quiet turn.
    Free,
    /// No turn at all, as none is legal; [`Game::no_moves`] returns the result.
    Over,
}

/// A position of a two-player game with perfect information, in which the sides
/// take turns: each turn hands the move to the other side.
///
/// A `Move` is one whole turn. All methods that take one expect a legal turn of
/// this very position.
pub trait Game: Clone + Send + Sync + 'static {
    /// A turn: small, and equal only to the same turn.
    type Move: Copy + Eq + Send + Sync + std::fmt::Debug + 'static;

    /// The number of values that [`Game::history_index`] may return: the lower
    /// half are White's, the upper half Black's.
    const HISTORY_SIZE: usize;

    /// The largest improvement of the static score, in centipawns, that a quiet
    /// turn is likely to bring for each ply that is left. `None` if there is no
    /// such limit, because a quiet turn may begin a chain of captures.
    const QUIET_SWING: Option<Score> = None;

    /// The divisor of late move reductions: a turn is reduced by the product of
    /// the logarithms of depth and move number, divided by this. The larger the
    /// divisor, the smaller the reduction.
    const REDUCTION_DIVISOR: f64 = 1.5;

    /// Returns the side to move.
    fn side_to_move(&self) -> Color;

    /// Returns a 64-bit key of everything that decides how the game can
    /// continue, equal for positions that count as repetitions of each other.
    fn key(&self) -> u64;

    /// Returns the half-move clock: the number of turns since the last
    /// irreversible one. No position before that turn can be repeated.
    fn halfmove_clock(&self) -> u32;

    /// Appends all legal turns. If there is none, the game is over and
    /// [`Game::no_moves`] returns the result.
    fn generate(&self, list: &mut MoveList<Self::Move>);

    /// Appends at least one legal turn for each position that a legal turn
    /// leads to. Games in which many turns lead to the same position may leave
    /// some out. The search and the solver use this list.
    #[inline]
    fn generate_distinct(&self, list: &mut MoveList<Self::Move>) {
        self.generate(list);
    }

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

    /// Returns the number of legal turns. Most games count turns faster than
    /// they list them.
    fn count(&self) -> u64 {
        let mut list = MoveList::new();
        self.generate(&mut list);
        list.len() as u64
    }

    /// Plays a turn.
    fn play(&mut self, mv: Self::Move);

    /// Returns the result of a position without a legal turn.
    fn no_moves(&self) -> End;

    /// Returns whether the side to move has already lost, as far as that is
    /// visible without generating turns (its king is off the board). The search
    /// calls this first at every node, so that it sees a win by capture even
    /// where no turns are generated. `false` is always sound.
    #[inline]
    fn is_lost(&self) -> bool {
        false
    }

    /// Returns whether this position is drawn by a rule that depends on it
    /// alone (not by repetition). The search calls this after [`Game::is_lost`]
    /// and before it generates turns, so it takes precedence over
    /// [`Game::no_moves`].
    fn is_drawn(&self) -> bool;

    /// Returns whether a static score of this position is meaningless, given
    /// all its legal turns: a compulsory capture, a check. The search neither
    /// prunes by the evaluation nor reduces turns here. By default: whether any
    /// turn is tactical, which is right where captures are compulsory.
    #[inline]
    fn is_forced(&self, legal: &[Self::Move]) -> bool {
        legal.iter().any(|&mv| self.is_tactical(mv))
    }

    /// Returns whether the king of the side to move would be captured if the
    /// opponent were to move. `false` is always sound.
    #[inline]
    fn is_in_check(&self) -> bool {
        false
    }

    /// Returns a test for turns of this position that are not tactical: whether
    /// the opponent must capture after the turn.
    fn forcing(&self) -> impl Fn(Self::Move) -> bool + '_ {
        |mv| {
            let mut child = self.clone();
            child.play(mv);
            child.must_capture()
        }
    }

    /// Returns whether every legal turn is tactical and compulsory: whether
    /// `Game::generate_tactical` returns [`Tactical::Forced`].
    fn must_capture(&self) -> bool {
        let mut list = MoveList::new();
        self.generate_tactical(&mut list) == Tactical::Forced
    }

    /// Returns whether a turn that captures nothing may leave the opponent
    /// without a legal turn. `true` is always sound. The solver asks this where
    /// no capture is compulsory.
    #[inline]
    fn quiet_turn_may_end(&self) -> bool {
        true
    }

    /// Returns whether the turn captures or promotes.
    fn is_tactical(&self, mv: Self::Move) -> bool;

    /// Returns the immediate gain of the turn in centipawns, for move ordering.
    fn gain(&self, mv: Self::Move) -> i32;

    /// Returns whether the exchange that a turn begins is likely to lose at
    /// least `least` centipawns. `false` is always sound; it is the default
    /// because no exchange can be foreseen where captures are compulsory.
    #[inline]
    fn exchange_loses(&self, _mv: Self::Move, _least: i32) -> bool {
        false
    }

    /// Returns the position with the other side to move (null move), if some
    /// turn is likely to be better than none. `None` is always sound, and right
    /// where a side may be in zugzwang, as it may be where captures are
    /// compulsory.
    #[inline]
    fn pass(&self) -> Option<Self> {
        None
    }

    /// Returns a 16-bit tag of the turn for the transposition table, never 0.
    /// Different turns of a position seldom share one.
    fn tag(mv: Self::Move) -> u16;

    /// Returns the index of a history counter, below [`Game::HISTORY_SIZE`]. It
    /// depends on the side, the kind of man and the target square.
    fn history_index(&self, mv: Self::Move) -> usize;
}
