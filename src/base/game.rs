//! A game as the search sees it: positions, turns, keys and ends.

use super::{Color, Score};

/// The legal turns of a position. Most positions fit without the heap.
pub type MoveList<M> = smallvec::SmallVec<[M; 128]>;

/// What the end of a game means for the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// It has lost.
    Lost,
    /// Nobody has won.
    Drawn,
    /// It has won.
    Won,
}

/// What [`Game::generate_tactical`] put in the list.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Tactical {
    /// Every legal turn: one of them must be played, so a static score of
    /// this position means nothing (a compulsory capture, a check).
    Forced,
    /// The turns that change material; the side may also play quietly.
    Free,
    /// Nothing: there is no legal turn, and [`Game::no_moves`] says what that
    /// means.
    Over,
}

/// A position of a two-player game with perfect information, in which the
/// sides take turns: each turn hands the move to the other side.
///
/// A `Move` is one whole turn. All methods that take one expect a legal turn
/// of this very position.
pub trait Game: Clone + Send + Sync + 'static {
    /// A turn: small, and equal only to the same turn.
    type Move: Copy + Eq + Send + Sync + std::fmt::Debug + 'static;

    /// How many different values [`Game::history_index`] may take: the lower half
    /// White's, the upper half Black's.
    const HISTORY_SIZE: usize;

    /// By how many centipawns a quiet turn is likely to better a static score at
    /// the most, for each ply that is left. `None` where that can't be told, as
    /// such a turn may begin a chain of captures.
    const QUIET_SWING: Option<Score> = None;

    /// How little late turns are reduced: the plies that they save are the product
    /// of the logarithms of depth and number, divided by this.
    const REDUCTION_DIVISOR: f64 = 1.5;

    /// The side whose turn it is.
    fn side_to_move(&self) -> Color;

    /// A 64-bit key of all that decides the further game, equal for positions
    /// that count as repetitions of each other.
    fn key(&self) -> u64;

    /// Turns since the last one that can't be undone by play: no earlier
    /// position can be a repetition of this one.
    fn halfmove_clock(&self) -> u32;

    /// Appends all legal turns. None means that the game is over:
    /// [`Game::no_moves`] says how.
    fn generate(&self, list: &mut MoveList<Self::Move>);

    /// Appends a legal turn at least for each position that one can lead to.
    /// Games where many turns come to the same may leave some out; the search
    /// looks at these.
    #[inline]
    fn generate_distinct(&self, list: &mut MoveList<Self::Move>) {
        self.generate(list);
    }

    /// Appends legal turns enough to judge a position by, and tells whether it
    /// left out any that come to much the same as one in the list: the drop of
    /// another man of the same kind onto the same square. Who wants to prove
    /// that a position is lost must look at [`Game::generate_distinct`].
    #[inline]
    fn generate_few(&self, list: &mut MoveList<Self::Move>) -> bool {
        self.generate_distinct(list);
        false
    }

    /// Appends the turns that a quiescence search looks at. An empty list is
    /// never [`Tactical::Forced`]; where it is [`Tactical::Free`] it does not say
    /// that there are others.
    fn generate_tactical(&self, list: &mut MoveList<Self::Move>) -> Tactical;

    /// The number of legal turns; games count faster than they list.
    fn count(&self) -> u64 {
        let mut list = MoveList::new();
        self.generate(&mut list);
        list.len() as u64
    }

    /// Makes a turn.
    fn play(&mut self, mv: Self::Move);

    /// What it means that there is no legal turn.
    fn no_moves(&self) -> End;

    /// Whether the side to move has already lost, as far as that can be seen
    /// without generating turns (its king is off the board). The search asks
    /// at every node and before all else, so that a win by capture is seen
    /// where no turns are generated. `false` is always sound.
    #[inline]
    fn is_lost(&self) -> bool {
        false
    }

    /// Whether this position is drawn by a rule that looks at it alone (not at
    /// repetition). Asked after [`Game::is_lost`] and before the turns are
    /// generated, so it outranks [`Game::no_moves`].
    fn is_drawn(&self) -> bool;

    /// Whether a static score of this position means nothing, given all its
    /// legal turns: a compulsory capture, a check. The search neither prunes
    /// by the evaluation nor reduces turns here. By default: whether any turn
    /// is tactical, as where captures are compulsory.
    #[inline]
    fn is_forced(&self, legal: &[Self::Move]) -> bool {
        legal.iter().any(|&mv| self.is_tactical(mv))
    }

    /// Whether the king of the side to move would be captured if the opponent
    /// were on the move. `false` is always sound.
    #[inline]
    fn is_in_check(&self) -> bool {
        false
    }

    /// A test of turns of this position that are not tactical: whether the
    /// opponent must capture after one.
    fn forcing(&self) -> impl Fn(Self::Move) -> bool + '_ {
        |mv| {
            let mut child = self.clone();
            child.play(mv);
            child.must_capture()
        }
    }

    /// Whether every legal turn is a forcing one, as [`Tactical::Forced`] says.
    fn must_capture(&self) -> bool {
        let mut list = MoveList::new();
        self.generate_tactical(&mut list) == Tactical::Forced
    }

    /// Whether a turn that captures nothing may leave the opponent without a
    /// legal turn. `true` is always sound. Asked by who wants to prove an end,
    /// where nothing must be captured.
    #[inline]
    fn quiet_turn_may_end(&self) -> bool {
        true
    }

    /// Whether the turn captures or promotes.
    fn is_tactical(&self, mv: Self::Move) -> bool;

    /// What the turn wins at once, in centipawns; for move ordering.
    fn gain(&self, mv: Self::Move) -> i32;

    /// Whether the exchange that a turn begins is likely to lose at least so
    /// much, in centipawns. `false` is always sound: no exchange can be foreseen
    /// where captures are compulsory.
    #[inline]
    fn exchange_loses(&self, _mv: Self::Move, _least: i32) -> bool {
        false
    }

    /// The position with the other side to move, where it is likely that some
    /// turn is better than none (null move). `None` is always sound, and right
    /// where a side may be in zugzwang: where captures are compulsory.
    #[inline]
    fn pass(&self) -> Option<Self> {
        None
    }

    /// 16 bits of the turn for the transposition table, never 0. Different
    /// turns of a position seldom share them.
    fn tag(mv: Self::Move) -> u16;

    /// A slot for history counters, below [`Game::HISTORY_SIZE`]: the side,
    /// the kind of man and where it goes.
    fn history_index(&self, mv: Self::Move) -> usize;
}
